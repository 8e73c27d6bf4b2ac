import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { builtSite } from '../testing/builtSite.ts'
import { answerFixedPages } from './fixedPages.ts'
import { type Fetch, listen } from './listen.ts'

const ANALYTICS = { ANALYTICS_ID: 'G-ABC123' }

async function served(fetch: Fetch) {
  const { port, drop } = await listen(fetch, { host: '127.0.0.1', port: 0 })
  onTestFinished(drop)
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: string }>(
      (resolve, reject) => {
        const call = request({ port, host: '127.0.0.1', path, method, headers }, async (answer) => {
          const pieces: Buffer[] = []
          for await (const piece of answer) pieces.push(piece as Buffer)
          const { date: _, 'x-request-id': id, ...rest } = answer.headers
          const told = { ...rest, 'x-request-id': id === headers['x-request-id'] ? id : String(id).length }
          const body = Buffer.concat(pieces).toString('base64')
          resolve({ status: answer.statusCode, headers: told, body })
        })
        call.once('error', reject)
        call.end()
      },
    )
}

/** The same site twice: by the app alone, and with its fixed pages answered before it. */
async function twoServers() {
  const { app, pages, env, files } = await builtSite(ANALYTICS)
  let calls = 0
  const alone: Fetch = (...call) => app.fetch(...call)
  const counted: Fetch = (...call) => {
    calls++
    return app.fetch(...call)
  }
  const both = {
    alone: await served(alone),
    quick: await served(await answerFixedPages(counted, pages, env)),
  }
  return { ...both, files, calls: () => calls, pages }
}

const addresses = [
  '/',
  '/?utm=1',
  '/contact',
  '/contact/',
  '/contact.html',
  '/sitemap.xml',
  '/assets/app-1a2b.js',
]
const others = ['/404', '/waitlist-landing', '/nowhere', '/admin', '/admin/assets/main-3c4d.js', '/api/none']
const odd = ['//', '/contact//', '/%63ontact', '/contact?', '/index.html?x=1', '/assets/', '/../contact']

test('a page answered before the app is the app’s own answer, header by header', async () => {
  const { alone, quick, files } = await twoServers()
  const byFile = files.map((name) => `/${name.replace(/^site\//, '')}`)
  const encodings = [undefined, '', 'gzip', 'br, gzip', 'identity', '*;q=0', 'br;q=0.2, gzip;q=0.8']
  const asked = encodings.map((encoding) => ({
    ...(encoding !== undefined && { 'accept-encoding': encoding }),
  }))
  const same = async (path: string, method: string, headers: Record<string, string>) => {
    const [own, ours] = await Promise.all([alone(path, headers, method), quick(path, headers, method)])
    expect([path, method, headers, ours]).toEqual([path, method, headers, own])
    return own.headers.etag
  }
  for (const path of new Set([...addresses, ...others, ...odd, ...byFile])) {
    for (const method of ['GET', 'HEAD', 'POST']) {
      await Promise.all(
        asked.map(async (headers) => {
          const etag = await same(path, method, headers)
          if (typeof etag !== 'string') return
          for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '"other"', '*'])
            await same(path, method, { ...headers, 'if-none-match': known })
        }),
      )
    }
  }
  const unusual: Record<string, string>[] = [
    { range: 'bytes=0-9' },
    { 'x-request-id': 'abc' },
    { 'x-request-id': 'not one!' },
  ]
  for (const headers of unusual) {
    expect(await quick('/', headers)).toEqual(await alone('/', headers))
  }
})

test('the app does not see calls for what stands at a fixed address, and sees all others', async () => {
  const { quick, calls, pages } = await twoServers()
  for (const path of pages.keys()) await quick(path, { 'accept-encoding': 'br' })
  expect([[...pages.keys()].sort(), calls()]).toEqual([
    [
      '/',
      '/admin/assets/main-3c4d.js',
      '/assets/app-1a2b.js',
      '/assets/app-1a2b.js/',
      '/contact',
      '/contact/',
      '/sitemap.xml',
      '/sitemap.xml/',
    ],
    0,
  ])
  for (const path of ['/nowhere', '/admin', '/contact.html']) await quick(path)
  await quick('/', {}, 'HEAD')
  await quick('/', { 'x-request-id': 'abc' })
  expect(calls()).toBe(5)
})

test('a name that is not ours is refused for these pages too, however often it asks', async () => {
  const { app, pages, env } = await builtSite()
  const quick = await served(await answerFixedPages(app.fetch, pages, env))
  for (const [host, status] of [
    ['salons.example', 200],
    ['SALONS.example:443', 200],
    ['localhost:8080', 200],
    ['evil.example', 421],
    ['salons.example.evil.example', 421],
    ['192.168.1.20', 421],
  ] as const) {
    for (const _ of [1, 2]) expect([host, (await quick('/contact', { host })).status]).toEqual([host, status])
  }
})
