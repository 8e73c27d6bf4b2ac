import type { HandlerInput, ReplyOf } from '@salonback/shared/platform/http/endpoint.ts'
import type { billing, LeftOutSalon, StatementPreview } from '@salonback/shared/salons/billing/contract.ts'
import { dueOnOf, notIssuedReason, type Unbilled } from '@salonback/shared/salons/billing/dueDates.ts'
import { vatOfAll } from '@salonback/shared/salons/billing/vat.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { CallContext } from '../../deps.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isHeld, outstandingOf } from '../salons/owed.ts'
import { lockSalon, requireSalon, type SalonRow } from '../salons/queries.ts'
import { type CorrectedSum, joinCorrected, treatedOf } from './ledger.ts'
import { findLast, findStatements, issueFor, vatOfSalon } from './statements.ts'
import { tellStatement } from './tellStatement.ts'

/** The statements that *Issue statements* would issue now, and the salons that it leaves out. */
export async function previewStatements(_: object, { sql, clock, env }: CallContext) {
  const now = clock()
  const statements: StatementPreview[] = []
  const leftOut: LeftOutSalon[] = []
  for (const row of await findUnbilled(sql, now)) {
    const { salonId, salonName } = row
    const total = row.payable + vatOfAll(row.sums.map(treatedOf), vatOfSalon(env, row))
    const reason = notIssuedReason({ ...row, payable: total })
    if (reason === null) statements.push(previewOf(row, total, now))
    else leftOut.push({ salonId, salonName, reason })
  }
  return { statements, leftOut }
}

function previewOf(row: UnbilledRow, total: number, now: Date): StatementPreview {
  const { salonId, salonName, currency, number, broughtForward, timeZone, paymentDays } = row
  const dueOn = dueOnOf(localDate(timeZone, now), paymentDays)
  return { salonId, salonName, currency, number, total, broughtForward, dueOn }
}

type PreviewedStatement = HandlerInput<typeof billing.issueAll>['statements'][number]
type Issued = ReplyOf<typeof billing.issueAll>['issued'][number]

/** Issues the statements one after the other, each in its own transaction, so that a failing one stops no other. */
export async function issueAll(
  { statements, tellOwners }: HandlerInput<typeof billing.issueAll>,
  context: CallContext,
): Promise<ReplyOf<typeof billing.issueAll>> {
  const issued: Issued[] = []
  const leftOut: LeftOutSalon[] = []
  for (const wanted of statements) {
    const { salonId } = wanted
    const salon = await requireSalon(context.sql, salonId)
    try {
      const told = await inTransaction(context.sql, (open) => issueOne(open, wanted, tellOwners, context))
      issued.push({ salonId, salonName: salon.name, number: wanted.number, told })
    } catch (error) {
      if (!(error instanceof AppError))
        context.log.error({ err: error, salonId }, 'a statement was not issued')
      const reason = error instanceof AppError ? error.message : 'It failed. Please try again later'
      leftOut.push({ salonId, salonName: salon.name, reason })
    }
  }
  return { issued, leftOut }
}

const changed = () => new AppError('conflict', 'It has changed since the preview: please look again')

/** Issues one statement. Returns whether the owner got a link. Throws 409 if it differs from the preview. */
async function issueOne(
  sql: Sql,
  { salonId, number, total }: PreviewedStatement,
  tellOwners: boolean,
  context: CallContext,
): Promise<boolean> {
  const salon = await lockSalon(sql, salonId)
  const last = await findLast(sql, salon.id)
  if (last && last.number >= number) {
    const [before] = await findStatements(sql, salon.id, sql`and t.number = ${number}`)
    if (before?.total !== total) throw changed()
    return false
  }
  const settings = { by: context.actor, now: context.clock(), settings: context.env }
  const statement = await issueFor(sql, salon, settings)
  if (statement.number !== number || statement.total !== total) throw changed()
  return tellOwners && (await tellStatement(sql, context, salon, statement)) !== null
}

interface UnbilledRow extends Unbilled, Pick<SalonRow, 'timeZone' | 'country' | 'paymentDays'> {
  currency: SalonRow['currency']
  salonId: string
  salonName: string
  /** Sums of what is payable, by the statement that they correct. */
  sums: CorrectedSum[]
  /** Number of the next statement. */
  number: number
  broughtForward: number
}

/** Salons with ledger entries on no statement, and their sums. */
const findUnbilled = (sql: Sql, now: Date) => sql<UnbilledRow[]>`
  select s.id as salon_id, s.name as salon_name, s.currency, s.time_zone, s.country, s.payment_days, open_entries.*,
    (select coalesce(max(number), 0) + 1 from statements t where t.salon_id = s.id) as number,
    ${outstandingOf(sql, sql`s.id`)} as brought_forward
  from salons s cross join lateral (
    select count(*) filter (where not held and payable_from <= ${now})::int as entries,
      coalesce(sum(amount) filter (where not held and payable_from <= ${now}), 0)::bigint as payable,
      (min(payable_from) filter (where not held and payable_from > ${now}) at time zone s.time_zone)::date::text as later_from,
      coalesce(sum(amount) filter (where held), 0)::bigint as disputed, count(*) as lines,
      coalesce(jsonb_agg(jsonb_build_object('amount', amount, 'corrects', corrects, 'vatBps', vat_bps, 'vatNote', vat_note))
        filter (where not held and payable_from <= ${now}), '[]') as sums
    from (select e.amount, e.payable_from, ${isHeld(sql)} as held, corrected.number as corrects, corrected.vat_bps,
        corrected.vat_note
      from ledger_entries e ${joinCorrected(sql)} where e.salon_id = s.id and e.statement_id is null) e
  ) open_entries
  where open_entries.lines > 0 order by s.name, s.id`
