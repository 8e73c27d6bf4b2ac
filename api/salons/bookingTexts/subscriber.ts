import { dayBeforeWindow, isTomorrow } from '@salonback/shared/salons/bookingTexts/dayBefore.ts'
import type { Subscriber } from '../../core/messages/subscribers.ts'
import type { ClaimedText } from '../../core/messages/text.ts'
import type { Deps } from '../../deps.ts'
import { databaseNow } from '../../platform/db/now.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { VisitSubscriber } from '../visits/subscribers.ts'
import { dropOutdated, isTrue, type What } from './queries.ts'

type Guarded = Pick<Deps, 'env' | 'clock'>

/** A text about a booking leaves only while it is true. */
export const guardBookingTexts = (deps: Guarded): Subscriber => ({
  async mayLeave(sql, text) {
    if (text.kind !== 'booking') return null
    const message = await findObstacle(sql, deps, text)
    return message === null ? null : { why: 'leftOut', message }
  },
})

interface Facts {
  what: What
  visitAt: Date | null
  holds: boolean
  isClosed: boolean
  reminds: boolean
  timeZone: string
  now: Date
}

async function findObstacle(sql: Sql, { env, clock }: Guarded, { id, phone }: ClaimedText) {
  const [facts] = await sql<Facts[]>`
    select b.what, b.visit_at, ${isTrue(sql)} as holds, s.state = 'closed' as is_closed,
      s.booking_reminders and s.state in ('setup', 'ready') as reminds, s.time_zone, ${databaseNow(sql, clock)} as now
    from booking_texts b join visits v on v.id = b.visit_id join salons s on s.id = v.salon_id where b.message_id = ${id}`
  if (!facts?.holds) return 'The booking has changed'
  const { what, visitAt, isClosed, reminds, timeZone, now } = facts
  if (isClosed) return 'This salon is closed'
  if (what === 'booked' && visitAt && visitAt <= now) return 'The appointment is over'
  if (what !== 'day_before' || !visitAt) return null
  if (!reminds) return 'Reminders of appointments are off'
  const isTime =
    isTomorrow(visitAt, { timeZone, now }) &&
    dayBeforeWindow({ timeZone, phone, quietHours: env.QUIET_HOURS, now }).open
  return isTime ? null : 'Too late for a reminder'
}

/** Takes texts about a booking back that have not left when the visit changes. */
export const dropOutdatedTexts: VisitSubscriber = {
  onVisitChanged: (sql, { salon, phone, now }) => dropOutdated(sql, { salonId: salon.id, phone }, now),
}
