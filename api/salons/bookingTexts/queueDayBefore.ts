import { dayBeforeWindow } from '@salonback/shared/salons/bookingTexts/dayBefore.ts'
import { appointmentTime, dayBeforeWords } from '@salonback/shared/salons/bookingTexts/words.ts'
import { queueText } from '../../core/messages/outbox.ts'
import { lockNumber } from '../../core/suppressions/suppressions.ts'
import type { Deps } from '../../deps.ts'
import { type Fragment, inTransaction, type Sql } from '../../platform/db/open.ts'
import { runEach } from '../../platform/runEach.ts'
import { findSender } from '../salons/queries.ts'
import { insertBookingText, keyOf } from './queries.ts'

type DayBeforeDeps = Pick<Deps, 'sql' | 'env' | 'clock' | 'log'>

/** Reminds clients of their appointment of tomorrow, once for each time. */
export async function queueDayBefore(deps: DayBeforeDeps): Promise<void> {
  const { sql, env, clock } = deps
  const now = clock()
  const due = (await findDue(sql, now)).filter(
    ({ timeZone, phone }) => dayBeforeWindow({ timeZone, phone, quietHours: env.QUIET_HOURS, now }).open,
  )
  await runEach(deps, due, {
    what: 'a reminder of an appointment',
    idsOf: ({ id }) => ({ visitId: id }),
    step: ({ id, phone }) =>
      inTransaction(sql, async (open) => {
        await lockNumber(open, phone)
        // It may have changed before the lock.
        const [visit] = await findDue(open, now, sql`and v.id = ${id}`)
        if (visit) await queueOne(open, visit, now)
      }),
  })
}

interface DueVisit {
  id: string
  salonId: string
  salonName: string
  timeZone: string
  phone: string
  visitAt: Date
}

/**
 * Visits of tomorrow that staff booked in a conversation, on an earlier day, at a time that they typed. Appointments
 * of a booking system are left to it. A visit of which only the day is known is stored as noon.
 */
const findDue = (sql: Sql, now: Date, also: Fragment = sql``) => sql<DueVisit[]>`
  select v.id, v.salon_id, s.name as salon_name, s.time_zone, v.phone, v.visit_at
  from visits v join salons s on s.id = v.salon_id
    cross join lateral (select (${now}::timestamptz at time zone s.time_zone)::date as on) today
  where s.booking_reminders and s.state in ('setup', 'ready') and v.state = 'booked'
    and v.visit_at > ${now} and v.visit_at < ${now}::timestamptz + interval '3 days'
    and (v.visit_at at time zone s.time_zone)::date = today.on + 1
    and (v.decided_at at time zone s.time_zone)::date < today.on
    and v.evidence @> '[{"kind": "reply"}]'
    and not exists (select 1 from appointments a where a.visit_id = v.id)
    and ((v.visit_at at time zone s.time_zone)::time <> '12:00'
      or exists (select 1 from booking_texts b where b.visit_id = v.id and b.visit_at = v.visit_at))
    and not exists (select 1 from booking_texts b
      where b.visit_id = v.id and b.what = 'day_before' and b.visit_at = v.visit_at)
    and not exists (select 1 from consent_events e
      where e.salon_id = v.salon_id and e.phone = v.phone and e.kind = 'withdrawn' and e.at > v.created_at)
    and not suppressed(v.phone) ${also}
  order by v.visit_at, v.id limit 500`

async function queueOne(sql: Sql, visit: DueVisit, now: Date): Promise<void> {
  const { id, salonId, salonName, timeZone, phone, visitAt } = visit
  const sender = await findSender(sql, salonId)
  if (!sender) return
  const time = appointmentTime(visitAt.toISOString(), timeZone)
  const messageId = await queueText(sql, {
    ...{ kind: 'booking', phone, now, sender: { id: sender.id, salonId } },
    body: dayBeforeWords({ salon: salonName, time }),
    dedupeKey: `${keyOf(id)}day-before:${visitAt.toISOString()}`,
  })
  if (messageId) await insertBookingText(sql, { messageId, visitId: id, what: 'day_before', visitAt })
}
