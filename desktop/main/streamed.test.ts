import { expect, test } from 'vitest'
import { fetched, streamed } from './streamed.ts'

const textOf = async (data: unknown) => {
  const pieces: Buffer[] = []
  for await (const piece of data as AsyncIterable<Uint8Array>) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces).toString()
}

const asked = (more: object = {}) => ({ url: 'app://salonback/api/x', method: 'GET', headers: {}, ...more })

test('a call arrives with its method, headers and words, and its answer goes back with all it has', async () => {
  const uploadData = [{ bytes: Buffer.from('{"a":') }, { bytes: Buffer.from('"ü"}') }]
  const call = asked({ method: 'POST', headers: { accept: 'application/json' }, uploadData })
  const { data, ...answer } = await fetched(call, async (request) => {
    expect([request.method, request.headers.get('accept')]).toEqual(['POST', 'application/json'])
    return new Response(await request.text(), { status: 409, statusText: 'No', headers: { etag: '"1"' } })
  })
  expect(answer).toMatchObject({ statusCode: 409, statusText: 'No', headers: { etag: '"1"' } })
  expect(await textOf(data)).toBe('{"a":"ü"}')
})

test('an answer without a body, and a connection that broke, are told as such', async () => {
  const { data, ...answer } = await fetched(asked(), () => new Response(null, { status: 204 }))
  expect([answer.statusCode, await textOf(data)]).toEqual([204, ''])
  expect(await fetched(asked(), () => Response.error())).toEqual({ error: -2 })
})

test('a page that goes away ends what it was reading', async () => {
  const canceled = new Promise((resolve) => {
    const endless = new ReadableStream({ cancel: resolve })
    void fetched(asked(), () => new Response(endless)).then(({ data }) =>
      (data as import('node:stream').Readable).destroy(),
    )
  })
  await canceled
})

test('a file goes out as one piece', async () => {
  const { data, ...answer } = streamed('ü', { 'content-type': 'text/html' })
  expect(answer).toEqual({ statusCode: 200, headers: { 'content-type': 'text/html' } })
  expect(await textOf(data)).toBe('ü')
})
