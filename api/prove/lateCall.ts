import type { Lags } from './lags.ts'
import type { Call } from './network.ts'

/** A text that is already being transmitted when a STOP is acknowledged can still arrive within this time. */
const IN_FLIGHT_MS = 300

/** Names the latest of these calls that came too long after `since`; null if there is none. */
export function lateCall(phone: string, calls: Call[], since: number, lags: Lags): string | null {
  const late = calls
    .filter(({ at }) => at > since)
    .map(({ at }) => lags.activeMsBetween(since, at))
    .filter((ms) => ms > IN_FLIGHT_MS)
  return late.length > 0 ? `${phone}: ${Math.max(...late).toFixed(0)} ms after` : null
}
