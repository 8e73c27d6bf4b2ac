import { randomBytes } from 'node:crypto'
import { brand } from '@salonback/shared/brand.ts'
import { Secret, TOTP } from 'otpauth'

const BYTES = 20
/** Steps (of 30 s) a phone's clock may be off, either way. */
const SKEW = 1

export const newSecret = () => randomBytes(BYTES)

/** SHA-1, six digits, 30 s: what every authenticator app takes (RFC 6238). */
const totpOf = (secret: Buffer, username = '') =>
  new TOTP({
    issuer: brand.name,
    label: username,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

/** The address behind the QR code. */
export const codeUri = (username: string, secret: Buffer) => totpOf(secret, username).toString()

export const base32 = (secret: Buffer) => totpOf(secret).secret.base32

/** The time step whose code this is, or null when it is none of the present ones. Spaces and hyphens do not count. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const token = code.normalize('NFKC').replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token, timestamp, window: SKEW })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
