import { withLatinLetters, withPlainSquares } from './lookAlikes.ts'

/** A normalised text, in the forms that the patterns of `understand` match against. */
export type Wording = {
  /** Folded, punctuation kept: lower case, no accents, no apostrophes (`don't` is `dont`). */
  text: string
  /** Folded, words only. */
  flat: string
  /** Words only, split at punctuation and at conjunctions such as `but`. */
  clauses: string[]
  sentences: string[]
  /** Holds no letters or digits, only punctuation or emoji such as 👍. */
  onlySigns: boolean
}

const apostrophes = /['’‘ʼ`´′]/g
const clauseBreak =
  /[.,;:!?\n()|/"“”«»~*–—]+|\s-+\s|\b(?:but|and|then|because|cos|coz)\b|\bso (?=please|pls|stop|remove|no\b|yes|yeah|just|dont|do not|take|opt|unsub)/

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

export function wordingOf(folded: string): Wording {
  return {
    text: folded,
    flat: words(folded),
    clauses: folded.split(clauseBreak).map(words).filter(Boolean),
    sentences: folded
      .split(/[.!?\n]+/)
      .map(words)
      .filter(Boolean),
    onlySigns: folded !== '' && words(folded) === '',
  }
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
