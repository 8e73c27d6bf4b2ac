import { plural, shortDay } from '@salonback/shared/formats.ts'
import { isOfficeHour } from '@salonback/shared/salons/chasers/officeHours.ts'
import { reasonLabels } from '@salonback/shared/salons/clients/eligible.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { LIST_DAYS } from '@salonback/shared/salons/salons/days.ts'
import { ASK_BEFORE_DAYS } from '@salonback/shared/salons/salons/lastDays.ts'
import { MAX_REQUESTS, NOTIFY_FROM } from '@salonback/shared/salons/salons/todos.ts'
import type { Deps } from '../../deps.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { runEach } from '../../platform/runEach.ts'
import { hasOwnerMessage } from '../ownerLinks/ownerMessages.ts'
import { sendToOwner, Unsent } from '../ownerLinks/sendToOwner.ts'
import { lockSalonState } from '../salons/queries.ts'
import { findUnsentTexts, lateOfSalon, type UnsentCampaign, unsentOfSalon } from '../salons/unsentTexts.ts'

type NotifyDeps = Pick<Deps, 'sql' | 'env' | 'clock' | 'mailer' | 'log'>

/** Days from one request for a list to the next. */
const ASK_EVERY_DAYS = 3
/** Messages of one round: other chores wait for it. */
const MOST = 50

type Reached = Pick<Salon, 'id' | 'name' | 'ownerName' | 'ownerPhone' | 'ownerEmail' | 'timeZone'>
type DueRequest = Reached & { late: { texts: number; listEndsOn: string } }

const reached = (sql: Sql) => sql`s.id, s.name, s.owner_name, s.owner_phone, s.owner_email, s.time_zone`

/** Salons with texts that come after the last day of their list, which is near. `only` limits them to one. */
const findDueRequests = (sql: Sql, now: Date, only?: string) => sql<DueRequest[]>`
  select ${reached(sql)}, t.late from salons s cross join lateral (select ${lateOfSalon(sql, now)} as late) t
  where s.state = 'ready' ${only ? sql`and s.id = ${only}` : sql``}
    and (${now}::timestamptz at time zone s.time_zone)::date >= (t.late->>'listEndsOn')::date - ${ASK_BEFORE_DAYS}::int
    and (select count(*) < ${MAX_REQUESTS} and coalesce(max(o.created_at) <= ${now}::timestamptz - ${ASK_EVERY_DAYS} * interval '1 day', true)
      from owner_links o where o.salon_id = s.id and o.purpose = 'list'
        and o.created_at >= (t.late->>'listEndsOn')::date - ${LIST_DAYS}::int)
  order by s.id`

/** Salons with campaigns of which many texts did not leave in the last days. */
const findUnsentSalons = (sql: Sql, now: Date) => sql<Reached[]>`
  select ${reached(sql)} from salons s cross join lateral (${unsentOfSalon(sql, now)}) n
  where s.state = 'ready' and n.count >= ${NOTIFY_FROM} order by s.id`

/**
 * Asks owners for a new list before texts of their campaigns come after its last day, and tells them of texts that did not
 * leave, once per campaign. In office hours of the salon.
 */
export async function notifyOwnersOfTexts(deps: NotifyDeps): Promise<void> {
  const now = deps.clock()
  await runEach(deps, await findDueRequests(deps.sql, now), {
    ...{ what: 'a request for a list', most: MOST, idsOf: ({ id }) => ({ salonId: id }) },
    step: (due) => inOfficeHours(deps, due, (open) => askForList(open, deps, due.id)),
  })
  await runEach(deps, await findUnsentSalons(deps.sql, now), {
    ...{ what: 'a message about texts that did not leave', most: MOST, idsOf: ({ id }) => ({ salonId: id }) },
    step: (salon) => inOfficeHours(deps, salon, (open) => tellUnsent(open, deps, salon)),
  })
}

/** False outside office hours, and if nothing was sent. */
async function inOfficeHours(
  { sql, clock }: NotifyDeps,
  salon: Reached,
  step: (open: Sql) => Promise<boolean>,
): Promise<boolean> {
  if (!isOfficeHour(salon.timeZone, clock())) return false
  try {
    return await inTransaction(sql, async (open) => {
      await lockSalonState(open, salon.id)
      return step(open)
    })
  } catch (error) {
    if (error instanceof Unsent) return false
    throw error
  }
}

async function askForList(sql: Sql, deps: NotifyDeps, salonId: string): Promise<boolean> {
  // Checked again under the lock: another worker, or a new list, may have been first.
  const [due] = await findDueRequests(sql, deps.clock(), salonId)
  if (!due) return false
  const { texts, listEndsOn } = due.late
  const why = `${plural(texts, 'text')} to your clients cannot leave without it`
  const sentBy = await sendToOwner(sql, deps, due, {
    purpose: 'list',
    subjectId: null,
    words: `please share a fresh client list by ${shortDay(listEndsOn)}: ${why}:`,
    subject: `A fresh client list for ${due.name}`,
    paragraphs: [`Please share a fresh client list by ${shortDay(listEndsOn)}: ${why}.`],
    button: 'Share the list',
  })
  if (!sentBy) throw new Unsent()
  return true
}

async function tellUnsent(sql: Sql, deps: NotifyDeps, salon: Reached): Promise<boolean> {
  for (const campaign of await findUnsentTexts(sql, salon.id, deps.clock())) {
    const dedupeKey = `unsent:${campaign.campaignId}`
    if (await hasOwnerMessage(sql, dedupeKey)) continue
    if (!(await sendToOwner(sql, deps, salon, { ...unsentMessage(salon, campaign), dedupeKey })))
      throw new Unsent()
    return true
  }
  return false
}

/** Asks for a list if the list was too old; other reasons are only to be read. */
function unsentMessage({ name }: Reached, { texts, reasons }: UnsentCampaign) {
  const [main] = reasons
  const isOld = main?.reason === reasonLabels.list_old
  const what = `${plural(texts, 'text')} to your clients did not leave`
  const sentence = isOld ? `${what}, because your client list is older than ${LIST_DAYS} days` : what
  return {
    purpose: isOld ? ('list' as const) : ('texts' as const),
    subjectId: null,
    words: `${sentence}. ${isOld ? 'Share a fresh one' : 'Read why'}:`,
    subject: `Texts of ${name} that did not leave`,
    paragraphs: [`${sentence}.`],
    button: isOld ? 'Share a fresh list' : 'Read why',
  }
}
