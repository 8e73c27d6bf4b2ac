import { randomBytes, randomInt } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { strength } from './passwords.ts'

const COUNT = 10
const LENGTH = 10
// Crockford's base 32: no letter looks like a digit, and misread characters can be corrected.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ten codes of fifty random bits, like `k7f2m-9xq4t`. */
export const newRecoveryCodes = () =>
  Array.from({ length: COUNT }, () => {
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
  })

export const newRecoverySalt = () => randomBytes(16)

/** Normalizes spacing and look-alike characters of a typed code; null when it cannot be a recovery code. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
  return code.length === LENGTH ? code : null
}

/** One salt for the ten codes of an account, so that a login hashes once. A slow hash, because codes have only 50 bits. */
export const hashRecoveryCode = (code: string, salt: Buffer): Promise<Buffer> =>
  hashRaw(readRecoveryCode(code) ?? code, { ...strength, salt })
