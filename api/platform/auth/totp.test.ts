import { expect, test } from 'vitest'
import { codeUri, newSecret, stepOfCode } from './totp.ts'

// RFC 6238, appendix B, SHA-1; our codes are the last six of its eight digits.
const secret = Buffer.from('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1000)

test.each([
  [59, '287082', 1],
  [1111111109, '081804', 37037036],
  [1111111111, '050471', 37037037],
  [1234567890, '005924', 41152263],
  [2000000000, '279037', 66666666],
  [20000000000, '353130', 666666666],
])('RFC 6238: at second %i the code is %s', (seconds, code, step) => {
  expect(stepOfCode(secret, code, at(seconds))).toBe(step)
})

// RFC 4226, appendix D: the codes of the steps 0 to 9.
const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ')

test('a clock may be one step off', () => {
  const fits = codes.map((code) => stepOfCode(secret, code, at(5 * 30 + 29)))
  expect(fits).toEqual([null, null, null, null, 4, 5, 6, null, null, null])
})

test.each([
  ['254 676', 5],
  [' 254-676 ', 5],
  ['２５４６７６', 5],
  ['25467', null],
  ['2546760', null],
  ['254676x', null],
  ['', null],
])('%j as a code: %s', (typed, step) => {
  expect(stepOfCode(secret, typed, at(5 * 30))).toBe(step)
})

test('the URI contains account, service and secret', () => {
  const uri = new URL(codeUri('zoë o’hara', secret))
  expect(uri.href).toMatch(/^otpauth:\/\/totp\/Salonback:zo%C3%AB%20o%E2%80%99hara\?/)
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Salonback',
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('a secret has 160 random bits', () => {
  expect(newSecret()).toHaveLength(20)
  expect(newSecret()).not.toEqual(newSecret())
})
