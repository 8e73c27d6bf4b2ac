import { money } from '@salonback/shared/formats.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import type {
  billing,
  CreditKind,
  EntryLine,
  LedgerEntry,
  StatementCredit,
} from '@salonback/shared/salons/billing/contract.ts'
import { isCredit } from '@salonback/shared/salons/billing/fees.ts'
import { RULE_VERSION } from '@salonback/shared/salons/visits/attribution.ts'
import type { CallContext, IdempotentContext } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findAccount, isCredit as isCreditEntry } from '../salons/owed.ts'
import { lockSalon, type SalonRow } from '../salons/queries.ts'
import { requireEntry } from './ledger.ts'

/** Lowers what a salon owes. Throws 409 if more is written off than is owed. */
export async function addCredit(
  { id, kind, amount, reason }: HandlerInput<typeof billing.addCredit>,
  context: IdempotentContext,
): Promise<LedgerEntry> {
  const { sql } = context
  const { currency } = await lockSalon(sql, id)
  const { owed } = await findAccount(sql, id)
  if (kind === 'write_off' && amount > owed)
    throw new AppError('conflict', `Only ${money(Math.max(0, owed), currency)} is outstanding`)
  return store(sql, { salonId: id, kind, amount: -amount, reason, takesBack: null }, context)
}

/** Takes a credit back with an entry of the opposite amount. A repeat returns the same entry. */
export function takeBackCredit(
  { id, entryId }: HandlerInput<typeof billing.takeBackCredit>,
  context: CallContext,
): Promise<LedgerEntry> {
  return inTransaction(context.sql, async (open) => {
    await lockSalon(open, id)
    const { kind, amount, line, takesBack } = await requireEntry(open, id, entryId)
    if (!isCredit(kind)) throw new AppError('conflict', 'Only a credit can be taken back')
    if (takesBack) throw new AppError('conflict', 'This takes back another credit: give that one again')
    const [before] = await open<{ id: string }[]>`select id from ledger_entries where takes_back = ${entryId}`
    if (before) return requireEntry(open, id, before.id)
    const reason = `Taken back: ${line.reasons.join(' ')}`
    return store(open, { salonId: id, kind, amount: -amount, reason, takesBack: entryId }, context)
  })
}

interface NewCredit {
  salonId: string
  kind: CreditKind
  amount: number
  reason: string
  takesBack: string | null
}

async function store(
  sql: Sql,
  { reason, ...credit }: NewCredit,
  { clock, actor }: Pick<CallContext, 'clock' | 'actor'>,
): Promise<LedgerEntry> {
  const { salonId, kind, amount } = credit
  const now = clock()
  const line: EntryLine = { client: '', visitOn: null, paid: null, feeBps: 0, reasons: [reason] }
  const row = { payableFrom: now, ruleVersion: RULE_VERSION, createdBy: actor.name, createdAt: now }
  const [entry] = await sql<[{ id: string }]>`
    insert into ledger_entries ${sql({ ...credit, ...row, clientId: null, line: sql.json(line) })} returning id`
  await audit(sql, { actor, action: 'ledger.credit', subject: salonId, detail: { kind, amount } })
  return requireEntry(sql, salonId, entry.id)
}

/** Credits that no statement names yet, oldest first. */
export const findNewCredits = (sql: Sql, { id, timeZone }: SalonRow) => sql<
  (StatementCredit & { id: string })[]
>`
  select e.id, e.kind, e.amount, e.line->'reasons'->>0 as reason,
    (e.created_at at time zone ${timeZone})::date::text as "on"
  from ledger_entries e
  where e.salon_id = ${id} and e.statement_id is null and e.${isCreditEntry(sql)} order by e.seq`
