import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findLookAlike, isReserved, loginName, maskName, nameFault } from './names.ts'

const RESERVED = 'would look like the service, an owner or a client in the log'

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
  ['owner', RESERVED],
  ['Owner', RESERVED],
  [' OWNER ', RESERVED],
  ['ｏｗｎｅｒ', RESERVED],
  ['0wner', RESERVED],
  ['the owner', RESERVED],
  ['Owners', RESERVED],
  ['programme', RESERVED],
  ['Program', RESERVED],
  ['system', RESERVED],
  ['Booking System', RESERVED],
  ['booking-system', RESERVED],
  ['booking_system', RESERVED],
  ['command line', RESERVED],
  ['client', RESERVED],
  ['CLIENT', RESERVED],
  ['cIient', RESERVED],
  ['key', RESERVED],
  ['API key', RESERVED],
  ['API key “Phorest”', RESERVED],
  ['api-key 2', RESERVED],
  ['ѕуѕтем', RESERVED],
  ['Keyla', null],
  ['Keith Owner', null],
  ['system of a down', null],
  ['admin', null],
  ['theo', null],
  ['Clienta', null],
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

test('no account can have the name of an actor in the code', () => {
  const folder = fileURLToPath(new URL('../../', import.meta.url))
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?:platform|core|sales|salons|admin|worker)\/.*(?<!\.test)\.ts$/.test(name),
  )
  const actors = sources.flatMap((name) =>
    [
      ...readFileSync(folder + name, 'utf8').matchAll(/(?:\b(?:actor|by):|\b(?:ACTOR|BY)\w* =) '([^']+)'/g),
    ].map(([, actor = '']) => actor),
  )
  expect(new Set(actors)).toEqual(
    new Set(['owner', 'client', 'programme', 'booking system', 'system', 'command line']),
  )
  expect(actors.filter((actor) => !isReserved(actor))).toEqual([])
})
