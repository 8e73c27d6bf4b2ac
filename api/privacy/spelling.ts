import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Text as it reads: escapes resolved, every script's digits as 0-9; and where each character of it stood. */
export interface Readable {
  text: string
  /** For each UTF-16 unit of `text` where it began and ended in the original; null where nothing was changed. */
  offsets: { from: number[]; to: number[] } | null
}

const ESCAPED =
  /(?:%[0-9a-f]{2})+|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[nrtfv]|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|nbsp|plus|ensp|emsp|thinsp|shy|zwj|zwnj|hyphen|lpar|rpar|sol|period);?|(?![\0-\x7f])[\p{N}＋﹢⁺₊]/giu

/** A second pass reads what was escaped twice; nobody escapes oftener by accident. */
const PASSES = 3

export function readable(original: string): Readable {
  let read: Readable = { text: original, offsets: null }
  for (let pass = 0; pass < PASSES; pass++) {
    const next = resolve(read)
    if (next === null) break
    read = next
  }
  return read
}

/** One pass over the text; null when there is nothing to resolve. */
function resolve({ text, offsets }: Readable): Readable | null {
  const parts: string[] = []
  const from: number[] = []
  const to: number[] = []
  let changed = false
  let done = 0
  const add = (piece: string, start: number, end: number, each: boolean) => {
    parts.push(piece)
    for (let n = 0; n < piece.length; n++) {
      const [first, last] = each ? [start + n, start + n] : [start, end - 1]
      from.push(offsets ? (offsets.from[first] as number) : first)
      to.push(offsets ? (offsets.to[last] as number) : last + 1)
    }
  }
  for (const found of text.matchAll(ESCAPED)) {
    const [escaped] = found
    const at = found.index
    add(text.slice(done, at), done, at, true)
    let start = at
    for (const { piece, length } of meaning(escaped)) {
      const whole = piece.length === length && piece === text.slice(start, start + length)
      add(piece, start, start + length, whole)
      changed ||= !whole
      start += length
    }
    done = at + escaped.length
  }
  if (!changed) return null
  add(text.slice(done), done, text.length, true)
  return { text: parts.join(''), offsets: { from, to } }
}

interface Piece {
  piece: string
  /** How much of the escape it takes up. */
  length: number
}

function* meaning(escaped: string): Generator<Piece> {
  if (escaped.startsWith('%')) yield* percentEncoded(escaped)
  else if (escaped.startsWith('&')) yield { piece: digitsOf(entity(escaped)), length: escaped.length }
  else if (escaped.startsWith('\\')) {
    const code = Number.parseInt(escaped.slice(2), 16)
    yield { piece: Number.isNaN(code) ? ' ' : digitsOf(String.fromCharCode(code)), length: escaped.length }
  } else yield { piece: digitsOf(escaped), length: escaped.length }
}

function* percentEncoded(escaped: string): Generator<Piece> {
  const bytes = Buffer.from(escaped.replaceAll('%', ''), 'hex')
  const decoded = bytes.toString('utf8')
  const isUtf8 = !decoded.includes('\ufffd')
  for (const character of isUtf8 ? decoded : bytes.toString('latin1')) {
    yield { piece: digitsOf(character), length: 3 * (isUtf8 ? Buffer.byteLength(character) : 1) }
  }
}

function entity(escaped: string): string {
  const [, hex, decimal] = /^&#(?:x([0-9a-f]+)|(\d+))/i.exec(escaped) ?? []
  if (!hex && !decimal) return /^&plus/i.test(escaped) ? '+' : ' '
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' '
}

/** A digit or plus of whatever script as the ASCII one; anything else as it is. */
export function digitsOf(character: string): string {
  if (character < '\x80' || !/^[\p{N}＋﹢⁺₊]$/u.test(character)) return character
  const known = digits.get(character) ?? asciiDigits(character)
  digits.set(character, known)
  return known
}

/** There are some two thousand number characters; looking each up anew would take most of the time. */
const digits = new Map<string, string>()

function asciiDigits(character: string): string {
  if (/^[＋﹢⁺₊]$/.test(character)) return '+'
  const [, plain] = /^\D*(\d)\D*$/.exec(character.normalize('NFKC')) ?? []
  if (plain) return plain
  return /^\p{Nd}$/u.test(character) ? String(distanceToZero(character)) : character
}

/** Unicode keeps every script's digits together, zero first. */
function distanceToZero(digit: string): number {
  const code = digit.codePointAt(0) as number
  let zero = code
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--
  return code - zero
}

/** Finds one number in texts, in whatever spelling means it. */
export interface NumberFinder {
  /** Whether the text is this number and nothing else. */
  is(text: string): boolean
  /** Where the number stands in the text. */
  find(text: string): { from: number; to: number }[]
  replace(text: string, marker: string): string
}

/** Between two digits of one number: a few characters that are neither letters nor digits. */
const GAP = '[^\\p{L}\\p{N}]{0,6}'
/** Dialled before a country's code, as in 00 44 or 011 44. */
const DIALLED = '(?:00\\d{0,2}|01[01]|009|810|119)'
/** Not after `+62 `: the digits that follow are that country's. */
const NOT_ABROAD = '(?<!\\+\\d{1,3}[^\\p{L}\\p{N}]{1,3})'
const SHORTEST = 9

const spaced = (digits: string) => [...digits].join(GAP)

/**
 * A finder for a number in E.164. Whole numbers only: no digit stands right before or after. Spellings without the plus
 * count from nine digits on, because shorter ones are part of too many other things.
 */
export function numberFinder(phone: string): NumberFinder {
  const forms = spellingsOf(phone).join('|')
  const anywhere = new RegExp(`(?:${forms})(?!\\d)`, 'gu')
  const alone = new RegExp(`^[^\\p{L}\\p{N}+]*(?:${forms})[^\\p{L}\\p{N}]*$`, 'u')
  const find = (text: string) => {
    const { text: read, offsets } = readable(text)
    return [...read.matchAll(anywhere)].map(({ 0: found, index }) => ({
      from: offsets ? (offsets.from[index] as number) : index,
      to: offsets ? (offsets.to[index + found.length - 1] as number) : index + found.length,
    }))
  }
  return {
    is: (text) => alone.test(readable(text).text),
    find,
    replace: (text, marker) =>
      find(text)
        .reverse()
        .reduce((left, { from, to }) => left.slice(0, from) + marker + left.slice(to), text),
  }
}

/** Regular expressions over readable text, one for each way to write the number. */
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

/** The digits that every spelling of the number contains: the national ones, or all of them where these are few. */
export function coreOf(phone: string): string {
  const { code, national } = partsOf(phone)
  return code.length + national.length >= SHORTEST ? national : code + national
}

/** `trunk` is what is dialled before the number within its country; empty where that is nothing. */
function partsOf(phone: string): { code: string; national: string; trunk: string } {
  const parsed = parsePhoneNumberFromString(phone)
  if (!parsed) return { code: '', national: phone.replace(/\D/g, ''), trunk: '' }
  const { countryCallingCode: code, nationalNumber: national } = parsed
  const dialled = parsed.formatNational().replace(/\D/g, '')
  return { code, national, trunk: dialled.endsWith(national) ? dialled.slice(0, -national.length) : '' }
}

/** A national spelling must not follow another country's code: `44 2025550142` is no American number. */
function notAfterACode(): string {
  const codes = new Set(getCountries().map((country) => getCountryCallingCode(country)))
  return `(?<!(?<!\\d)(?:${[...codes].join('|')})[^\\p{L}\\p{N}]{1,2})`
}
