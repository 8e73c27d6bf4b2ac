import { consentColumn, type NumberColumn, numberColumn } from './columnWords.ts'
import { columnLetter, ListFault } from './listFault.ts'
import { isLastVisitColumn } from './visitWords.ts'

/**
 * What a column of a client list can hold, with its name. `lastName` and `otherPhone` are read to find the header and a mobile number;
 * `daysSinceVisit` (Acuity) gives the last visit; `birthday` only sets the flag `minor`; a yes in `optOut` is an objection.
 */
export const fieldLabels = {
  phone: 'Mobile number',
  otherPhone: 'Second number',
  firstName: 'First name',
  lastName: 'Last name',
  name: 'Full name',
  lastVisit: 'Last visit',
  daysSinceVisit: 'Days since the last visit',
  nextVisit: 'Next visit',
  visits: 'Visits',
  consent: 'Agreed to marketing texts',
  optOut: 'Refused marketing texts',
  blocked: 'Blocked',
  archived: 'Archived',
  deleted: 'Deleted',
  active: 'Active',
  vip: 'VIP',
  staff: 'Staff',
  deceased: 'Deceased',
  birthday: 'Birthday (only to find minors)',
  tags: 'Tags',
}
export type ListField = keyof typeof fieldLabels
export const listFields = Object.keys(fieldLabels) as ListField[]

/** Index of the column of each field. */
export type ColumnMapping = Partial<Record<ListField, number>>

/**
 * Header names of Fresha, Vagaro, Square, Booksy, Acuity, Phorest, Timma, Google Contacts and hand-made lists, as
 * `plainName` spells them; the best name first. Columns for reminders or e-mail are not marketing consent and are missing.
 */
const knownNames: Record<ListField, readonly string[]> = {
  phone: [
    ...['mobile number', 'mobile phone number', 'mobile phone', 'mobile no', 'mobile', 'matkapuhelin'],
    ...['cell phone number', 'cell phone', 'cell number', 'cell', 'phone 1 value', 'client phone'],
    ...['customer phone', 'primary phone', 'phone number', 'phone no', 'phone', 'puhelinnumero', 'puhelin'],
    ...['telephone number', 'telephone', 'tel'],
  ],
  otherPhone: [
    ...['phone 2 value', 'other phone', 'alternate phone', 'secondary phone', 'phone 2', 'phone number'],
    ...['phone', 'telephone number', 'telephone', 'home phone', 'day phone', 'night phone', 'work phone'],
  ],
  firstName: ['first name', 'given name', 'forename', 'client first name', 'customer first name', 'etunimi'],
  lastName: ['last name', 'family name', 'surname', 'client last name', 'customer last name', 'sukunimi'],
  name: ['full name', 'client name', 'customer name', 'name', 'nimi', 'client', 'customer', 'asiakas'],
  lastVisit: [
    ...['last visit', 'last visit date', 'date of last visit', 'last visited', 'most recent visit'],
    ...['last appointment', 'last appointment date', 'most recent appointment', 'last appt', 'last booking'],
    ...['last booking date', 'last seen', 'viimeisin kaynti', 'viimeinen kaynti', 'viimeisin varaus'],
  ],
  daysSinceVisit: ['days since last appointment', 'days since last visit'],
  nextVisit: [
    ...['next visit', 'next visit date', 'next appointment', 'next appointment date', 'next appt'],
    ...['next booking', 'next booking date', 'upcoming appointment', 'seuraava kaynti', 'seuraava varaus'],
  ],
  visits: [
    ...['visits', 'total visits', 'number of visits', 'no of visits', 'visit count', 'transaction count'],
    ...['appointments', 'total appointments', 'number of appointments', 'completed appointments', 'bookings'],
    ...['total bookings', 'number of bookings', 'kaynnit', 'kayntien maara'],
  ],
  consent: [
    ...['accepts sms marketing', 'sms marketing consent', 'sms marketing opt in', 'sms marketing'],
    ...['text message marketing', 'text marketing', 'promotional texts', 'sms subscription status'],
    ...['sms markkinointilupa', 'accepts marketing', 'marketing consent', 'marketing opt in', 'marketing'],
    ...['marketing permission', 'marketing permissions', 'contact permission', 'contact permissions'],
    ...['markkinointilupa', 'markkinointiluvat', 'sms', 'texts', 'text messages', 'sms messages'],
  ],
  optOut: [
    ...['sms marketing opt out', 'marketing opt out', 'sms opt out', 'text opt out', 'opt out', 'opted out'],
    ...['do not text', 'do not contact', 'no marketing', 'unsubscribed'],
  ],
  blocked: [
    'blocked',
    'is blocked',
    'blocked from online booking',
    'blacklisted',
    'banned',
    'is banned',
    'do not book',
  ],
  archived: [
    ...['archived', 'is archived', 'archived at', 'archived on', 'date archived', 'archive', 'inactive'],
    ...['is inactive', 'inactive client', 'archived client', 'suspended', 'closed', 'barred', 'do not use'],
  ],
  deleted: [
    ...['deleted', 'is deleted', 'deleted at', 'deleted on', 'date deleted', 'removed', 'deactivated'],
    ...['is deactivated', 'deactivated at', 'disabled', 'is disabled', 'account deleted', 'account disabled'],
  ],
  active: [
    'active',
    'is active',
    'active client',
    'client active',
    'account active',
    'enabled',
    'is enabled',
  ],
  vip: ['vip', 'is vip'],
  staff: ['is staff', 'is employee'],
  deceased: ['deceased', 'is deceased'],
  birthday: ['birthday', 'birth date', 'birthdate', 'date of birth', 'dob', 'syntymaaika', 'syntymapaiva'],
  tags: [
    ...['tags', 'client tags', 'customer tags', 'groups', 'client groups', 'labels', 'group membership'],
    ...['client category', 'client type', 'status', 'client status'],
  ],
}

const allNames = new Set(Object.values(knownNames).flat())

/** `firstName`, `First_Name` and ` FIRST NAME ` become `first name`; `E-mail 1 - Value` becomes `e mail 1 value`. */
export function plainName(name: string): string {
  return name
    .slice(0, 200)
    .replace(/whatsapp/gi, 'whatsapp')
    .replace(/([a-z])([A-Z])|(\p{L})(?=\d)/gu, '$1$3 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** How many of the first values of a column there are, and how many of them can be mobile numbers, or days of a visit. */
export interface ColumnFacts {
  filled: number
  numbers: number
  dates?: number
}

/**
 * Finds the known columns of a header. A person corrects the result. With facts about the values a weak name such as
 * `Contact` counts if they are numbers. Throws ListFault `header_twice` if it would use one of two columns of one name.
 */
export function mapColumns(names: readonly string[], facts?: readonly ColumnFacts[]): ColumnMapping {
  const plain = names.map(plainName)
  const mapping: ColumnMapping = {}
  const taken = new Set<number>()
  for (const field of listFields) {
    const columns =
      field === 'phone' || field === 'otherPhone'
        ? numberColumns(field, plain, facts)
        : [
            ...knownNames[field].map((name) => plain.indexOf(name)),
            ...consentColumns(field, plain),
            ...(field === 'lastVisit' ? lastVisitColumns(plain, facts) : []),
          ]
    const column = columns.find((index) => index >= 0 && !taken.has(index))
    if (column === undefined) continue
    rejectTwoColumns(names, plain, column)
    mapping[field] = column
    taken.add(column)
  }
  return mapping
}

const kindsOf: Record<'phone' | 'otherPhone', readonly NumberColumn[]> = {
  phone: ['mobile', 'phone', 'number'],
  otherPhone: ['mobile', 'phone', 'second'],
}

/** Columns with numbers, the best name first; columns with other values come last. */
function numberColumns(
  field: 'phone' | 'otherPhone',
  plain: readonly string[],
  facts: readonly ColumnFacts[] = [],
): number[] {
  const known = knownNames[field]
  const rank = (index: number) => {
    const name = plain[index] ?? ''
    const { filled = 0, numbers = 0 } = facts[index] ?? {}
    const place = known.includes(name) ? known.indexOf(name) : known.length
    const isEmpty = field === 'phone' && facts.length > 0 && numbers === 0 && filled > 0
    return Number(isEmpty) * 1000 + kindsOf[field].indexOf(numberColumn(name) ?? 'number') * 100 + place
  }
  return plain
    .map((name, index) => ({ kind: numberColumn(name), index }))
    .filter(({ kind, index }) => {
      if (kind === null || !kindsOf[field].includes(kind)) return false
      const { filled, numbers } = facts[index] ?? { filled: 0, numbers: 0 }
      return kind !== 'number' || hasContactNumber(plain[index]) || (filled > 0 && numbers * 2 >= filled)
    })
    .map(({ index }) => index)
    .sort((one, other) => rank(one) - rank(other))
}

/** `Contact number` and `SMS number` say enough; `Contact` and `Number` alone do not. */
const hasContactNumber = (name = '') =>
  /^(?:(?:contact|sms|text)(?: to)? (?:number|no|nr|num)|number to text)$/.test(name)

const consentColumns = (field: ListField, plain: readonly string[]) =>
  field === 'consent' || field === 'optOut'
    ? plain.flatMap((name, index) => (consentColumn(name) === field ? [index] : []))
    : []

/** `Last cut`; `Last service` only with dates, because it can name the service. */
const lastVisitColumns = (plain: readonly string[], facts: readonly ColumnFacts[] = []) =>
  plain.flatMap((name, index) => {
    const { filled = 0, dates = filled } = facts[index] ?? {}
    return isLastVisitColumn(name) && dates * 2 >= filled ? [index] : []
  })

export interface ListHeader {
  /** Row of the header, counted from 1; 0 if the list has none. The data follows it. */
  row: number
  /** Names of the columns; `Column A` and so on for a list without header. */
  names: string[]
}

const headingOf = (cell: string) => cell.trim().slice(0, 100)

/** Reports put titles above the header. */
const HEADER_ROWS = 10

/** The header of a list. Titles stand above it. */
export function findHeader(rows: readonly (readonly string[])[]): ListHeader {
  const top = rows.slice(0, HEADER_ROWS)
  const counts = top.map(countKnownNames)
  const most = Math.max(0, ...counts)
  const index = most > 0 ? counts.indexOf(most) : top.findIndex((_, at) => looksLikeHeader(rows, at))
  const found = rows[index]
  if (!found) return { row: 0, names: widest(rows).map((_, at) => `Column ${columnLetter(at)}`) }
  return { row: index + 1, names: found.map(headingOf) }
}

const isData = (cell: string) => cell.slice(0, 200).replace(/\D/g, '').length >= 7 || cell.includes('@')

const isKnown = (name: string) =>
  allNames.has(name) || numberColumn(name) !== null || consentColumn(name) !== null || isLastVisitColumn(name)

/** `Contact` and `Number` alone can stand in any row. */
const isPhoneName = (name: string) => ['mobile', 'phone'].includes(numberColumn(name) ?? '')

/** Known names in a row; 0 unless there are two, or the name of a phone column. */
function countKnownNames(cells: readonly string[]): number {
  if (cells.some(isData)) return 0
  const known = cells.map(plainName).filter(isKnown)
  return known.length > 1 || known.some(isPhoneName) ? known.length : 0
}

const LONGEST_NAME = 60

/** Two or more words without data, above a row with data: a header under unknown names, or in another language. */
function looksLikeHeader(rows: readonly (readonly string[])[], at: number): boolean {
  const cells = (rows[at] ?? []).filter((cell) => cell.trim())
  const isWords = cells.every((cell) => cell.length <= LONGEST_NAME && !/\d{4}|@/.test(cell))
  const isWide = cells.length > 1 || (cells.length === 1 && widest(rows).length === 1)
  return isWide && isWords && rows.slice(at + 1, at + 4).some((row) => row.some(isData))
}

const widest = (rows: readonly (readonly string[])[]) =>
  rows.slice(0, HEADER_ROWS).reduce((wide, row) => (row.length > wide.length ? row : wide), [])

/** Which of two columns of one name is right cannot be known. */
function rejectTwoColumns(names: readonly string[], plain: readonly string[], column: number) {
  const second = plain.indexOf(plain[column] ?? '', column + 1)
  if (second < 0) return
  const letters = [columnLetter(column), columnLetter(second)]
  throw new ListFault(
    'header_twice',
    `The list has the column "${names[second]?.trim()}" twice, in columns ${letters.join(' and ')}. Rename or delete one of them.`,
    { column: letters[1] },
  )
}

/** Throws ListFault `header_twice` if a later row repeats the header: two lists were pasted together. */
export function rejectTwoHeaders(cells: readonly string[], at: number, { row, names }: ListHeader) {
  if (headingOf(cells[0] ?? '') !== names[0] || cells.length !== names.length) return
  if (!cells.every((cell, index) => headingOf(cell) === names[index])) return
  throw new ListFault(
    'header_twice',
    `Row ${at} repeats the header of row ${row}. Delete it, or send the two lists one by one.`,
    { row: at },
  )
}
