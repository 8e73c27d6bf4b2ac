import { expect, test } from 'vitest'
import { loginName, maskName, nameFault } from './names.ts'

test.each([
  ['maya', 'maya'],
  [' MAYA ', 'maya'],
  ['ｍａｙａ', 'maya'],
  ['ZOË', 'zoë'],
  ['ﬁona', 'fiona'],
])('%s logs in as %s', (typed, name) => expect(loginName(typed)).toBe(name))

test.each([
  ['maya', null],
  ['Zoë O’Hara', null],
  ['', 'must not be empty'],
  ['   ', 'must not be empty'],
  ['m'.repeat(64), null],
  ['m'.repeat(65), 'may have 64 characters'],
  ['ma\u200bya', 'has a character that cannot be seen'],
  ['ma\nya', 'has a character that cannot be seen'],
])('%j as a name: %s', (typed, fault) => expect(nameFault(typed)).toBe(fault))

test.each([
  ['maya', 'm…a'],
  ['+447700900123', '+…3'],
  ['bob', '…'],
  ['', '…'],
])('%s is logged as %s', (typed, masked) => expect(maskName(typed)).toBe(masked))
