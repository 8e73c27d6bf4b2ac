import { expect, test } from 'vitest'
import { screens } from './screens.ts'

test('each screen has a name, and each faked answer is one of the contract', () => {
  // An answer that the contract does not allow throws when the screens are loaded.
  const names = screens.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(100)
  expect(new Set(names).size).toBe(names.length)
})
