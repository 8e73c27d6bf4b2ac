import { createHash } from 'node:crypto'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { readBankCsv } from '@salonback/shared/salons/billing/bankCsv.ts'
import {
  type BankMatch,
  matchBankRows,
  type PayingAccount,
} from '@salonback/shared/salons/billing/bankMatch.ts'
import type { BankPayment, billing } from '@salonback/shared/salons/billing/contract.ts'
import type { CallContext } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isCredit } from '../salons/owed.ts'
import { lockSalon } from '../salons/queries.ts'
import { openDayFor } from './closedMonths.ts'
import { insertPayment } from './payments.ts'
import { sendReceipt } from './receipt.ts'

/** The payments to us in a bank's file, each with its salon or the reason why it has none. Stores nothing. */
export async function previewBank(
  { csv }: HandlerInput<typeof billing.previewBank>,
  { sql, clock }: CallContext,
) {
  const { matches, leftOut } = await matched(sql, csv.join('\n'), clock())
  return { items: matches.map(({ key: _, ...match }) => match), leftOut }
}

/**
 * Records the chosen payments of a file, all or none. Throws 409 if one differs from the preview. A row that was recorded
 * before is skipped, so that the same file records nothing twice.
 */
export function importBank(
  { csv, chosen }: HandlerInput<typeof billing.importBank>,
  context: CallContext,
): Promise<{ recorded: number }> {
  const { clock, actor } = context
  return inTransaction(context.sql, async (open) => {
    const now = clock()
    const salonIds = [...new Set(chosen.map(({ salonId }) => salonId))].sort()
    const salons = new Map<string, Awaited<ReturnType<typeof lockSalon>>>()
    for (const id of salonIds) salons.set(id, await lockSalon(open, id))
    const { matches } = await matched(open, csv.join('\n'), now)
    const byLine = new Map(matches.map((match) => [match.line, match]))
    let recorded = 0
    for (const { line, salonId, amount } of chosen) {
      const match = byLine.get(line)
      const salon = salons.get(salonId)
      if (match?.state === 'known') continue
      if (!salon || match?.salonId !== salonId || match.amount !== amount)
        throw new AppError('conflict', 'It has changed since the preview: please choose the file again')
      const { day, moved } = await openDayFor(open, match.day)
      const note = `${moved ? `Paid on ${match.day}. ` : ''}${match.text}`.slice(0, 200)
      const payment = { salonId, receivedOn: day, amount, note, takesBack: null, bankRow: match.key }
      const id = await insertPayment(open, { ...payment, createdBy: actor.name, createdAt: now })
      await audit(open, {
        actor,
        action: 'payment.import',
        subject: salonId,
        detail: { paymentId: id, amount },
      })
      await sendReceipt(open, context, salon, { id, receivedOn: day, amount })
      recorded += 1
    }
    return { recorded }
  })
}

async function matched(sql: Sql, csv: string, now: Date) {
  const file = readOrRefuse(csv)
  const seen = new Map<string, number>()
  const keyed = new Map(file.rows.map((row) => [row.line, keyOf(row, seen)]))
  const accounts = await findPayingAccounts(sql)
  const names = new Map(accounts.map(({ salonId, names: [name] }) => [salonId, name ?? null]))
  const found = matchBankRows(file.rows, accounts).map((match) => ({
    ...match,
    salonName: names.get(match.salonId ?? '') ?? null,
  }))
  const keys = found.map(({ line }) => keyed.get(line) ?? Buffer.alloc(0))
  const known = await sql<{ bankRow: Buffer }[]>`select bank_row from payments where bank_row in
      (select decode(key, 'hex') from unnest(${keys.map((key) => key.toString('hex'))}::text[]) key)`
  const knownKeys = new Set(known.map(({ bankRow }) => bankRow.toString('hex')))
  const byHand = await findByHand(sql, found)
  const matches = found.map((match, at): BankPayment & { key: Buffer } => {
    const key = keys[at] ?? Buffer.alloc(0)
    if (knownKeys.has(key.toString('hex')))
      return { ...left(match, 'Recorded before, from a file'), state: 'known', key }
    if (match.day > now.toISOString().slice(0, 10))
      return { ...left(match, 'In the future'), state: 'left', key }
    if (match.salonId === null) return { ...match, state: 'left', key }
    if (byHand.has(match.line))
      return { ...match, reason: 'Looks recorded by hand already', state: 'likely', key }
    return { ...match, state: match.isSure ? 'sure' : 'likely', key }
  })
  return { matches, leftOut: file.leftOut }
}

const left = <T extends BankMatch>(match: T, reason: string) => ({ ...match, salonId: null, reason })

function readOrRefuse(csv: string) {
  try {
    return readBankCsv(csv)
  } catch (error) {
    throw new AppError('invalid', error instanceof Error ? error.message : 'The file cannot be read')
  }
}

/** Names a row in every export that has it: equal rows of a day are counted. */
function keyOf(
  { day, amount, text }: Pick<BankMatch, 'day' | 'amount' | 'text'>,
  seen: Map<string, number>,
): Buffer {
  const words = JSON.stringify([day, amount, text])
  const nth = (seen.get(words) ?? 0) + 1
  seen.set(words, nth)
  return createHash('sha256').update(`${words} ${nth}`).digest()
}

const findPayingAccounts = (sql: Sql) => sql<PayingAccount[]>`
  select s.id as salon_id, array_remove(array[s.name, s.legal_name], null) as names, s.account_number, s.currency,
    coalesce((select jsonb_agg(jsonb_build_object('number', t.number, 'total', t.total)) from statements t
      where t.salon_id = s.id), '[]') as statements,
    (select coalesce(sum(p.amount), 0)::bigint from payments p where p.salon_id = s.id) as paid,
    (select coalesce(-sum(k.amount), 0)::bigint from ledger_entries k where k.salon_id = s.id and k.${isCredit(sql)}) as credited
  from salons s`

/** Lines of payments that staff seem to have recorded: the same salon and amount within five days, from no file. */
async function findByHand(sql: Sql, matches: readonly BankMatch[]): Promise<Set<number>> {
  const known = matches.filter(({ salonId }) => salonId !== null)
  const rows = await sql<{ line: number }[]>`
    select w.line from unnest(${known.map(({ line }) => line)}::int[], ${known.map(({ salonId }) => salonId)}::uuid[],
      ${known.map(({ amount }) => amount)}::bigint[], ${known.map(({ day }) => day)}::date[]) as w (line, salon_id, amount, day)
    where exists (select 1 from payments p where p.salon_id = w.salon_id and p.amount = w.amount and p.bank_row is null
      and p.takes_back is null and abs(p.received_on - w.day) <= 5
      and not exists (select 1 from payments b where b.takes_back = p.id))`
  return new Set(rows.map(({ line }) => line))
}
