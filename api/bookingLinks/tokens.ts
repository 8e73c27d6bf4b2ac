import { randomInt } from 'node:crypto'
import { hashOfToken } from '../salons/ownerLinks.ts'

/** Lower-case letters and digits without look-alikes: no 0, 1, i, l and o. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10

/** A new random token of a booking link. */
export function createToken(): string {
  let token = ''
  while (token.length < LENGTH) token += ALPHABET[randomInt(ALPHABET.length)]
  return token
}

export const isToken = (text: string) => /^[a-hjkmnp-z2-9]{10}$/.test(text)

export const bookingLink = (publicUrl: string, token: string) => `${publicUrl}/b/${token}`

/** The token in a text that has this hash; undefined if there is none. */
export const findToken = (body: string, hash: Buffer): string | undefined =>
  [...body.matchAll(/\/b\/([a-hjkmnp-z2-9]{10})/g)]
    .map(([, token = '']) => token)
    .find((token) => hashOfToken(token).equals(hash))
