import { describe, expect, test } from 'vitest'
import { describeRun, rangeOf, shareOf, type Target, unusualRun } from './rules.ts'

const target = (phone: string, country = 'GB'): Target => ({ phone, country })
/** `count` numbers from `from`, `step` apart. */
const numbers = (count: number, from: number, step: number, country = 'GB') =>
  Array.from({ length: count }, (_, n) => target(`+${from + n * step}`, country))

/** The result for the last text; the others were sent in the hour before. */
function runOfLast(all: Target[], { earlier = 0, home = 'GB' } = {}) {
  const next = all.at(-1)
  if (!next) throw new Error('no texts')
  return unusualRun(next, { lastHour: all.slice(0, -1), earlier, home })
}

describe('unusualRun', () => {
  test.each([
    ['one text', numbers(1, 447700900100, 1), null],
    ['sixty far apart', numbers(60, 447400100123, 10_007), null],
    ['five in a row', numbers(5, 447700900100, 1), null],
    ['six in a row', numbers(6, 447700900100, 1), { kind: 'sequence', place: '+44770090', texts: 6 }],
    ['six, every other number', numbers(6, 447700900100, 2), { kind: 'sequence', texts: 6 }],
    ['six in a row across the end of a range', numbers(6, 447700909997, 1), { kind: 'sequence', texts: 6 }],
    ['ten of one range, three apart', numbers(10, 447700900100, 3), null],
    ['eleven of one range', numbers(11, 447700900100, 3), { kind: 'range', place: '+44770090', texts: 11 }],
    ['eleven of two ranges', numbers(11, 447700899985, 3), null],
    ['sixty to our own country', numbers(60, 447400100123, 10_007, 'GB'), null],
    ['twenty abroad', numbers(20, 12025550100, 100_003, 'US'), null],
    ['21 abroad', numbers(21, 12025550100, 100_003, 'US'), { kind: 'country', place: 'US', texts: 21 }],
  ])('%s', (_, all, expected) => {
    const run = runOfLast(all)
    if (expected === null) expect(run).toBeNull()
    else expect(run).toMatchObject(expected)
  })

  test('a sequence counts in any order', () => {
    const row = numbers(6, 447700900100, 1)
    expect(runOfLast(row.toReversed())).toMatchObject({ kind: 'sequence' })
    const mixed = [2, 0, 4, 5, 1, 3].map((at) => row[at] as Target)
    expect(runOfLast(mixed)).toMatchObject({ kind: 'sequence', texts: 6 })
  })

  test('a repeated number counts once', () => {
    expect(runOfLast(Array.from({ length: 9 }, () => target('+447700900100')))).toBeNull()
  })

  test('the home country and a country texted all day are not unusual', () => {
    const abroad = numbers(21, 12025550100, 100_003, 'US')
    expect(runOfLast(abroad, { earlier: 20 })).toMatchObject({ kind: 'country' })
    expect(runOfLast(abroad, { earlier: 21 })).toBeNull()
    expect(runOfLast(abroad, { home: 'US' })).toBeNull()
  })

  test('a run concerns only the numbers in it', () => {
    expect(runOfLast([...numbers(8, 447700900100, 1), target('+447911999999')])).toBeNull()
  })
})

test('a description names the place and no whole number', () => {
  expect(describeRun({ kind: 'range', place: '+44770090', texts: 11 })).toBe(
    '11 texts in an hour to one range of numbers (+44770090xxxx)',
  )
  expect(describeRun({ kind: 'sequence', place: '+44770090', texts: 6 })).toBe(
    '6 numbers in a row asked for a text (+44770090xxxx)',
  )
  expect(describeRun({ kind: 'country', place: 'US', texts: 21 })).toBe(
    '21 texts in an hour to one country (US), far more than before',
  )
})

test('a range is the number without its last four digits', () => {
  expect(rangeOf('+353871234567')).toBe('+35387123')
})

test.each([
  [60, 10],
  [12, 2],
  [5, 1],
  [1, 1],
])('of %d texts an hour one address gets %d', (perHour, share) => {
  expect(shareOf(perHour)).toBe(share)
})
