import { expect, onTestFinished, test } from 'vitest'
import { uploadedFile } from './upload.ts'

const encoder = new TextEncoder()
const head = '--b\r\nContent-Disposition: form-data; name="jsonFile"; filename="e.json"\r\n\r\n'

/** A request that generates its body on demand; `pulled` counts the chunks. */
function requestOf(chunks: Iterable<string>) {
  const iterator = chunks[Symbol.iterator]()
  const pulled = { count: 0 }
  const body = new ReadableStream({
    pull(controller) {
      const { value, done } = iterator.next()
      if (done) return controller.close()
      pulled.count++
      controller.enqueue(encoder.encode(value))
    },
  })
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  }
  return { request: new Request('http://localhost/', init as RequestInit), pulled }
}

/** Waits until read-ahead has stopped. */
async function settled() {
  for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
}

test('no more of the body is read while the reader waits', async () => {
  function* endless() {
    yield head
    for (;;) yield 'x'.repeat(65_536)
  }
  const { request, pulled } = requestOf(endless())
  const file = uploadedFile(request, { field: 'jsonFile', maxBytes: 1e9 })
  await file.next()
  await settled()
  const before = pulled.count
  expect(before).toBeLessThan(20)
  await settled()
  expect(pulled.count).toBe(before)
})

/** A request that sends this text, then nothing or one byte every `everyMs`. */
function stalledRequest(sent: string, everyMs?: number) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(sent))
      const timer = everyMs && setInterval(() => controller.enqueue(encoder.encode('x')), everyMs)
      onTestFinished(() => clearInterval(timer || undefined))
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  return new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
}

async function readFile(request: Request, expected: object = {}) {
  for await (const _piece of uploadedFile(request, { field: 'jsonFile', maxBytes: 1e9, ...expected }));
}

test.each([
  ['before its first byte', ''],
  ['in the preamble', 'preamble'],
  ['in a part header', '--b\r\nContent-Disposition: form-data; name="json'],
  ['in another field', '--b\r\nContent-Disposition: form-data; name="note"\r\n\r\nabc'],
  ['in another file', head.replace('jsonFile', 'other')],
  ['in the file', `${head}{"export_metadata"`],
  ['after the file', `${head}{}\r\n--b\r\n`],
])('an upload that stalls or trickles %s is rejected', async (_, sent) => {
  const stalled = { code: 'malformed', message: 'The upload stalled' }
  await expect(readFile(stalledRequest(sent), { idleMs: 20 })).rejects.toMatchObject(stalled)
  await expect(readFile(stalledRequest(sent, 2), { idleMs: 100 })).rejects.toMatchObject(stalled)
})

test('an upload is rejected when its slot is lost', async () => {
  const lost = new AbortController()
  const reading = readFile(stalledRequest(`${head}{`), { signal: lost.signal })
  lost.abort()
  await expect(reading).rejects.toMatchObject({ code: 'unavailable' })
})

test('a form with more than 20 parts is rejected', async () => {
  const part = '--b\r\nContent-Disposition: form-data; name="note"\r\n\r\nabc\r\n'
  const { request } = requestOf([part.repeat(21), head, '{}\r\n--b--\r\n'])
  await expect(readFile(request)).rejects.toMatchObject({ message: 'The form has more than 20 parts' })
})

test('the size limit applies to the whole form, without Content-Length', async () => {
  const tooLarge = { code: 'too_large', message: 'The file is larger than 1 MB' }
  for (const before of ['', head.replace('jsonFile', 'other')]) {
    const { request } = requestOf([before, ...Array<string>(40).fill('x'.repeat(65_536))])
    await expect(readFile(request, { maxBytes: 1024 * 1024 })).rejects.toMatchObject(tooLarge)
  }
})

test.each([
  ['in the file', [head, '{"a"']],
  ['after the file, before the form’s end', [head, '{}\r\n--b']],
  ['before the file', ['--b\r\nContent-Disposition: form-data; name="json']],
])('a form that is cut off %s is rejected', async (_, chunks) => {
  const { request } = requestOf(chunks)
  await expect(readFile(request)).rejects.toMatchObject({ code: 'malformed' })
})
