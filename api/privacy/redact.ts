import { isUtf8 } from 'node:buffer'
import type { NumberFinder } from './spelling.ts'

/** What stands where a number stood. */
export const MARKER = '[erased]'

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/**
 * JSON text with the number replaced in every string, name and number in it; whatever else it holds stays as it was
 * written. `except`: a value that is left alone.
 */
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

/** A spelling of a number has at least this many digits, whichever way each is written; shorter ones are not looked for. */
const MIN_DIGITS = 9

/** Bytes, as hex, with the number replaced where they read as text. */
export function redactBytes(hex: string, finder: NumberFinder, marker: string): string {
  const bytes = Buffer.from(hex, 'hex')
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1'
  const words = bytes.toString(encoding)
  // A hash is no text, and reading each of them for numbers took an erasure longer than all else.
  if (encoding === 'latin1' && (words.match(/[0-9¹²³]/g)?.length ?? 0) < MIN_DIGITS) return hex
  return finder.find(words).length > 0
    ? Buffer.from(finder.replace(words, marker), encoding).toString('hex')
    : hex
}
