import { expect, test } from 'vitest'
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

test('a reader that waits makes the sender wait', async () => {
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

test('a sender that stands still is given up', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`${head}{"export_metadata"`))
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const request = new Request('http://localhost/', {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as RequestInit)
  const file = uploadedFile(request, { field: 'jsonFile', maxBytes: 1e9, idleMs: 20 })
  await file.next()
  await expect(file.next()).rejects.toMatchObject({ code: 'malformed', message: 'The upload stood still' })
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
