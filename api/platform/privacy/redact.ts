import { isUtf8 } from 'node:buffer'
import type { NumberFinder } from './spelling.ts'

/** Replaces a number. */
export const MARKER = '[erased]'

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/** Replaces the number in every string, name and number of JSON text and keeps the rest. `except`: a value to keep. */
export function redactJson(
  json: string,
  finder: NumberFinder,
  marker: string,
  except: string | null = null,
): string {
  return json.replace(TOKENS, (token) => {
    const words = token.startsWith('"') ? (JSON.parse(token) as string) : token
    if (words === except || finder.find(words).length === 0) return token
    return JSON.stringify(words === token ? marker : finder.replace(words, marker))
  })
}

/** Minimum digits of a spelling. */
const MIN_DIGITS = 9

/** Bytes as hex, with the number replaced in their text. */
export function redactBytes(hex: string, finder: NumberFinder, marker: string): string {
  const bytes = Buffer.from(hex, 'hex')
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1'
  const words = bytes.toString(encoding)
  // Hashes are not text; searching them would dominate the time of an erasure.
  if (encoding === 'latin1' && (words.match(/[0-9¹²³]/g)?.length ?? 0) < MIN_DIGITS) return hex
  return finder.find(words).length > 0
    ? Buffer.from(finder.replace(words, marker), encoding).toString('hex')
    : hex
}
