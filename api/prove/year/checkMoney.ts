import { type Findings, tryRule } from './checkProgrammes.ts'
import type { SalonYear } from './state.ts'

/** 30 %, half up. */
const shareOf = (amount: number) => Math.floor(amount * 0.3 + 0.5)

/** VAT by percent, half away from zero. */
const vatOf = (net: number, percent: number) =>
  Math.sign(net) * Math.floor((Math.abs(net) * percent) / 100 + 0.5)

/** Checks all fees, corrections and statements in the database against what was paid. */
export async function checkMoney(year: SalonYear, findings: Findings): Promise<void> {
  await checkFees(year, findings)
  await checkStatements(year, findings)
}

async function checkFees({ app: { sql }, money }: SalonYear, findings: Findings) {
  const owed = await sql<{ phone: string; amount: number; fees: number; least: number }[]>`
    select phone, sum(amount)::int as amount, count(*) filter (where kind = 'fee')::int as fees, min(so_far)::int as least
    from (select c.phone, c.salon_id, e.amount, e.kind, sum(e.amount) over (partition by e.client_id order by e.seq) as so_far
      from ledger_entries e join clients c on c.id = e.client_id) e group by salon_id, phone`
  for (const { phone, amount, fees, least } of owed) {
    const visit = money.visits.get(phone)
    const known = shareOf(visit?.amount ?? 0)
    tryRule(findings, 'moved', [
      visit?.hadBooking === true && amount > 0 && `${phone} had a booking and owes ${amount}`,
    ])
    tryRule(findings, 'refunds', [
      least < 0 && `${phone}: the fee was ${least}`,
      // What another visit or a list rules out stays without a fee.
      amount !== known && amount !== 0 && `${phone} owes ${amount}, not ${known}`,
    ])
    tryRule(findings, 'twice', [fees > 1 && `${phone} is charged ${fees} times`])
  }
}

interface Line {
  kind: string
  amount: number
  corrects: number | null
  percent: number | null
}

async function checkStatements({ app: { sql }, money }: SalonYear, findings: Findings) {
  const statements = await sql<{ number: number; total: number; lines: Line[]; entries: Line[] }[]>`
    select t.number, t.total, (select jsonb_agg(jsonb_build_object('kind', l->>'kind', 'amount', l->'amount',
        'corrects', l->'corrects', 'percent', (l->'vat'->>'bps')::int / 100)) from jsonb_array_elements(t.lines) l) as lines,
      (select jsonb_agg(jsonb_build_object('kind', e.kind, 'amount', e.amount, 'corrects', s.number))
        from ledger_entries e left join ledger_entries f on f.client_id = e.client_id and f.kind = 'fee' and f.id <> e.id
        left join statements s on s.id = f.statement_id and s.id <> t.id where e.statement_id = t.id) as entries
    from statements t order by t.number`
  for (const { number, total, lines, entries } of statements) {
    const wordsOf = (all: Line[]) =>
      all.map((one) => JSON.stringify([one.kind, one.amount, one.corrects, one.percent])).sort()
    const rateOf = (statement: number) => money.rates.get(statement) ?? 0
    const wanted = entries.map((one) => ({
      ...one,
      percent: one.corrects === null ? null : rateOf(one.corrects),
    }))
    const [has, wants] = [lines, wanted].map((all) => wordsOf(all).join(' '))
    tryRule(findings, 'vat', [has !== wants && `statement ${number} has ${has}, not ${wants}`])
    const nets = new Map<number, number>()
    for (const { amount, percent } of wanted) {
      const rate = percent ?? rateOf(number)
      nets.set(rate, (nets.get(rate) ?? 0) + amount)
    }
    const sum = [...nets].reduce((all, [rate, net]) => all + net + vatOf(net, rate), 0)
    tryRule(findings, 'totals', [total !== sum && `statement ${number} asks for ${total}, not ${sum}`])
  }
}
