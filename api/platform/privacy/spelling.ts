import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Normalised text: escapes resolved, all digits as 0-9, with offsets into the original. */
export interface NormalizedText {
  text: string
  /** Start and end in the original per UTF-16 unit; null if unchanged. */
  offsets: { from: number[]; to: number[] } | null
}

/** Escapes of a pasted link, and digits and pluses of other scripts. */
const ESCAPED = /(?:%[0-9a-f]{2})+|(?![\0-\x7f])[\p{N}＋﹢⁺₊]/giu
const ESCAPED_OR_CHARACTER = new RegExp(`${ESCAPED.source}|[^]`, ESCAPED.flags)

export function normalizeText(original: string): NormalizedText {
  if (original.search(ESCAPED) === -1) return { text: original, offsets: null }
  const parts: string[] = []
  const offsets: NonNullable<NormalizedText['offsets']> = { from: [], to: [] }
  let at = 0
  for (const [part] of original.matchAll(ESCAPED_OR_CHARACTER)) {
    for (const { piece, length } of meaning(part)) {
      parts.push(piece)
      for (let unit = 0; unit < piece.length; unit++) {
        offsets.from.push(at)
        offsets.to.push(at + length)
      }
      at += length
    }
  }
  return { text: parts.join(''), offsets }
}

interface Piece {
  piece: string
  /** Length in the original. */
  length: number
}

/** Of an escape or a single character. */
const meaning = (part: string): Iterable<Piece> =>
  part.length > 1 && part.startsWith('%')
    ? percentEncoded(part)
    : [{ piece: digitsOf(part), length: part.length }]

function* percentEncoded(escaped: string): Generator<Piece> {
  const bytes = Buffer.from(escaped.replaceAll('%', ''), 'hex')
  const decoded = bytes.toString('utf8')
  const isUtf8 = !decoded.includes('\ufffd')
  for (const character of isUtf8 ? decoded : bytes.toString('latin1')) {
    yield { piece: digitsOf(character), length: 3 * (isUtf8 ? Buffer.byteLength(character) : 1) }
  }
}

/** Digits and pluses of any script as ASCII; others unchanged. */
export function digitsOf(character: string): string {
  if (character < '\x80' || !/^[\p{N}＋﹢⁺₊]$/u.test(character)) return character
  const known = digits.get(character) ?? asciiDigits(character)
  digits.set(character, known)
  return known
}

/** Cache of about 2,000 number characters. */
const digits = new Map<string, string>()

function asciiDigits(character: string): string {
  if (/^[＋﹢⁺₊]$/.test(character)) return '+'
  const [, plain] = /^\D*(\d)\D*$/.exec(character.normalize('NFKC')) ?? []
  if (plain) return plain
  return /^\p{Nd}$/u.test(character) ? String(distanceToZero(character)) : character
}

/** Digits of a script are contiguous in Unicode, zero first. */
function distanceToZero(digit: string): number {
  const code = digit.codePointAt(0) as number
  let zero = code
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--
  return code - zero
}

/** Finds one number in text, in any spelling. */
export interface NumberFinder {
  /** Whether the text is exactly this number. */
  is(text: string): boolean
  /** Positions of the number in the text. */
  find(text: string): { from: number; to: number }[]
  replace(text: string, marker: string): string
}

/** Separators between digits of a number. */
const GAP = '[^\\p{L}\\p{N}]{0,6}'
/** International prefixes, as in 00 44 or 011 44. */
const DIALLED = '(?:00\\d{0,2}|01[01]|009|810|119)'
/** Not after `+62 `: the digits belong to that country. */
const NOT_ABROAD = '(?<!\\+\\d{1,3}[^\\p{L}\\p{N}]{1,3})'
const SHORTEST = 9

const spaced = (digits: string) => [...digits].join(GAP)

/** A finder for a number in E.164. Whole numbers only, without adjacent digits; spellings without plus need nine digits. */
export function numberFinder(phone: string): NumberFinder {
  const forms = spellingsOf(phone).join('|')
  const anywhere = new RegExp(`(?:${forms})(?!\\d)`, 'gu')
  const alone = new RegExp(`^[^\\p{L}\\p{N}+]*(?:${forms})[^\\p{L}\\p{N}]*$`, 'u')
  const find = (text: string) => {
    const { text: read, offsets } = normalizeText(text)
    return [...read.matchAll(anywhere)].map(({ 0: found, index }) => ({
      from: offsets ? (offsets.from[index] as number) : index,
      to: offsets ? (offsets.to[index + found.length - 1] as number) : index + found.length,
    }))
  }
  return {
    is: (text) => alone.test(normalizeText(text).text),
    find,
    replace: (text, marker) =>
      find(text)
        .reverse()
        .reduce((left, { from, to }) => left.slice(0, from) + marker + left.slice(to), text),
  }
}

/** Patterns over normalised text, one per way to write the number. */
function spellingsOf(phone: string): string[] {
  const { code, national, trunk } = partsOf(phone)
  const zero = trunk === '0' ? `(?:0${GAP})?` : ''
  const rest = `${spaced(code)}${code ? GAP : ''}${zero}${spaced(national)}`
  const forms = [`\\+${GAP}${rest}`]
  if (code.length + national.length >= SHORTEST) {
    forms.push(`(?<!\\d)${NOT_ABROAD}(?:${DIALLED}${GAP})?${rest}`)
  }
  if (trunk && trunk.length + national.length >= SHORTEST) {
    forms.push(`(?<!\\d)${NOT_ABROAD}${spaced(trunk + national)}`)
  }
  if (!trunk && national.length >= SHORTEST) {
    forms.push(`(?<!\\d)${NOT_ABROAD}${notAfterACode()}${spaced(national)}`)
  }
  return forms
}

/** Digits in every spelling: the national ones, or all if these are few. */
export function coreDigits(phone: string): string {
  const { code, national } = partsOf(phone)
  return code.length + national.length >= SHORTEST ? national : code + national
}

/** `trunk`: trunk prefix of the country, or empty. */
function partsOf(phone: string): { code: string; national: string; trunk: string } {
  const parsed = parsePhoneNumberFromString(phone)
  if (!parsed) return { code: '', national: phone.replace(/\D/g, ''), trunk: '' }
  const { countryCallingCode: code, nationalNumber: national } = parsed
  const dialled = parsed.formatNational().replace(/\D/g, '')
  return { code, national, trunk: dialled.endsWith(national) ? dialled.slice(0, -national.length) : '' }
}

/** A national spelling must not follow another country code: `44 2025550142` is not American. */
function notAfterACode(): string {
  const codes = new Set(getCountries().map((country) => getCountryCallingCode(country)))
  return `(?<!(?<!\\d)(?:${[...codes].join('|')})[^\\p{L}\\p{N}]{1,2})`
}
