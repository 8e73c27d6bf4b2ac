import { randomInt } from 'node:crypto'
import { hashOfToken } from '../../platform/http/tokens.ts'

/** Lower-case letters and digits without look-alikes: no 0, 1, i, l and o. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Characters of half a token, drawn together: 31^10 is too large for one call of `randomInt`. */
const HALF = 5

/** A new random token of a booking link: ten characters. */
export const createToken = (): string => randomHalf() + randomHalf()

function randomHalf(): string {
  let rest = randomInt(ALPHABET.length ** HALF)
  let half = ''
  for (let n = 0; n < HALF; n++) {
    half += ALPHABET[rest % ALPHABET.length]
    rest = Math.floor(rest / ALPHABET.length)
  }
  return half
}

export const isToken = (text: string) => /^[a-hjkmnp-z2-9]{10}$/.test(text)

export const bookingLink = (publicUrl: string, token: string) => `${publicUrl}/b/${token}`

/** The token in a text that has this hash; undefined if there is none. */
export const findToken = (body: string, hash: Buffer): string | undefined =>
  [...body.matchAll(/\/b\/([a-hjkmnp-z2-9]{10})/g)]
    .map(([, token = '']) => token)
    .find((token) => hashOfToken(token).equals(hash))
