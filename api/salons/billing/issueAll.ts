import type { HandlerInput, ReplyOf } from '@salonback/shared/platform/http/endpoint.ts'
import type { billing, LeftOutSalon, StatementPreview } from '@salonback/shared/salons/billing/contract.ts'
import { dueOnOf, notIssuedReason, type Unbilled } from '@salonback/shared/salons/billing/dueDates.ts'
import { toPayOf } from '@salonback/shared/salons/billing/paper.ts'
import { statementWords } from '@salonback/shared/salons/billing/statementWords.ts'
import { unusualStatement } from '@salonback/shared/salons/billing/unusual.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { CallContext } from '../../deps.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isCredit, isHeld, outstandingOf } from '../salons/owed.ts'
import { lockSalon, requireSalon, type SalonRow } from '../salons/queries.ts'
import { findPayable } from './ledger.ts'
import { findLast, findStatements, issueFor, sumsFor, vatOfSalon } from './statements.ts'
import { tellStatement, wayToTell } from './tellStatement.ts'

/** The statements that *Issue statements* would issue now, unusual ones first, and the salons that it leaves out. */
export async function previewStatements(_: object, { sql, clock, env, mailer }: CallContext) {
  const now = clock()
  const statements: StatementPreview[] = []
  const leftOut: LeftOutSalon[] = []
  for (const row of await findUnbilled(sql, now)) {
    const { salonId, salonName, entries, broughtForward } = row
    const lines = entries === 0 ? [] : (await findPayable(sql, salonId, now)).map(({ line }) => line)
    const { total } = sumsFor(lines, vatOfSalon(env, row), broughtForward)
    const reason = notIssuedReason({ ...row, payable: total })
    if (reason === null)
      statements.push(previewOf(row, { total, lines, sentBy: wayToTell(row, { mailer }), now }))
    else leftOut.push({ salonId, salonName, reason })
  }
  return {
    statements: statements.toSorted((a, b) => Number(a.unusual === null) - Number(b.unusual === null)),
    leftOut,
  }
}

type Previewed = Pick<StatementPreview, 'total' | 'lines' | 'sentBy'> & { now: Date }

function previewOf(row: UnbilledRow, { total, lines, sentBy, now }: Previewed): StatementPreview {
  const { salonId, salonName, currency, number, broughtForward, timeZone, paymentDays, earlier } = row
  const dueOn = dueOnOf(localDate(timeZone, now), paymentDays)
  const head = { salonId, salonName, currency, number, total, broughtForward, dueOn, lines, sentBy }
  const unusual = unusualStatement({ total, lines }, earlier, currency)
  const { sentences } = statementWords({ number, currency, dueOn, toPay: toPayOf(head) })
  return { ...head, unusual, words: sentences }
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

type OfSalon = 'timeZone' | 'country' | 'paymentDays' | 'ownerEmail' | 'ownerPhone' | 'state'

interface UnbilledRow extends Omit<Unbilled, 'payable'>, Pick<SalonRow, OfSalon> {
  currency: SalonRow['currency']
  salonId: string
  salonName: string
  /** Totals of its statements. */
  earlier: number[]
  /** Number of the next statement. */
  number: number
  broughtForward: number
}

/** Salons with ledger entries on no statement, and their sums. */
const findUnbilled = (sql: Sql, now: Date) => sql<UnbilledRow[]>`
  select s.id as salon_id, s.name as salon_name, s.currency, s.time_zone, s.country, s.payment_days, s.owner_email,
    s.owner_phone, s.state, open_entries.*,
    (select coalesce(jsonb_agg(total order by number), '[]') from statements t where t.salon_id = s.id) as earlier,
    (select coalesce(max(number), 0) + 1 from statements t where t.salon_id = s.id) as number,
    ${outstandingOf(sql, sql`s.id`)} as brought_forward
  from salons s cross join lateral (
    select count(*) filter (where not held and payable_from <= ${now})::int as entries,
      (min(payable_from) filter (where not held and payable_from > ${now}) at time zone s.time_zone)::date::text as later_from,
      coalesce(sum(amount) filter (where held), 0)::bigint as disputed, count(*) as lines
    from (select e.amount, e.payable_from, ${isHeld(sql)} as held from ledger_entries e
      where e.salon_id = s.id and e.statement_id is null and not e.${isCredit(sql)}) e
  ) open_entries
  where open_entries.lines > 0 order by s.name, s.id`
