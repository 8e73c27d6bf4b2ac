import { expect, test } from 'vitest'
import { retryAfterMs } from './retryAfter.ts'

const now = new Date('2026-03-10T12:00:00Z')
const HOUR = 3_600_000

test.each<[header: string | null | undefined, ms: number]>([
  ['120', 120_000],
  [' 0 ', 0],
  ['7200', 2 * HOUR],
  ['999999999999999999999', 6 * HOUR],
  ['Tue, 10 Mar 2026 12:10:00 GMT', 600_000],
  ['Tuesday, 10-Mar-26 12:10:00 GMT', 600_000],
  ['Tue Mar 10 12:10:00 2026', 600_000],
  ['Tue Mar  3 12:10:00 2026', 0],
  ['Tue, 10 Mar 2026 11:00:00 GMT', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 6 * HOUR],
  ['2026-03-10T12:10:00Z', 0],
  ['-5', 0],
  ['1.5', 0],
  ['soon', 0],
  ['', 0],
  [null, 0],
  [undefined, 0],
])('Retry-After: %s is %s ms', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms)
})
