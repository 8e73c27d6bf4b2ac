import { expect, test } from 'vitest'
import { matcher } from './search.ts'

test.each(['+44 7700 900142', '07700 900142', '7700900142', '(07700) 900-142', '900142'])(
  'a number is found as %s',
  (typed) => {
    expect(matcher(typed)('glow\nhello\n+447700900142')).toBe(true)
    expect(matcher(typed)('glow\nhello\n+447700900143')).toBe(false)
  },
)

test('words are found in any case, and no words find everything', () => {
  expect(matcher('  GLOW ')('glow nail lounge')).toBe(true)
  expect(matcher('glow 9')('glow nail lounge')).toBe(false)
  expect(matcher('  ')('anything')).toBe(true)
})
