import { expect, onTestFinished, test } from 'vitest'
import { uploadedFile } from './upload.ts'

const encoder = new TextEncoder()
const head = '--b\r\nContent-Disposition: form-data; name="jsonFile"; filename="e.json"\r\n\r\n'

/** A request whose body is made only as fast as it is read. */
function requestOf(pieces: Iterable<string>) {
  const iterator = pieces[Symbol.iterator]()
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

/** Long enough for whatever would still be read ahead. */
async function settled() {
  for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
}

test('backpressure: a reader that waits makes the sender wait', async () => {
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

/** A request that sends this and then nothing more, or a byte now and then. */
function stalled(sent: string, everyMs?: number) {
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

async function read(request: Request, expected: object = {}) {
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
])('a sender that stands still %s is given up, and one that only trickles', async (_, sent) => {
  const still = { code: 'malformed', message: 'The upload stood still' }
  await expect(read(stalled(sent), { idleMs: 20 })).rejects.toMatchObject(still)
  await expect(read(stalled(sent, 2), { idleMs: 100 })).rejects.toMatchObject(still)
})

test('an upload whose slot is lost ends', async () => {
  const lost = new AbortController()
  const reading = read(stalled(`${head}{`), { signal: lost.signal })
  lost.abort()
  await expect(reading).rejects.toMatchObject({ code: 'unavailable' })
})

test('a form with more parts than any of ours is refused', async () => {
  const part = '--b\r\nContent-Disposition: form-data; name="note"\r\n\r\nabc\r\n'
  const { request } = requestOf([part.repeat(21), head, '{}\r\n--b--\r\n'])
  await expect(read(request)).rejects.toMatchObject({ message: 'The form has more than 20 parts' })
})

test('the limit counts the whole form, its length told or not', async () => {
  const tooLarge = { code: 'too_large', message: 'The file is larger than 1 MB' }
  for (const before of ['', head.replace('jsonFile', 'other')]) {
    const { request } = requestOf([before, ...Array<string>(40).fill('x'.repeat(65_536))])
    await expect(read(request, { maxBytes: 1024 * 1024 })).rejects.toMatchObject(tooLarge)
  }
})

test.each([
  ['in the file', [head, '{"a"']],
  ['after the file, before the form’s end', [head, '{}\r\n--b']],
  ['before the file', ['--b\r\nContent-Disposition: form-data; name="json']],
])('a form that breaks off %s is no upload', async (_, pieces) => {
  const { request } = requestOf(pieces)
  const read = async () => {
    for await (const _piece of uploadedFile(request, { field: 'jsonFile', maxBytes: 1e9 }));
  }
  await expect(read()).rejects.toMatchObject({ code: 'malformed' })
})
