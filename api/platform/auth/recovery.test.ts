import { expect, test } from 'vitest'
import { hashRecoveryCode, newRecoveryCodes, newRecoverySalt, readRecoveryCode } from './recovery.ts'

test('ten different readable codes are created', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
})

test.each([
  ['k7f2m-9xq4t', 'k7f2m9xq4t'],
  [' K7F2M 9XQ4T ', 'k7f2m9xq4t'],
  ['kOf2m-Ixqlt', 'k0f2m1xq1t'],
  ['k7f2m-9xq4', null],
  ['123456', null],
  ['', null],
])('%j is read as %j', (typed, code) => expect(readRecoveryCode(typed)).toBe(code))

test('the hash ignores spacing and depends on the salt', async () => {
  const salt = newRecoverySalt()
  const hash = await hashRecoveryCode('k7f2m-9xq4t', salt)
  expect(await hashRecoveryCode('K7F2M9XQ4T', salt)).toEqual(hash)
  expect(await hashRecoveryCode('k7f2m-9xq4t', newRecoverySalt())).not.toEqual(hash)
  expect(hash.toString('latin1')).not.toContain('k7f2m')
})
