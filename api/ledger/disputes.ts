import type { HandlerInput } from '@salonback/shared/http/endpoint.ts'
import type { LedgerEntry, ledger } from '@salonback/shared/ledger/contract.ts'
import { audit } from '../db/audit.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import { AppError, notFound } from '../http/errors.ts'
import type { CallContext } from '../http/serve.ts'
import { lockSalonState } from '../salons/queries.ts'
import { decideVisit } from '../visits/records.ts'
import { closeDispute, findEntry, insertDispute } from './queries.ts'

async function requireEntry(sql: Sql, salonId: string, id: string): Promise<LedgerEntry> {
  const entry = await findEntry(sql, salonId, id)
  if (!entry) throw notFound('Entry')
  return entry
}

/** Holds an entry until staff decide. Throws 409 for entries on a statement and those that were disputed before. */
export async function openDispute(
  sql: Sql,
  { salonId, entryId, note }: { salonId: string; entryId: string; note: string },
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await lockSalonState(sql, salonId)
  const entry = await requireEntry(sql, salonId, entryId)
  if (entry.statementNumber !== null)
    throw new AppError('conflict', `This fee is on statement ${entry.statementNumber}. Please write to us.`)
  if (entry.kind !== 'fee' && entry.kind !== 'adjustment')
    throw new AppError('conflict', 'Only what you owe can be disputed')
  if (entry.dispute) throw new AppError('conflict', 'You have disputed this fee already')
  await insertDispute(sql, entryId, { note, now })
  await audit(sql, { actor: by, action: 'ledger.dispute', subject: entryId })
}

/** Ends a dispute. An upheld one sets the amount of the visit to zero, which reverses the fee. */
export function decideDispute(
  { id, entryId, upheld }: HandlerInput<typeof ledger.decideDispute>,
  { sql, clock, actor }: CallContext,
): Promise<LedgerEntry> {
  return inTransaction(sql, async (open) => {
    const [by, now] = [actor.username, clock()]
    await lockSalonState(open, id)
    const { visitId } = await requireEntry(open, id, entryId)
    if (!(await closeDispute(open, entryId, { upheld, by, now })))
      throw new AppError('conflict', 'This entry has no open dispute')
    if (upheld && visitId) {
      const evidence = [{ kind: 'staff' as const, note: 'Dispute upheld: no fee' }]
      await decideVisit(open, { salonId: id, visitId }, { amount: 0 }, { evidence, by, now })
    }
    await audit(open, { actor: by, action: 'ledger.decide', subject: entryId, detail: { upheld } })
    return requireEntry(open, id, entryId)
  })
}
