import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'

const secret = Buffer.from('12345678901234567890')
const first = Buffer.alloc(32, 1)
const second = Buffer.alloc(32, 2)

test('a sealed secret is encrypted and bound to its owner', () => {
  const kept = seal(secret, 'maya', [first])
  expect(kept.includes(secret.subarray(0, 4))).toBe(false)
  expect(seal(secret, 'maya', [first])).not.toEqual(kept)
  expect(unseal(kept, 'maya', [first])).toEqual(secret)
  expect(unseal(kept, 'zoe', [first])).toBeNull()
  expect(unseal(kept, 'maya', [second])).toBeNull()
  expect(unseal(kept, 'maya', [])).toBeNull()
  const changed = Buffer.from(kept)
  changed.writeUInt8(kept.readUInt8(kept.length - 1) ^ 1, kept.length - 1)
  expect(unseal(changed, 'maya', [first])).toBeNull()
})

test('the newest key encrypts, older ones decrypt', () => {
  const old = seal(secret, 'maya', [first])
  const fresh = seal(secret, 'maya', [first, second])
  expect(unseal(old, 'maya', [first, second])).toEqual(secret)
  expect(unseal(fresh, 'maya', [first, second])).toEqual(secret)
  expect(unseal(fresh, 'maya', [first])).toBeNull()
})

test('without a key the secret is stored in plain text and stays readable later', () => {
  const kept = seal(secret, 'maya', [])
  expect(unseal(kept, 'maya', [])).toEqual(secret)
  expect(unseal(kept, 'maya', [first])).toEqual(secret)
})
