/** The longest pause on the word of a receiver: it is tried several times before the service gives up. */
const LONGEST_MS = 6 * 3_600_000

const DATE = /^(?:\w{3}, \d{2} \w{3} \d{4}|\w{6,9}, \d{2}-\w{3}-\d{2}) \d{2}:\d{2}:\d{2} GMT$/
/** Without a zone, but in UTC. */
const ASCTIME = /^\w{3} \w{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/

/** The pause of the header `Retry-After`, in ms: seconds or a date (RFC 9110, 10.2.3). 0 without one or for nonsense. */
export function retryAfterMs(header: string | null | undefined, now: Date): number {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(LONGEST_MS, Number(text) * 1000)
  const at = DATE.test(text) ? Date.parse(text) : ASCTIME.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
  return Number.isNaN(at) ? 0 : Math.min(LONGEST_MS, Math.max(0, at - now.getTime()))
}
