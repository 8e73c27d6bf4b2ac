import { money } from '../../formats.ts'
import { accountOf, type IssuedStatement, leftOf } from './balances.ts'
import type { BankRow } from './bankCsv.ts'
import { referenceOf } from './paper.ts'

/** A salon with its account, as far as it decides about a match. */
export interface PayingAccount {
  salonId: string
  /** As on its page, and on paper. */
  names: readonly string[]
  accountNumber: number
  currency: string
  statements: readonly IssuedStatement[]
  /** Sums of payments and credits. */
  paid: number
  credited: number
}

export interface BankMatch extends BankRow {
  salonId: string | null
  /** The reference and the sum agree: nothing is left to decide. */
  isSure: boolean
  /** What agrees or is missing, as a sentence. */
  reason: string
}

/** Fewer letters than this are in too many words. */
const SHORTEST_NAME = 5

const letters = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** The salon and statement of each payment to us, by reference and sum, else by name and sum. Payments by us are left out. */
export function matchBankRows(rows: readonly BankRow[], accounts: readonly PayingAccount[]): BankMatch[] {
  const paid = new Map<string, number>()
  return rows
    .filter(({ amount }) => amount > 0)
    .map((row) => {
      const match = matchOf(row, accounts, paid)
      if (match.salonId !== null) paid.set(match.salonId, (paid.get(match.salonId) ?? 0) + row.amount)
      return { ...row, ...match }
    })
}

type Match = Pick<BankMatch, 'salonId' | 'isSure' | 'reason'>
const none = (reason: string): Match => ({ salonId: null, isSure: false, reason })

function matchOf(row: BankRow, accounts: readonly PayingAccount[], paid: ReadonlyMap<string, number>): Match {
  const named = byReference(row.text, accounts) ?? byName(row.text, accounts)
  if (!named) return none('No reference or name of a salon')
  const { salonId, currency, number } = named
  if (row.currency !== null && row.currency !== currency)
    return none(`It is in ${row.currency}, and the salon pays in ${currency}`)
  const { statements, credited } = named
  const { balances } = accountOf(statements, [{ amount: named.paid + (paid.get(salonId) ?? 0) }], credited)
  const fits = balances.find(
    (one) => one.outstanding > 0 && [one.outstanding, leftOf(balances, one.number)].includes(row.amount),
  )
  if (number === null)
    return fits
      ? { salonId, isSure: false, reason: `Name, and the sum of statement ${fits.number}` }
      : none('Name of a salon, but no statement of this sum')
  const own = balances.find((one) => one.number === number)
  const sums = own && own.outstanding > 0 ? [own.outstanding, leftOf(balances, number)] : []
  if (sums.includes(row.amount))
    return { salonId, isSure: true, reason: `Reference and sum of statement ${number}` }
  const left = own ? leftOf(balances, number) : 0
  return {
    salonId,
    isSure: false,
    reason: `Reference of statement ${number}, of which ${money(left, currency)} is left`,
  }
}

type Named = PayingAccount & { number: number | null }

const REFERENCE = /(?<!\d)(\d{3,7})\s?[-/ ]\s?(\d{1,5})(?!\d)/g

/** By `101-3`; null without one of a known statement, and when several differ. */
function byReference(text: string, accounts: readonly PayingAccount[]): Named | null {
  const found = [...text.matchAll(REFERENCE)].flatMap(([, account, statement]) => {
    const salon = accounts.find(({ accountNumber }) => accountNumber === Number(account))
    const number = Number(statement)
    return salon?.statements.some((one) => one.number === number) ? [{ ...salon, number }] : []
  })
  const different = new Set(found.map((one) => referenceOf(one.accountNumber, one.number)))
  return different.size === 1 ? (found[0] ?? null) : null
}

/** By the name of exactly one salon. */
function byName(text: string, accounts: readonly PayingAccount[]): Named | null {
  const words = letters(text)
  const found = accounts.filter(({ names }) =>
    names.map(letters).some((name) => name.length >= SHORTEST_NAME && words.includes(name)),
  )
  return found.length === 1 && found[0] ? { ...found[0], number: null } : null
}
