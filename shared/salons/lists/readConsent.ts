import {
  agreements,
  doubtful,
  fillers,
  nothingSaid,
  onlyWords,
  otherChannels,
  purposes,
  refusalStarts,
  refusals,
  texts,
} from './consentWords.ts'
import { isEmptyValue, type ListedConsent } from './listValues.ts'

/**
 * What a cell says about marketing texts. A refusal anywhere is a no, unless it plainly is of another channel; a yes must
 * be understood to its last word. Other cells are `unread`: they must not count as consent.
 */
export function readConsent(value: string): ListedConsent {
  const text = value
    .slice(0, LONGEST_VALUE)
    .replace(/\p{Cf}/gu, '')
    .trim()
  // In a column of dates these say nothing; here they are refusals. `Na` is Welsh.
  if (/^(?:never|none)$/i.test(text) || text === 'Na') return 'no'
  if (SHEET_ERROR.test(text)) return 'unread'
  if (isEmptyValue(text)) return 'unknown'
  if (NOT_FILLED_IN.test(text)) return 'unread'
  const parts = wordsOf(text)
  if (nothingSaid.has(parts.join(' , '))) return 'unknown'
  return judge(parts.map(kindsOf).filter(Boolean))
}

const LONGEST_VALUE = 1000

/** `#N/A`, `#REF!` */
const SHEET_ERROR = /^#[A-Z]{1,5}[/!?]/

/** `Yes / No` */
const NOT_FILLED_IN = /^(?:y(?:es)?\s*(?:\/|\||or)\s*no?|no?\s*(?:\/|\||or)\s*y(?:es)?)$/i

const DATES = [
  /\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[t ]+\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?z?)?/g,
  /\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b(?:,? *\d{1,2}:\d{2}(?::\d{2})?)?/g,
  /\b\d{1,2}(?:st|nd|rd|th)? +(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*,?(?: +\d{2,4})?\b/g,
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* +(?:\d{1,2}(?:st|nd|rd|th)?,? +)?\d{4}\b/g,
  /\b\d{1,2}:\d{2}(?::\d{2})?\b/g,
  /\b(?:19|20)\d\d\b|\b\d{1,2}\/\d{1,2}\b/g,
]

const signs: readonly (readonly [RegExp, string])[] = [
  [/[✗✘❌❎☒⛔🚫👎🔕🙅×✖🛑☐⬜]/gu, ' no '],
  [/[✓✔✅☑👍🆗👌]/gu, ' yes '],
  [/\[ ?\]/g, ' no '],
  [/(?:拒绝|拒絕|退订|退訂|取消|不要|不同意|不|否|没有|没|無|勿|停)/g, ' no '],
  [/\?/g, ' questioned '],
  // An apostrophe joins: don't, n'accepte.
  [/\bn['’‘`´](?=\p{L}{3})/gu, 'ne '],
  [/['’‘`´]/g, ''],
]

/** Replaces look-alike letters where a word mixes two scripts. */
const LATIN: Record<string, string> = {
  ...{ а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'i', т: 't', ѕ: 's', ո: 'n' },
  ...{ ο: 'o', ν: 'v', τ: 't', ρ: 'p', ε: 'e', α: 'a', ι: 'i' },
}

const unmixed = (word: string) =>
  /[a-z]/.test(word) && /[\u0370-\u058f]/.test(word)
    ? word.replace(/[\u0370-\u058f]/g, (letter) => LATIN[letter] ?? letter)
    : word

/** Parts of a cell between commas and the like: plain words in lower case, without dates. */
function wordsOf(value: string): string[] {
  let text = value
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]|\ufe0f|\p{Cf}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/ł/g, 'l')
    .replace(/ı/g, 'i')
  for (const date of DATES) text = text.replace(date, ' ')
  for (const [sign, word] of signs) text = text.replace(sign, word)
  return text
    .split(/[,;|/&+\n\r()[\]{}]|\.\s|\s[-–—]\s|\b(?:but|and|then|however)\b/)
    .map((part) => (part.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map(unmixed).join(' '))
    .filter(Boolean)
}

/** Kinds of what is understood, in the order of precedence; longer phrases first. */
const kinds = [
  ['?', doubtful],
  ['N', refusals],
  ['S', texts],
  ['E', otherChannels],
  ['O', onlyWords],
  ['Y', agreements],
  ['R', purposes],
  ['', fillers],
] as const

const patternOf = (phrases: readonly string[]) =>
  new RegExp(
    `(?<= )(?:${[...phrases]
      .filter(Boolean)
      .sort((one, other) => other.length - one.length)
      .map((phrase) => phrase.replaceAll('*', '[\\p{L}\\p{M}]*'))
      .join('|')})(?= )`,
    'gu',
  )

const patterns = kinds.map(([kind, phrases]) => ({ kind, pattern: patternOf(phrases) }))
const starts = new RegExp(`^ (?:${refusalStarts.join('|')})(?= )`)
/** `SMS N` */
const END = /(?<=\p{L}) (?:n|f|0)(?= $)/u

/** One letter for each word or phrase of a part; `U` for what is not understood. */
function kindsOf(part: string): string {
  let text = ` ${part} `
  for (const { kind, pattern } of patterns) {
    text = text.replace(pattern, kind)
    if (kind === '?') text = text.replace(starts, ' N').replace(END, ' N')
  }
  return (text.match(/\S+/g) ?? []).map((word) => (/^[?NSEOYR]$/.test(word) ? word : 'U')).join('')
}

/** `SMS: Yes, Email: No`: each channel with one answer. */
const CHANNEL_FIRST = /^(?:[SE][YN])+$/
const ANSWER_FIRST = /^(?:[YN][SE])+$/

function judge(parts: readonly string[]): ListedConsent {
  const all = parts.join('')
  const hasTexts = all.includes('S')
  const pairs = parts.every((part) => CHANNEL_FIRST.test(part) || ANSWER_FIRST.test(part)) ? parts : [all]
  if (hasTexts && pairs.every((part) => CHANNEL_FIRST.test(part) || ANSWER_FIRST.test(part)))
    return pairs.flatMap((part) => part.match(/../g) ?? []).some((pair) => /SN|NS/.test(pair)) ? 'no' : 'yes'
  const refusing = parts.filter((part) => part.includes('N'))
  const ofOthers = refusing.every((part) => part.includes('E') && !part.includes('S'))
  if (refusing.length > 0) return ofOthers && hasTexts ? 'unread' : 'no'
  if (all.includes('O') && (all.includes('R') || (all.includes('E') && !hasTexts))) return 'no'
  if (/[?UR]/.test(all)) return 'unread'
  // `Email, SMS`: which channels the client uses is no answer.
  if (hasTexts) return all.includes('Y') ? 'yes' : 'unread'
  if (/^E+$/.test(all)) return 'no'
  return /^Y+$/.test(all) ? 'yes' : 'unread'
}

/** What an opt-out column says when it is not set. */
const NOT_OPTED_OUT =
  /^(?:n|no|false|f|0|0 0|off|ei|nein|nej|nei|non|nie|nu|nao|ne|nem|nee|nage|nil|never|not set|unset|active|subscribed|opted in|opt in|not opted out|never opted out|not unsubscribed|never unsubscribed|нет|ні)$/

/**
 * Whether an opt-out column is set. A date, a reason, a sign or the name of a channel counts as set: a text too few is
 * better than one too many.
 */
export function isOptedOut(value: string): boolean {
  if (isEmptyValue(value) || /^\s*(?:☐|⬜|\[ ?\])\s*$/u.test(value)) return false
  return !NOT_OPTED_OUT.test(
    value
      .slice(0, LONGEST_VALUE)
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .normalize('NFKD')
      .replace(/\p{M}|\p{Cf}/gu, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )
}
