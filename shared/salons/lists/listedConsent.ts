import type { ConsentAnswer } from './contract.ts'
import { type DataRow, LONGEST_VALUE } from './dataRows.ts'
import type { ListedClient } from './listedClient.ts'
import { isOptedOut, readConsent } from './readConsent.ts'

export interface UnreadConsent {
  /** As the file has it, at most 100 characters. */
  value: string
  clients: number
}

/** End of the remark about an answer that a person has to decide. */
export const UNREAD_HINT = 'is neither yes nor no: please decide'

/** Values that staff must decide, the most frequent first. */
export function unreadConsent(clients: readonly ListedClient[]): UnreadConsent[] {
  const values = new Map<string, UnreadConsent>()
  for (const { consent, consentValue } of clients) {
    if (consent !== 'unread' || consentValue === null) continue
    const key = consentKey(consentValue)
    const known = values.get(key) ?? { value: consentValue, clients: 0 }
    values.set(key, { ...known, clients: known.clients + 1 })
  }
  return [...values.values()].sort((one, other) => other.clients - one.clients)
}

/** Case and spaces do not make another value. */
const consentKey = (value: string) => value.trim().replace(/\s+/g, ' ').toLowerCase()

type ConsentAnswers = ReadonlyMap<string, ConsentAnswer>

export const answersOf = (consentAnswers: Record<string, ConsentAnswer> = {}): ConsentAnswers =>
  new Map(Object.entries(consentAnswers).map(([value, answer]) => [consentKey(value), answer]))

const decided = { objection: 'no', consent: 'yes', nothing: 'unknown' } as const

/** What a row says about marketing texts. `hints` collects what a person should know about it. */
export function consentOf(
  row: DataRow,
  { answers, hints }: { answers: ConsentAnswers; hints: string[] },
): Pick<ListedClient, 'consent' | 'consentValue'> {
  if (isOptedOut(row.cell('optOut'))) return { consent: 'no', consentValue: null }
  const cell = row.cell('consent').trim()
  const value = cell.slice(0, LONGEST_VALUE)
  const read = readConsent(cell)
  // Staff decide only what cannot be read: an answer must not undo a plain refusal.
  const answer = read === 'unread' ? answers.get(consentKey(value)) : undefined
  const consent = answer ? decided[answer] : read
  if (consent === 'unread') hints.push(`${row.name('consent')} "${value}" ${UNREAD_HINT}`)
  return { consent, consentValue: consent === 'yes' || consent === 'unread' ? value : null }
}
