import { expect, test } from 'vitest'
import { jsonArrayOf } from './json.ts'

async function* pieces(count: number, made: string[] = []) {
  for (let n = 0; n < count; n++) {
    made.push(`"${n}"`)
    yield `"${n}"`
  }
}

test.each([0, 1, 3])('%i pieces are one array', async (count) => {
  const text = await new Response(jsonArrayOf(pieces(count))).text()
  expect(JSON.parse(text)).toEqual(Array.from({ length: count }, (_, n) => String(n)))
})

test('a piece is made when the client took the one before, and none after it went away', async () => {
  const made: string[] = []
  const reader = jsonArrayOf(pieces(100, made)).getReader()
  for (let n = 0; n < 3; n++) await reader.read()
  expect(made.length).toBeLessThanOrEqual(5)
  await reader.cancel()
  expect(made.length).toBeLessThanOrEqual(5)
})
