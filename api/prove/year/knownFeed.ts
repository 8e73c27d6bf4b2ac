import type { CallInput } from '@salonback/shared/platform/http/endpoint.ts'
import type { v1 } from '@salonback/shared/salons/v1/contract.ts'

const DAY = 24 * 3_600_000
/** A list, and a feed that sends nothing, are fresh for so many days. */
const FRESH_DAYS = 14

/** The booking system of a salon. */
export interface KnownFeed {
  send(input: CallInput<typeof v1.recordVisits>): Promise<unknown>
  /** The first day after the last long silence. */
  since: string
  heardAt: Date
  silentUntil: string
  /** Appointments so far. */
  told: number
}

export const isSilent = ({ heardAt }: KnownFeed, now: Date) =>
  now.getTime() - heardAt.getTime() >= FRESH_DAYS * DAY

/** Whether the feed keeps a list of this day fresh: it began before the list was too old, and still sends. */
export const isKeptFresh = (feed: KnownFeed | null, listAsOf: string, now: Date): boolean =>
  feed !== null && !isSilent(feed, now) && (Date.parse(feed.since) - Date.parse(listAsOf)) / DAY <= FRESH_DAYS
