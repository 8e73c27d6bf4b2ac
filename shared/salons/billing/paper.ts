import { money, pluralForm, shortDay } from '../../formats.ts'
import type { Party, Statement } from './contract.ts'
import { kindLabels } from './fees.ts'
import type { VatPart } from './vat.ts'

/** Names the salon and its statement in a payment, in as few characters as banks take: `101-3`. */
export const referenceOf = (accountNumber: number, statementNumber: number) =>
  `${accountNumber}-${statementNumber}`

/** What is to be paid with a statement: with what was owed before, or less the credit. Never negative. */
export const toPayOf = ({ total, broughtForward }: { total: number; broughtForward: number }): number =>
  Math.max(0, total + broughtForward)

/** What was paid of all that a statement asks for, with what was owed before. Credit that it had counted is no payment. */
export const paidSinceOf = (statement: { total: number; broughtForward: number; left: number }): number =>
  Math.max(0, toPayOf(statement) - statement.left)

/** `£50.50 to pay, £30.50 of it from before`; null if nothing is left. */
export function leftText({ left, outstanding }: { left: number; outstanding: number }, currency: string) {
  if (left <= 0) return null
  const before = left - outstanding
  return `${money(left, currency)} to pay${before > 0 ? `, ${money(before, currency)} of it from before` : ''}`
}

/** The address of the payment page for an amount in minor units; null without a page or without anything to pay. */
export function payUrlOf(
  page: string | undefined,
  { reference, amount }: { reference: string; amount: number },
): string | null {
  if (page === undefined || amount <= 0) return null
  return page
    .replaceAll('{number}', encodeURIComponent(reference))
    .replaceAll('{amount}', (amount / 100).toFixed(2))
}

/** `10 December 2026` of `2026-12-10`, as words of a letter. */
export const longDay = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** `10 December` of `2026-12-10`. */
export const dayAndMonth = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(day))

/** Name, address and numbers of a party, one per line. */
export const partyLines = ({ name, address, companyNumber, vatNumber }: Party): string[] => [
  name,
  ...(address?.split('\n').filter((line) => line.trim() !== '') ?? []),
  ...(companyNumber ? [`Company number ${companyNumber}`] : []),
  ...(vatNumber ? [`VAT number ${vatNumber}`] : []),
]

type Sums = Pick<Statement, 'total' | 'broughtForward' | 'dueOn' | 'currency'>

/** `To pay by 10 December 2026` and the sum, or what we owe. */
export function payLine(statement: Sums): { label: string; sum: string } {
  const { total, broughtForward, dueOn, currency } = statement
  const toPay = toPayOf(statement)
  if (toPay > 0)
    return {
      label: dueOn === null ? 'You owe' : `To pay by ${longDay(dueOn)}`,
      sum: money(toPay, currency),
    }
  const credit = -(total + broughtForward)
  return credit > 0
    ? { label: 'We owe you', sum: money(credit, currency) }
    : { label: 'To pay', sum: 'nothing' }
}

type Balanced = Pick<Sums, 'total' | 'broughtForward' | 'currency'> & Partial<Pick<Statement, 'credits'>>

/** The sums that lead from this statement to what is to be paid; none without a balance from before and credits since. */
export function balanceRows({ total, broughtForward, currency, credits = [] }: Balanced) {
  const before = credits.reduce((sum, { amount }) => sum - amount, broughtForward)
  const rows: [label: string, amount: number][] = [
    [before > 0 ? 'Not paid from before' : 'Your credit from before', before],
    ...credits.map(({ kind, amount, reason, on }): [string, number] => [
      `${kindLabels[kind]} on ${shortDay(on)}: ${reason}`,
      amount,
    ]),
  ]
  const shown = rows.filter(([, amount]) => amount !== 0)
  if (shown.length === 0) return []
  return [['This statement', total] as const, ...shown].map(([label, amount]): [string, string] => [
    label,
    money(amount, currency),
  ])
}

type Settled = Parameters<typeof paidSinceOf>[0] & Pick<Statement, 'credited'>

/** `£30.50 paid, £10.00 credited` since it was issued; empty if neither. */
export function settledText(statement: Settled, currency: string): string {
  const since = paidSinceOf(statement)
  const credited = Math.min(since, statement.credited)
  return [
    since > credited ? `${money(since - credited, currency)} paid` : '',
    credited > 0 ? `${money(credited, currency)} credited` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

type Accounted = Pick<Statement, 'period' | 'vat' | 'vatBps' | 'total' | 'terms' | 'currency'> &
  Partial<Pick<Statement, 'vatParts'>>

/** What an accountant looks for; none for statements that left it open. */
export function accountantRows(statement: Accounted): [label: string, value: string][] {
  const { period, terms, vat, vatBps: bps, total, currency } = statement
  // Older statements left VAT to the accountant.
  if (period === null || terms === null) return []
  const { vatParts = [] } = statement
  const corrects = vatParts.flatMap((part) => part.corrects)
  const whole: VatPart = { bps, note: terms.vatNote, net: total - vat, vat, corrects }
  const parts = vatParts.length > 1 ? vatParts : [whole]
  return [
    ['Visits confirmed', `${shortDay(period.from)} to ${shortDay(period.to)}`],
    ...parts.map((part): [string, string] => [vatLabel(part), vatText(part, parts.length, currency)]),
  ]
}

/** `VAT`, or `VAT as on statement 3`. */
const vatLabel = ({ corrects }: VatPart) =>
  corrects.length === 0
    ? 'VAT'
    : `VAT as on ${pluralForm(corrects.length, 'statement', 'statements')} ${corrects.join(', ')}`

function vatText({ bps, note, net, vat }: VatPart, parts: number, currency: string): string {
  // Without a rate the amount says nothing that the total does not say, unless there are several.
  const of = parts > 1 ? `${money(net, currency)}: ` : ''
  if (note !== null) return `${of}${note}`
  if (bps === 0) return `${of}${of ? 'no' : 'No'} VAT is charged.`
  return `${bps / 100} % of ${money(net, currency)} = ${money(vat, currency)}, rounded one time on the sum.`
}
