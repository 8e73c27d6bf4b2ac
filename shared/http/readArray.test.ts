import { expect, test } from 'vitest'
import { readArray } from './readArray.ts'

const names = ['Élan ✂️', 'a text,\nwith a line of its own},{"id":9}', ']', '{"id":5},\\n{"id":6}']
/** More than two pieces of it. */
const entries = Array.from({ length: 12_000 }, (_, id) => ({ id, name: names[id % 4] ?? '' }))
const lined = `[${entries.map((entry) => JSON.stringify(entry)).join(',\n')}]`

/** The text in chunks of this many bytes. */
function inChunks(text: string, size: number) {
  const bytes = new TextEncoder().encode(text)
  return new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
      controller.close()
    },
  })
}

test('however the bytes are cut, the entries are the same, each told once and in its order', async () => {
  for (const size of [101, 1013, 65_537, 262_144]) {
    const pieces: unknown[][] = []
    expect(await readArray(inChunks(lined, size), (piece) => pieces.push([...piece]))).toEqual(entries)
    expect(pieces.flat()).toEqual(entries)
    expect(pieces.length).toBeGreaterThan(1)
  }
})

test.each([
  ['nothing in it', '[]', []],
  ['one line', JSON.stringify(entries), entries],
  ['an indentation', JSON.stringify(entries, null, 2).replaceAll(',\n    ', ', '), entries],
])('an array with %s is read too', async (_, text, expected) => {
  expect(await readArray(inChunks(text, 1013))).toEqual(expected)
})

test('what is there is told before the rest has come, and what breaks off is an error', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const sender = writable.getWriter()
  const told: unknown[] = []
  const first = new Promise<void>((resolve) => {
    void readArray(readable, (piece) => {
      for (const one of piece) told.push(one)
      resolve()
    }).catch((error: Error) => told.push(error.message))
  })
  void sender.write(new TextEncoder().encode(lined.slice(0, 300_000)))
  await first
  expect(told).toEqual(entries.slice(0, told.length))
  expect(JSON.stringify(told).length).toBeGreaterThan(290_000)
  void sender.abort(new TypeError('broken off')).catch(() => {})
  await expect.poll(() => told.at(-1)).toBe('broken off')
})

test('an array whose end is missing is an error', async () => {
  await expect(readArray(inChunks(lined.slice(0, -1), 65_537))).rejects.toThrow(SyntaxError)
})
