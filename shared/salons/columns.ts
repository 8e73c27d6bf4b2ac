import { columnLetter, ListFault } from './listFault.ts'

/**
 * What a column of a client list can hold. `lastName` and `otherPhone` are read to find the header and a mobile number;
 * `daysSinceVisit` (Acuity) gives the last visit; `birthday` only sets the flag `minor`; a yes in `optOut` is an objection.
 */
export const listFields = [
  'phone',
  'otherPhone',
  'firstName',
  'lastName',
  'name',
  'lastVisit',
  'daysSinceVisit',
  'nextVisit',
  'visits',
  'consent',
  'optOut',
  'blocked',
  'vip',
  'staff',
  'deceased',
  'birthday',
  'tags',
] as const
export type ListField = (typeof listFields)[number]

/** Names of what a column can hold. */
export const fieldLabels: Record<ListField, string> = {
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
  vip: 'VIP',
  staff: 'Staff',
  deceased: 'Deceased',
  birthday: 'Birthday (only to find minors)',
  tags: 'Tags',
}

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
    ...['contact number', 'contact no', 'telephone number', 'telephone', 'tel'],
  ],
  otherPhone: [
    ...['phone 2 value', 'other phone', 'alternate phone', 'secondary phone', 'phone 2', 'phone number'],
    ...['phone', 'telephone number', 'telephone', 'home phone', 'day phone', 'night phone', 'work phone'],
    'landline',
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
    ...['marketing permission', 'markkinointilupa'],
  ],
  optOut: [
    ...['sms marketing opt out', 'marketing opt out', 'sms opt out', 'text opt out', 'opt out', 'opted out'],
    ...['do not text', 'do not contact', 'no marketing', 'unsubscribed'],
  ],
  blocked: ['blocked', 'is blocked', 'blocked from online booking', 'blacklisted', 'banned', 'do not book'],
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
const phoneNames = new Set(knownNames.phone)

/** `firstName`, `First_Name` and ` FIRST NAME ` become `first name`; `E-mail 1 - Value` becomes `e mail 1 value`. */
function plainName(name: string): string {
  return name
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Finds the known columns of a header. A person corrects the result. */
export function mapColumns(names: readonly string[]): ColumnMapping {
  const plain = names.map(plainName)
  const mapping: ColumnMapping = {}
  const taken = new Set<number>()
  for (const field of listFields) {
    const columns = knownNames[field].map((name) => plain.indexOf(name))
    const column = columns.find((index) => index >= 0 && !taken.has(index))
    if (column === undefined) continue
    mapping[field] = column
    taken.add(column)
  }
  return mapping
}

export interface ListHeader {
  /** Row of the header, counted from 1; 0 if the list has none. The data follows it. */
  row: number
  /** Names of the columns; `Column A` and so on for a list without header. */
  names: string[]
}

/** Reports put titles above the header. */
const HEADER_ROWS = 5

/** The header of a list. Throws ListFault `header_twice` if two columns have one name, or a later row repeats it. */
export function findHeader(rows: readonly (readonly string[])[]): ListHeader {
  const top = rows.slice(0, HEADER_ROWS)
  const counts = top.map(countKnownNames)
  const most = Math.max(0, ...counts)
  const index = most > 0 ? counts.indexOf(most) : top.findIndex((_, at) => looksLikeHeader(rows, at))
  const found = rows[index]
  if (!found) return { row: 0, names: widest(rows).map((_, at) => `Column ${columnLetter(at)}`) }
  const header = { row: index + 1, names: found.map((name) => name.trim()) }
  rejectTwoColumns(header)
  rejectTwoHeaders(rows, header)
  return header
}

const isData = (cell: string) => cell.replace(/\D/g, '').length >= 7 || cell.includes('@')

/** Known names in a row; 0 unless there are two, or the name of a phone column. */
function countKnownNames(cells: readonly string[]): number {
  if (cells.some(isData)) return 0
  const known = cells.map(plainName).filter((name) => allNames.has(name))
  return known.length > 1 || known.some((name) => phoneNames.has(name)) ? known.length : 0
}

/** Two or more words without data, above a row with data: a header in another language. */
function looksLikeHeader(rows: readonly (readonly string[])[], at: number): boolean {
  const cells = (rows[at] ?? []).filter((cell) => cell.trim())
  return cells.length > 1 && !cells.some((cell) => /\d{4}|@/.test(cell)) && (rows[at + 1] ?? []).some(isData)
}

const widest = (rows: readonly (readonly string[])[]) =>
  rows.slice(0, HEADER_ROWS).reduce((wide, row) => (row.length > wide.length ? row : wide), [])

function rejectTwoColumns({ row, names }: ListHeader) {
  const plain = names.map(plainName)
  const second = plain.findIndex((name, at) => name && plain.indexOf(name) < at)
  const name = plain[second]
  if (name === undefined) return
  const letters = [columnLetter(plain.indexOf(name)), columnLetter(second)]
  throw new ListFault(
    'header_twice',
    `Row ${row} has the column "${names[second]}" twice, in columns ${letters.join(' and ')}. Rename or delete one of them.`,
    { row, column: letters[1] },
  )
}

function rejectTwoHeaders(rows: readonly (readonly string[])[], { row, names }: ListHeader) {
  const isSame = (cells: readonly string[]) =>
    cells.length === names.length && cells.every((cell, at) => cell.trim() === names[at])
  const again = rows.findIndex((cells, at) => at >= row && isSame(cells))
  if (again < 0) return
  throw new ListFault(
    'header_twice',
    `Row ${again + 1} repeats the header of row ${row}. Delete it, or send the two lists one by one.`,
    { row: again + 1 },
  )
}
