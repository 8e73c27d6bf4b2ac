import { expect, test } from 'vitest'
import type { ServerCheck } from '../bridge.ts'
import { noticesOf } from './words.ts'

const found = {
  kind: 'found',
  origin: 'https://texts.example.com',
  encrypted: true,
  version: '1.0.0',
} as const
const titles = (check: ServerCheck, keychain = true) => noticesOf(check, keychain).map(({ title }) => title)

test('a found server, its line and the keychain are said one by one', () => {
  expect(titles(found)).toEqual([
    'Salonback server found',
    'The connection is encrypted',
    'Your login will be kept in this computer’s keychain',
  ])
  expect(titles({ ...found, encrypted: false }, false)).toEqual([
    'Salonback server found',
    'Not encrypted.',
    'This computer has no keychain.',
  ])
})

test('each failure has words of its own', () => {
  const kinds = ['invalid', 'unreachable', 'certificate', 'not-ours', 'too-old', 'too-new'] as const
  const said = kinds.map((kind) => titles({ kind })[0])
  expect(new Set(said).size).toBe(kinds.length)
})
