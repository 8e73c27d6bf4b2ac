import type { ClientFlag } from '../clients/eligible.ts'
import { repairEncoding } from './repairEncoding.ts'

/** `no` is an objection; `unread` is a value that staff must decide. Neither may be texted. */
export type ListedConsent = 'yes' | 'no' | 'unknown' | 'unread'

const emptyValues = new Set([
  ...['', 'never', 'n/a', 'na', '#n/a', 'null', 'none', 'nil', 'undefined', 'unknown', 'not set'],
  ...['0000-00-00', '0000-00-00 00:00:00', '00/00/0000'],
])

/** Whether a cell says that there is nothing: `---`, `Never`, `N/A`, `null`, `0000-00-00`. */
export const isEmptyValue = (value: string): boolean => {
  const text = value.trim()
  return text.length < 24 && (emptyValues.has(text.toLowerCase()) || /^[-–—.\s]*$/.test(text))
}

const unmarkedWords = new Set([
  ...[
    'no',
    'n',
    'false',
    'f',
    '0',
    '0.0',
    'off',
    'ei',
    'nein',
    'non',
    'active',
    'not archived',
    'not blocked',
  ],
  ...['not deleted', 'not banned'],
])

const plainWord = (value: string) =>
  value
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')

/**
 * Whether a column such as `Blocked` is set. A date or a reason counts as set: a text too few is better
 * than one too many.
 */
export const isMarked = (value: string): boolean =>
  !isEmptyValue(value) && !unmarkedWords.has(plainWord(value))

/** Whether a column such as `Active` says no. An empty cell says nothing. */
export const isInactive = (value: string): boolean =>
  !isEmptyValue(value) &&
  (/^(?:inactive|archived|deleted|disabled|blocked|closed|suspended)$/.test(plainWord(value)) ||
    (unmarkedWords.has(plainWord(value)) && plainWord(value) !== 'active'))

/** A whole number, also `1,204` and `12.0`; null for anything else. */
export function readWholeNumber(value: string): number | null {
  const text = value.trim().replace(/\.0+$/, '')
  if (/^\d{1,3}(,\d{3})+$/.test(text)) return Number(text.replaceAll(',', ''))
  return /^\d{1,6}$/.test(text) ? Number(text) : null
}

const tagFlags: readonly (readonly [RegExp, ClientFlag])[] = [
  [/^(?:minor|child|children|kid|kids|junior|under 1[68])$/, 'minor'],
  [/^(?:staff|staff member|employee|team|team member)$/, 'staff'],
  [
    /^(?:blocked|banned|barred|black ?list(?:ed)?|do not (?:book|contact|text|call|message|use)|no contact|dnc|archived?|inactive|deleted|removed|deactivated|disabled|suspended|closed|ex client|former client)$/,
    'blocked',
  ],
  [/^vips?$/, 'vip'],
  [/^(?:deceased|passed away|passed|died|rip|dead)$/, 'deceased'],
]

/** The flags that a cell of tags names, such as `VIP, Staff` or `* Clients ::: VIP`. */
export function readTags(value: string): ClientFlag[] {
  const tags = value
    .slice(0, 1000)
    .split(/[,;|/]|:::/)
    .map(plainWord)
  return tagFlags.filter(([pattern]) => tags.some((tag) => pattern.test(tag))).map(([, flag]) => flag)
}

/** Longer ones are notes. */
const LONGEST_NAME = 60

/** A cell of first names, cleaned of control characters, which Postgres or a phone could reject. Null for none. */
export function readName(value: string): string | null {
  const name = repairEncoding(value)
    .replace(/[\p{Cc}\p{Surrogate}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
  return isEmptyValue(name) || name.length > LONGEST_NAME ? null : name
}

const TITLE = /^(?:mrs?|ms|miss|mx|dr|prof)\.?$/i

/** The first name in a full name: `Siobhán Murphy`, `Murphy, Siobhán`, `Mrs Siobhán Murphy`. Null for `Mrs Murphy`. */
export function firstOfFullName(value: string): string | null {
  const name = readName(value) ?? ''
  const [last = '', first] = name.split(/\s*,\s*/)
  const words = (first || last).split(' ')
  const hasTitle = TITLE.test(words[0] ?? '')
  if (hasTitle && !first && words.length < 3) return null
  return (hasTitle ? words[1] : words[0]) || null
}
