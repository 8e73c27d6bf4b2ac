import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

// The first byte marks whether the rest is encrypted.
const PLAIN = 0
const SEALED = 1
const IV = 12
const TAG = 16

// A derived key, so that the phone hashes made with the setting's key reveal nothing about it.
const deriveKey = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', 'second factor secrets', 32))

/** Encrypts with AES-256-GCM under the newest key, bound to its owner; stored unencrypted if there is no key. */
export function seal(secret: Buffer, owner: string, keys: readonly Buffer[]): Buffer {
  const key = keys.at(-1)
  if (!key) return Buffer.concat([Buffer.of(PLAIN), secret])
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key), iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([Buffer.of(SEALED), iv, cipher.getAuthTag(), sealed])
}

/** Decrypts with any of the keys; null when none fits or the secret belongs to another owner. */
export function unseal(kept: Buffer, owner: string, keys: readonly Buffer[]): Buffer | null {
  if (kept[0] === PLAIN) return kept.subarray(1)
  const iv = kept.subarray(1, 1 + IV)
  const tag = kept.subarray(1 + IV, 1 + IV + TAG)
  for (const key of keys.toReversed()) {
    try {
      const cipher = createDecipheriv('aes-256-gcm', deriveKey(key), iv, { authTagLength: TAG })
      cipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
      return Buffer.concat([cipher.update(kept.subarray(1 + IV + TAG)), cipher.final()])
    } catch {
      // Encrypted under another key.
    }
  }
  return null
}
