import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

// The first byte says how the rest is kept.
const PLAIN = 0
const SEALED = 1
const IV = 12
const TAG = 16

// Derived, not the setting's key itself: the number hashes under that key must tell nothing about this one.
const keyOf = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', 'second factor secrets', 32))

/** AES-256-GCM under the newest key, bound to its owner; as it is where the settings have no key. */
export function seal(secret: Buffer, owner: string, keys: readonly Buffer[]): Buffer {
  const key = keys.at(-1)
  if (!key) return Buffer.concat([Buffer.of(PLAIN), secret])
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', keyOf(key), iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([Buffer.of(SEALED), iv, cipher.getAuthTag(), sealed])
}

/** The secret again, whichever of the keys it is under; null when none of them opens it, or it is not this owner's. */
export function unseal(kept: Buffer, owner: string, keys: readonly Buffer[]): Buffer | null {
  if (kept[0] === PLAIN) return kept.subarray(1)
  const iv = kept.subarray(1, 1 + IV)
  const tag = kept.subarray(1 + IV, 1 + IV + TAG)
  for (const key of keys.toReversed()) {
    try {
      const cipher = createDecipheriv('aes-256-gcm', keyOf(key), iv, { authTagLength: TAG })
      cipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
      return Buffer.concat([cipher.update(kept.subarray(1 + IV + TAG)), cipher.final()])
    } catch {
      // Under another key.
    }
  }
  return null
}
