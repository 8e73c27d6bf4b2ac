/** How often clients are texted. The terms that owners accept name these numbers. */
export const textCaps = {
  /** The offer and one reminder. */
  perCampaign: 2,
  /** From one salon, in 12 months. */
  perYear: 4,
  /** Between two texts to a client, also of different salons. */
  daysBetween: 7,
} as const

/** Campaign texts that a client got. Replies and notices do not count. */
export interface TextHistory {
  /** Last campaign text from any salon, ISO 8601, or null. */
  lastTextAt: string | null
  /** From this salon in the last 12 months. */
  textsInYear: number
  /** In this campaign; left out before there is one. */
  textsInCampaign?: number
}

/** Reasons why another text must wait, in the order of reporting. */
export type Cap = 'texted_recently' | 'yearly_cap' | 'campaign_cap'

const day = 24 * 60 * 60_000

/** Whether a client may get one more campaign text now, and the cap that forbids it. */
export function mayText(history: TextHistory, now: Date): { ok: true } | { ok: false; cap: Cap } {
  const cap = reachedCap(history, now)
  return cap ? { ok: false, cap } : { ok: true }
}

function reachedCap({ lastTextAt, textsInYear, textsInCampaign = 0 }: TextHistory, now: Date): Cap | null {
  if (lastTextAt !== null && !isPast(lastTextAt, textCaps.daysBetween, now)) return 'texted_recently'
  if (textsInYear >= textCaps.perYear) return 'yearly_cap'
  return textsInCampaign >= textCaps.perCampaign ? 'campaign_cap' : null
}

/** Whether so many days of 24 hours have passed. False for a time that cannot be read. */
const isPast = (instant: string, days: number, now: Date) =>
  now.getTime() - new Date(instant).getTime() >= days * day
