import { expect, test } from 'vitest'
import type { ServerCheck } from '../bridge.ts'
import { checkNotices } from './notices.ts'

const found = {
  kind: 'found',
  origin: 'https://texts.example.com',
  encrypted: true,
  version: '1.0.0',
} as const
const titles = (check: ServerCheck, keychain = true) =>
  checkNotices(check, keychain).map(({ title }) => title)

test('a found server has a notice for the server, the encryption and the keychain', () => {
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

test('each failure has its own notice', () => {
  const kinds = ['invalid', 'unreachable', 'certificate', 'not-ours', 'too-old', 'too-new'] as const
  expect(new Set(kinds.map((kind) => titles({ kind })[0])).size).toBe(kinds.length)
})
