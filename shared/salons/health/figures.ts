import { count, money, percent, relativeTime } from '../../formats.ts'
import { repliesPath, salonPath } from '../../host/addresses.ts'
import type { MonthFigures, SalonHealth } from './contract.ts'

/** Opt-outs in percent of the texts of the same time; null without texts. */
export const optOutRate = ({ optedOut, sent }: MonthFigures) => (sent > 0 ? (100 * optedOut) / sent : null)

/** `45 min`, `3 h`, `2 days` */
export function spanText(minutes: number | null): string {
  if (minutes === null) return '–'
  if (minutes < 60) return `${Math.round(minutes)} min`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`
}

const rateText = (rate: number | null) => (rate === null ? '–' : percent(rate))

/** A column: how it sorts and reads, what it was last month, and the page with what it counts. */
export interface Column {
  id: string
  header: string
  value(salon: SalonHealth): number | string | null
  text(salon: SalonHealth, now: Date): string
  last?(salon: SalonHealth): string
  to(salon: SalonHealth): string
}

const monthly = (id: keyof MonthFigures, header: string, to: Column['to']): Column => ({
  id,
  header,
  value: ({ month }) => month[id],
  text: ({ month }) => count(month[id]),
  last: ({ last }) => count(last[id]),
  to,
})

const part = (name: string) => (salon: SalonHealth) => salonPath(salon.salonId, name)
const replies = ({ salonId }: SalonHealth) => `${repliesPath}?salon=${salonId}&state=all`

export const columns: readonly Column[] = [
  monthly('sent', 'Sent', part('results')),
  monthly('answered', 'Answered', replies),
  monthly('booked', 'Booked', part('visits')),
  monthly('came', 'Came', (salon) => `${part('visits')(salon)}&state=attended`),
  {
    ...monthly('broughtBack', 'Brought back', (salon) => `${part('visits')(salon)}&state=attended`),
    text: ({ month, currency }) => money(month.broughtBack, currency),
    last: ({ last, currency }) => money(last.broughtBack, currency),
  },
  {
    id: 'optOutRate',
    header: 'Opted out',
    value: ({ month }) => optOutRate(month),
    text: ({ month }) => rateText(optOutRate(month)),
    last: ({ last }) => rateText(optOutRate(last)),
    to: (salon) => `${part('clients')(salon)}&reason=opted_out`,
  },
  {
    id: 'replyMinutes',
    header: 'Reply time',
    value: ({ replyMinutes }) => replyMinutes,
    text: ({ replyMinutes }) => spanText(replyMinutes),
    to: replies,
  },
  {
    id: 'ownerAt',
    header: 'Owner contact',
    value: ({ ownerAt }) => ownerAt,
    text: ({ ownerAt }, now) => (ownerAt ? relativeTime(ownerAt, now) : 'Never'),
    to: ({ salonId }) => salonPath(salonId),
  },
  {
    id: 'queued',
    header: 'Next texts',
    value: ({ queued }) => queued,
    text: ({ queued }) => count(queued),
    to: part('campaigns'),
  },
]

/** `sent`, or `-sent` for descending; by name without one. Salons without a value come last. */
export function sortHealth(salons: readonly SalonHealth[], sort: string): SalonHealth[] {
  const column = columns.find(({ id }) => id === sort.replace(/^-/, ''))
  const keyOf = column ? column.value : ({ salonName }: SalonHealth) => salonName.toLowerCase()
  const direction = sort.startsWith('-') ? -1 : 1
  return salons.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return direction * (a < b ? -1 : Number(a > b))
  })
}

const names = ['sent', 'answered', 'booked', 'came', 'broughtBack', 'optedOut'] as const

function addUp(figures: readonly MonthFigures[]): MonthFigures {
  const sums = Object.fromEntries(names.map((name) => [name, 0])) as MonthFigures
  for (const one of figures) for (const name of names) sums[name] += one[name]
  return sums
}

/** The cells of the row for all salons. Money is a sum for each currency; the reply time is of all texts. */
export function totalsOf(salons: readonly SalonHealth[], replyMinutes: number | null) {
  const currencies = [...new Set(salons.map(({ currency }) => currency))].sort()
  const moneyOf = (part: 'month' | 'last') =>
    currencies
      .map((currency) => {
        const ofCurrency = salons.filter((salon) => salon.currency === currency)
        return money(addUp(ofCurrency.map((salon) => salon[part])).broughtBack, currency)
      })
      .join(' + ')
  const [month, last] = [addUp(salons.map((one) => one.month)), addUp(salons.map((one) => one.last))]
  const queued = salons.reduce((sum, salon) => sum + salon.queued, 0)
  return columns.map(({ id }): { id: string; text: string; last?: string } => {
    if (id === 'broughtBack') return { id, text: moneyOf('month'), last: moneyOf('last') }
    if (id === 'optOutRate')
      return { id, text: rateText(optOutRate(month)), last: rateText(optOutRate(last)) }
    if (id === 'replyMinutes') return { id, text: spanText(replyMinutes) }
    if (id === 'queued') return { id, text: count(queued) }
    const name = names.find((one) => one === id)
    return name ? { id, text: count(month[name]), last: count(last[name]) } : { id, text: '' }
  })
}
