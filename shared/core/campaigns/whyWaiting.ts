import { z } from 'zod'
import { Instant, named, ZoneName } from '../../fields.ts'
import { dayAndTime, plural, timeOfDay } from '../../formats.ts'

/** When the queued texts of a campaign leave. */
export const Wait = named('CampaignWait', {
  /** When the campaign starts; null once this has passed. */
  startsAt: Instant.nullable(),
  /** True while no text has left, so that the start can be changed. */
  canChangeStart: z.boolean(),
  /** Queued texts, second ones included. */
  queued: z.number().int().nonnegative(),
  /** Of these, how many may not leave yet. */
  waiting: z.number().int().nonnegative(),
  /** When the next and the last of them may leave; null without any. */
  nextAt: Instant.nullable(),
  lastAt: Instant.nullable(),
  /** True while the next text waits for the hours of its recipient or of the salon, and not for its day. */
  isOutsideHours: z.boolean(),
  /** Time zone of the recipient of the next text, or of the salon. */
  zone: ZoneName.nullable(),
  /** Address of its sender if the carrier refuses it. */
  stoppedSender: z
    .string()
    .regex(/^(\+\d+|MG\w+)$/)
    .nullable(),
  /** True while its salon is paused. */
  salonPaused: z.boolean(),
})
export type Wait = z.infer<typeof Wait>

/** At most 60 days ahead; null: now. */
export const ChangedStart = z.object({ startAt: Instant.max(40).nullable() })

/** The fields of a campaign that explain why its texts wait. */
export interface CampaignFacts {
  state: 'running' | 'paused' | 'finished' | 'canceled'
  pausedReason: string | null
  /** Null if no text is queued. */
  wait: Wait | null
}

interface Surroundings {
  now: Date
  /** Why sending is stopped for all texts, or null. */
  sendingStopped: string | null
  /** The hours follow the local time of the recipients or of the salon. */
  owner: 'recipients' | 'salon'
}

const DAY_MS = 86_400_000

/** Why the queued texts of a campaign have not left, as one sentence without a full stop; null if none is queued. */
export function whyWaiting(campaign: CampaignFacts, around: Surroundings): string | null {
  const { state, pausedReason, wait } = campaign
  if (!wait || state === 'finished' || state === 'canceled') return null
  if (state === 'paused') return pausedReason ?? 'Paused'
  if (wait.salonPaused) return 'On hold: the salon is paused'
  if (around.sendingStopped) return `On hold: ${around.sendingStopped}`
  if (wait.stoppedSender) return `Texts from ${wait.stoppedSender} are on hold`
  if (wait.startsAt) return startSentence(wait, wait.startsAt, around)
  return hoursSentence(wait, around)
}

/** `8:00 AM their time`, with the day if it is more than a day ahead. */
function localTime(iso: string, zone: string | null, { now, owner }: Surroundings): string {
  const isSoon = new Date(iso).getTime() - now.getTime() < DAY_MS
  const shown = (isSoon ? timeOfDay : dayAndTime)(iso, zone ?? undefined)
  return `${shown} ${owner === 'salon' ? 'salon time' : 'their time'}`
}

function startSentence({ nextAt, zone }: Wait, startsAt: string, around: Surroundings): string {
  const starts = `Starts ${dayAndTime(startsAt)}`
  if (!nextAt || new Date(nextAt) <= new Date(startsAt)) return starts
  return `${starts}; the first text waits until ${localTime(nextAt, zone, around)}`
}

function hoursSentence(wait: Wait, around: Surroundings): string {
  const { queued, waiting, nextAt, lastAt, zone } = wait
  const now = Math.max(0, queued - waiting)
  if (waiting === 0 || !nextAt) return `Sending ${plural(now, 'text')}`
  const until = `until ${localTime(nextAt, zone, around)}`
  const waits = `${plural(waiting, 'waits', 'wait')}${nextAt === lastAt ? '' : ', the next'} ${until}`
  return now > 0 ? `Sending ${plural(now, 'text')}; ${waits}` : waits
}
