import { createHash, randomBytes } from 'node:crypto'

/** A secret of this many random bytes for a cookie or an address. */
export const newToken = (bytes = 32) => randomBytes(bytes).toString('base64url')

/** Only the hash is stored: a copy of the database opens nothing. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest()
