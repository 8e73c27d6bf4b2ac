import type { StepCounts } from '@salonback/shared/core/campaigns/campaign.ts'
import { startAtError } from '@salonback/shared/core/campaigns/startAt.ts'
import type { Wait } from '@salonback/shared/core/campaigns/whyWaiting.ts'
import type { Window } from '@salonback/shared/sms/openHours.ts'
import { placeOfNumber } from '@salonback/shared/sms/quietHours.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'

export interface WaitColumns {
  startsAt: Date | null
  nextAt: Date | null
  nextPhone: string | null
  lastAt: Date | null
  stoppedSender: string | null
}

interface Counts {
  total: number
  queued: number
  canceled: number
  waiting: number
  /** Of the texts after the first ones. */
  secondText?: StepCounts | null
  reminder?: StepCounts | null
}

/** When the queued texts of the campaign `c` leave. Each column is one look-up in an index. */
export function waitColumns(sql: Sql, now: Date): Fragment {
  const later = sql`from messages q where q.campaign_id = c.id and q.status = 'queued' and q.due_at > ${now}`
  return sql`
    case when c.starts_at > ${now} then c.starts_at end as starts_at,
    (select due_at ${later} order by due_at, seq limit 1) as next_at,
    (select phone ${later} order by due_at, seq limit 1) as next_phone,
    (select due_at ${later} order by due_at desc, seq desc limit 1) as last_at,
    (select nullif(address, '') from senders s where s.id = c.sender_id and (s.stopped_at is not null
      or exists (select 1 from sender_stops x where x.sender_id = s.id and not exists (select 1 from messages q
        where q.campaign_id = c.id and q.status = 'queued' and not starts_with(q.phone, x.prefix))))) as stopped_sender`
}

interface SplitWait {
  now: Date
  /** The sending window of a number at this time, or the next one. */
  hours(phone: string): Window
  /** Of a salon's campaign. */
  salon?: { timeZone: string; paused: boolean }
}

/** Splits a row into the campaign and its wait. */
export function splitWait<Row extends WaitColumns & Counts>(
  { startsAt, nextAt, nextPhone, lastAt, stoppedSender, ...campaign }: Row,
  { now, hours, salon }: SplitWait,
) {
  const second = campaign.secondText ?? campaign.reminder ?? { total: 0, queued: 0, waiting: 0 }
  const wait: Wait = {
    queued: campaign.queued + second.queued,
    startsAt: startsAt?.toISOString() ?? null,
    canChangeStart: second.total === 0 && campaign.total === campaign.queued + campaign.canceled,
    waiting: campaign.waiting + second.waiting,
    nextAt: nextAt?.toISOString() ?? null,
    lastAt: lastAt?.toISOString() ?? null,
    isOutsideHours: nextPhone !== null && nextAt !== null && isOutsideHours(hours(nextPhone), nextAt, now),
    zone: salon?.timeZone ?? (nextPhone && nextAt ? lastToOpen(nextPhone, nextAt) : null),
    stoppedSender,
    salonPaused: salon?.paused ?? false,
  }
  return { ...campaign, wait: wait.queued > 0 ? wait : null }
}

/** Whether a text waits only for the next opening of its hours, not for a later day. */
const isOutsideHours = ({ opensAt, closesAt }: Window, nextAt: Date, now: Date): boolean =>
  opensAt > now && (closesAt === null || nextAt < closesAt)

/** The westernmost of the time zones of a number, where the hours open last. */
function lastToOpen(phone: string, at: Date): string | null {
  const { zones } = placeOfNumber(phone)
  const wallClock = (zone: string) => new Date(at.toLocaleString('en-US', { timeZone: zone })).getTime()
  return zones.toSorted((one, other) => wallClock(one) - wallClock(other))[0] ?? null
}

/** The time a campaign starts; throws `invalid` outside of the next 60 days. */
export function readStart(startAt: string | null | undefined, now: Date): Date | null {
  if (!startAt) return null
  const chosen = new Date(startAt)
  const wrong = startAtError(chosen, now)
  if (wrong) throw new AppError('invalid', wrong, { fields: { startAt: wrong } })
  return chosen
}
