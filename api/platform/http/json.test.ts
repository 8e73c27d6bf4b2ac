import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { expect, test } from 'vitest'
import { asJson, jsonArrayOf } from './json.ts'
import { jsonArrayFrom } from './jsonArray.ts'

const words = (length: number) => JSON.stringify('a'.repeat(length - 2))

function served(json: string) {
  const app = new Hono()
  app.use(compress({ encoding: 'gzip' }))
  app.on(['GET', 'POST'], '/', (c) => asJson(c, json))
  return async (headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await app.request('/', { method, headers })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const packed = answer.headers.get('content-encoding') === 'gzip'
    return {
      status: answer.status,
      tag: answer.headers.get('etag'),
      packed,
      text: () => gunzipSync(bytes).toString(),
      bytes,
    }
  }
}

test('long JSON is compressed if accepted', async () => {
  const ask = served(words(5000))
  for (const accept of ['gzip', 'br, GZIP;q=0.5', 'deflate,gzip']) {
    const { packed, text } = await ask({ 'accept-encoding': accept })
    expect([packed, text()]).toEqual([true, words(5000)])
  }
  for (const accept of ['', 'br', 'gzip;q=0', 'gzip; q=0.0', 'xgzip']) {
    const { packed, bytes } = await ask({ 'accept-encoding': accept })
    expect([packed, bytes.toString()], accept).toEqual([false, words(5000)])
  }
  const takes = { 'accept-encoding': 'gzip' }
  expect((await served(words(1000))(takes)).packed).toBe(false)
})

test('unchanged JSON answers 304; very long JSON has no ETag', async () => {
  const ask = served(words(5000))
  const { tag } = await ask()
  for (const known of [tag ?? '', `"other", ${tag}`]) {
    const { status, bytes } = await ask({ 'if-none-match': known })
    expect([status, bytes.length]).toEqual([304, 0])
  }
  expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200)
  expect((await ask({ 'if-none-match': tag ?? '' }, 'POST')).status).toBe(200)
  expect((await served(words(2_000_000))()).tag).toBeNull()
})

async function* pieces(count: number, made: string[] = []) {
  for (let n = 0; n < count; n++) {
    made.push(`"${n}"`)
    yield `"${n}"`
  }
}

test.each([0, 1, 3])('%i pieces form one array', async (count) => {
  const text = await new Response(jsonArrayOf(pieces(count))).text()
  expect(JSON.parse(text)).toEqual(Array.from({ length: count }, (_, n) => String(n)))
})

test('pieces are created on demand and stop when the client leaves', async () => {
  const made: string[] = []
  const reader = jsonArrayOf(pieces(100, made)).getReader()
  for (let n = 0; n < 3; n++) await reader.read()
  expect(made.length).toBeLessThanOrEqual(5)
  await reader.cancel()
  expect(made.length).toBeLessThanOrEqual(5)
})

test('rows of a canceled list are dropped', async () => {
  let row = (_json: string) => {}
  const list = jsonArrayFrom((next) => {
    row = next
    return new Promise(() => {})
  })
  await list.cancel()
  for (let n = 0; n < 2; n++) expect(() => row('x'.repeat(100_000))).not.toThrow()
})
