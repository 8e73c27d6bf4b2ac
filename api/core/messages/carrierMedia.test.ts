import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { fetchMedia, isOfCarrier, MAX_PICTURE } from './carrierMedia.ts'

const ACCOUNT = `AC${'0'.repeat(32)}`
const TEXT = `MM${'1'.repeat(32)}`
const FILE = `ME${'2'.repeat(32)}`
const files = `/2010-04-01/Accounts/${ACCOUNT}/Messages/${TEXT}/Media`

/** A carrier that lists one file and answers the request for it. Records the paths and whether credentials came. */
async function carrier(answer: RequestListener, list: unknown = { media_list: [{ sid: FILE }] }) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization ? 'with' : 'without'} credentials`)
    if (request.url?.startsWith(`${files}.json`)) response.end(JSON.stringify(list))
    else answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Only a carrier that hangs reaches the limit of time.
  const fetchFile = (index = 0, sid = TEXT, timeoutMs = 60_000) =>
    fetchMedia({ accountSid: ACCOUNT, token: 'secret', base, timeoutMs }, { sid, index })
  return { asked, fetchFile }
}

test('a file is fetched by its place in the list of the carrier, with our credentials', async () => {
  const { asked, fetchFile } = await carrier((_, response) => response.end('bytes'))
  const found = await fetchFile()
  expect(found).toMatchObject({ kind: 'found' })
  expect(found.kind === 'found' && Buffer.from(found.bytes).toString()).toBe('bytes')
  expect(asked).toEqual([`${files}.json?PageSize=20 with credentials`, `${files}/${FILE} with credentials`])
  expect(await fetchFile(1)).toEqual({ kind: 'missing' })
})

test('a redirect within the API is followed', async () => {
  const { fetchFile } = await carrier((request, response) => {
    if (request.url === '/stored') response.end('bytes')
    else response.writeHead(307, { location: '/stored' }).end()
  })
  expect(await fetchFile()).toMatchObject({ kind: 'found' })
})

const redirectTo =
  (location: string): RequestListener =>
  (_, response) =>
    void response.writeHead(307, { location }).end()
const status =
  (code: number): RequestListener =>
  (_, response) =>
    void response.writeHead(code).end()
const endless: RequestListener = (_, response) => {
  const piece = Buffer.alloc(1024 * 1024)
  const write = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', write)
  }
  write()
}

test.each([
  [
    'which says that it is too large',
    (_, response) => void response.writeHead(200, { 'content-length': MAX_PICTURE + 1 }).flushHeaders(),
    'tooLarge',
  ],
  ['without an end', endless, 'tooLarge'],
  ['that is gone', status(404), 'missing'],
] as [string, RequestListener, string][])('a file %s is %s', async (_, answer, kind) => {
  const { fetchFile } = await carrier(answer)
  expect(await fetchFile()).toEqual({ kind })
})

test.each([
  ['never answers', () => {}],
  ['stops in the middle', (_, response) => void response.writeHead(200).write('half')],
  ['redirects to another host', redirectTo('https://example.com/a.png')],
  ['redirects to a service of this machine', redirectTo('http://localhost:1/health')],
  ['redirects to a cloud’s metadata', redirectTo('http://169.254.169.254/latest/meta-data/')],
  ['redirects to itself', redirectTo(`${files}/${FILE}`)],
  ['refuses our credentials', status(401)],
  ['fails', status(500)],
] as [string, RequestListener][])('a carrier that %s is an error', async (_, answer) => {
  const { fetchFile } = await carrier(answer)
  await expect(fetchFile(0, TEXT, 1000)).rejects.toThrow()
})

test.each([
  [{ media_list: [{ sid: '../../Calls' }] }, 'missing'],
  [{ media_list: [] }, 'missing'],
])('a list like %j has no file', async (list, kind) => {
  const { fetchFile, asked } = await carrier(status(200), list)
  expect(await fetchFile()).toEqual({ kind })
  expect(asked).toHaveLength(1)
})

test('a SID that is none asks the carrier nothing', async () => {
  const { fetchFile, asked } = await carrier(status(200))
  for (const sid of ['', 'SM1', `${TEXT}/../x`, `ME${'1'.repeat(32)}`])
    expect(await fetchFile(0, sid)).toEqual({ kind: 'missing' })
  expect(asked).toEqual([])
})

test.each([
  ['https://api.twilio.com/2010-04-01/x', true],
  ['https://mms.twiliocdn.com/AC/x', true],
  ['https://media.twiliocdn.com/AC/x', true],
  ['https://s3-external-1.amazonaws.com/media.twiliocdn.com/AC/x', true],
  ['http://mms.twiliocdn.com/AC/x', false],
  ['https://mms.twiliocdn.com:8443/AC/x', false],
  ['https://user@mms.twiliocdn.com/x', false],
  ['https://s3-external-1.amazonaws.com/other-bucket/x', false],
  ['https://eviltwilio.com/x', false],
  ['https://twilio.com.example.com/x', false],
  ['https://127.0.0.1/x', false],
])('a redirect to %s is followed: %j', (url, followed) => {
  expect(isOfCarrier(new URL(url), 'https://api.twilio.com')).toBe(followed)
})
