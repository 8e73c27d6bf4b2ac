import { withLatinLetters, withPlainSquares } from './lookAlikes.ts'

const apostrophes = /['’‘ʼ`´′]/g
/** NFKC, lower case, accents, skin tones and invisible characters removed, look-alike letters to Latin, inner hyphens to spaces. */
export function fold(body: string): string {
  const plain = withPlainSquares(body)
    .replace(apostrophes, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}\p{Emoji_Modifier}]/gu, '')
    .normalize('NFC')
    .replace(/ł/g, 'l')
    .replace(/ı/g, 'i')
    .replace(/(\p{L})[-‐‑](?=\p{L})/gu, '$1 ')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
  return withLatinLetters(plain)
}

/** Letters and digits only, single spaces. */
export function words(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** A pattern that matches any phrase of a list separated by `|`. */
export function anyOf(phrases: string): RegExp {
  return new RegExp(
    `^(?:${phrases
      .trim()
      .split(/\s*\|\s*/)
      .join('|')})$`,
  )
}
