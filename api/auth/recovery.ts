import { randomBytes, randomInt } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { strength } from './passwords.ts'

const COUNT = 10
const LENGTH = 10
// Crockford's: no letter looks like a digit, and what is mistaken for one can be put right.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ten codes of fifty random bits, like `k7f2m-9xq4t`. */
export const newRecoveryCodes = () =>
  Array.from({ length: COUNT }, () => {
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
  })

export const newRecoverySalt = () => randomBytes(16)

/** A code as it was typed, without its spacing and look-alikes; null when it cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
  return code.length === LENGTH ? code : null
}

/**
 * What is kept of a code. One salt for the ten of an account, so that a login hashes once; slowly, because fifty bits
 * are too few for a fast hash.
 */
export const hashRecoveryCode = (code: string, salt: Buffer): Promise<Buffer> =>
  hashRaw(readRecoveryCode(code) ?? code, { ...strength, salt })
