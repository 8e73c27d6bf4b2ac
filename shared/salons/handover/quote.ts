import { nameAndNumber } from '../visits/names.ts'

const MOST = 160
const MOST_NAME = 40

/** Invisible characters that change how the text around them is shown. */
const invisible = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu

/**
 * Quotes a client in a text to the owner: one line, at most 160 characters, without quotation marks that would end the
 * quotation. Owners trust links in our texts, and phones make links of addresses. So an address with `https://` or `www.`
 * becomes `(link)`, and others get a space after the dot, which leaves "Yes.Friday is fine" readable.
 */
export const quoteOf = (words: string, most = MOST): string =>
  cut(
    words
      .normalize('NFKC')
      .replace(invisible, ' ')
      .replace(/["“”„‟«»]/g, "'")
      .replace(/(?:[a-z][a-z\d+.-]*:\/\/|\bwww\.)\S*/gi, '(link)')
      .replace(/\b\d{1,3}(?:\.\d{1,3}){3}\S*/g, '(link)')
      .replace(/(?<=\S)[.。](?=\p{L}{2})/gu, '. ')
      .replace(/\s+/g, ' ')
      .trim(),
    most,
  )

function cut(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 3)
        .join('')
        .trimEnd()}...`
}

/** A client in a text to the owner: `Maya +44 7700 900123`. */
export const clientInText = (firstName: string | null, phone: string) =>
  nameAndNumber(firstName && quoteOf(firstName, MOST_NAME), phone)
