import type { Context } from 'hono'
import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import type { Env } from '../../env.ts'
import { visitorAddress } from './rateLimits.ts'

/** Label of `salonback_refused_total` and of the log. */
export type RejectionReason =
  | 'host'
  | 'login'
  | 'login_busy'
  | 'login_code'
  | 'login_throttled'
  | 'origin'
  | 'signature'

export interface Rejections {
  /** `salonback_refused_total{reason}` */
  counter: Counter<'reason'>
  /** Counts and logs a rejected request. `detail` must not contain secrets; long values are cut. */
  record(c: Context, reason: RejectionReason, detail?: Record<string, string>): void
}

interface Parts {
  env: Env
  clock: () => Date
  log: Logger
}

// Bounds the log lines of a flood; the counter counts every rejection.
const LINES_PER_MINUTE = 30
const MAX_DETAIL_LENGTH = 100

export function createRejections({ env, clock, log }: Parts): Rejections {
  const counter = new Counter({
    name: 'salonback_refused_total',
    help: 'Calls turned away, by reason',
    labelNames: ['reason'],
    registers: [],
  })
  const takeLogLine = limitLogLines(clock)
  return {
    counter,
    record(c, reason, detail = {}) {
      counter.inc({ reason })
      const { allowed, unlogged } = takeLogLine(reason)
      if (!allowed) return
      const fields = Object.entries(detail).map(([name, value]) => [name, value.slice(0, MAX_DETAIL_LENGTH)])
      log.warn(
        {
          reason,
          address: maskAddress(visitorAddress(c, env)),
          path: c.req.path.slice(0, MAX_DETAIL_LENGTH),
          ...Object.fromEntries(fields),
          ...(unlogged > 0 && { unlogged }),
        },
        'request rejected',
      )
    },
  }
}

/** Whether this reason may be logged in the current minute, and how many lines the minute before left out. */
function limitLogLines(clock: () => Date) {
  const windows = new Map<RejectionReason, { minute: number; seen: number }>()
  return (reason: RejectionReason) => {
    const minute = Math.floor(clock().getTime() / 60_000)
    const last = windows.get(reason)
    const fresh = last?.minute !== minute
    const seen = fresh ? 1 : last.seen + 1
    windows.set(reason, { minute, seen })
    const unlogged = fresh ? Math.max(0, (last?.seen ?? 0) - LINES_PER_MINUTE) : 0
    return { allowed: seen <= LINES_PER_MINUTE, unlogged }
  }
}

/** Masks an address, which is personal data, down to its network. */
export function maskAddress(address: string): string {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return address.replace(/\d+$/, 'x')
  return address.includes(':') ? `${address.split(':').slice(0, 3).join(':')}:x` : 'unknown'
}
