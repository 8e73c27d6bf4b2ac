import { expect, test } from 'vitest'
import { searchMatcher } from './search.ts'

test.each(['+44 7700 900142', '07700 900142', '7700900142', '(07700) 900-142', '900142'])(
  'a number is found as %s',
  (typed) => {
    expect(searchMatcher(typed)('glow\nhello\n+447700900142')).toBe(true)
    expect(searchMatcher(typed)('glow\nhello\n+447700900143')).toBe(false)
  },
)

test('the search ignores case; an empty search matches all', () => {
  expect(searchMatcher('  GLOW ')('glow nail lounge')).toBe(true)
  expect(searchMatcher('glow 9')('glow nail lounge')).toBe(false)
  expect(searchMatcher('  ')('anything')).toBe(true)
})
