import { randomBytes } from 'node:crypto'
import { brand } from '@salonback/shared/brand.ts'
import { Secret, TOTP } from 'otpauth'

const BYTES = 20
/** Steps of 30 s by which a phone's clock may differ. */
const SKEW = 1

export const newSecret = () => randomBytes(BYTES)

/** SHA-1, six digits, 30 s: the parameters every authenticator app supports (RFC 6238). */
const createTotp = (secret: Buffer, username = '') =>
  new TOTP({
    issuer: brand.name,
    label: username,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

/** The otpauth URI of the QR code. */
export const codeUri = (username: string, secret: Buffer) => createTotp(secret, username).toString()

export const base32 = (secret: Buffer) => createTotp(secret).secret.base32

/** The time step of this code, or null when it is not a current one. Ignores spaces and hyphens. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const token = code.normalize('NFKC').replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const totp = createTotp(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token, timestamp, window: SKEW })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
