import { expect, test } from 'vitest'
import { findLookAlike, loginName, maskName, nameFault } from './names.ts'

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
  ['b\u043ess', 'mixes letters of different alphabets'],
  ['m\u0430y\u0430', 'mixes letters of different alphabets'],
  ['b\u03bfss', 'mixes letters of different alphabets'],
  ['Анна', null],
  ['Ελένη', null],
  ['李娜', null],
  ['Łucja Żak', null],
  // The log and all rules name actors by kind and id.
  ['owner', null],
  ['system', null],
])('%j as a name: %s', (typed, fault) => expect(nameFault(typed)).toBe(fault))

test.each([
  ['maya', 'm…a'],
  ['+447700900123', '+…3'],
  ['bob', '…'],
  ['', '…'],
])('%s is logged as %s', (typed, masked) => expect(maskName(typed)).toBe(masked))

test.each([
  ['boss', ['b0ss'], 'b0ss'],
  ['BOSS', ['b0ss'], 'b0ss'],
  ['\u0441\u0430\u0441\u0430', ['caca'], 'caca'],
  ['\u0430\u043d\u043d\u0430', ['ahha'], 'ahha'],
  ['zoe', ['Zoë'], 'Zoë'],
  ['m\u1ea1ya', ['maya'], 'maya'],
  ['lan', ['Ian'], 'Ian'],
  ['pau1', ['paul'], 'paul'],
  ['paul|', ['paull'], 'paull'],
  ['maya  smith', ['maya smith'], 'maya smith'],
  ['o’hara', ["o'hara"], "o'hara"],
  ['ann–marie', ['ann-marie'], 'ann-marie'],
  ['ma\u034fya', ['maya'], 'maya'],
  // The same name is another error, and different names are none.
  ['maya', ['Maya'], null],
  ['ｍａｙａ', ['maya'], null],
  ['maria', ['marla'], null],
  ['anna', ['anne', 'hanna'], null],
  ['maya2', ['maya'], null],
])('%j beside %j looks like %j', (name, taken, alike) => {
  expect(findLookAlike(name, taken)).toBe(alike)
})
