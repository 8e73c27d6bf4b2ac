import type { Context } from 'hono'
import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import type { Env } from '../env.ts'
import { addressOf } from './limits.ts'

/** Why a call was turned away, in the words of the log and of `salonback_refused_total`. */
export type RejectionReason =
  | 'host'
  | 'login'
  | 'login_busy'
  | 'login_code'
  | 'login_throttled'
  | 'origin'
  | 'signature'

export interface Rejections {
  /** `salonback_refused_total{reason}`; registered with the app's own metrics. */
  counter: Counter<'reason'>
  /** Counts a call that was turned away and logs it. `detail` must hold no secret; long words are cut. */
  record(c: Context, reason: RejectionReason, detail?: Record<string, string>): void
}

interface Parts {
  env: Env
  clock: () => Date
  log: Logger
}

// A flood of rejections must not become a flood of log lines; the counter still counts every one.
const LINES_PER_MINUTE = 30
const MAX_DETAIL_LENGTH = 100

/** Counts and logs refused calls, for monitoring. */
export function createRejections({ env, clock, log }: Parts): Rejections {
  const counter = new Counter({
    name: 'salonback_refused_total',
    help: 'Calls turned away, by reason',
    labelNames: ['reason'],
    registers: [],
  })
  const room = linesPerMinute(clock)
  return {
    counter,
    record(c, reason, detail = {}) {
      counter.inc({ reason })
      const { allowed, unlogged } = room(reason)
      if (!allowed) return
      const words = Object.entries(detail).map(([name, word]) => [name, word.slice(0, MAX_DETAIL_LENGTH)])
      log.warn(
        {
          reason,
          address: maskAddress(addressOf(c, env)),
          path: c.req.path.slice(0, MAX_DETAIL_LENGTH),
          ...Object.fromEntries(words),
          ...(unlogged > 0 && { unlogged }),
        },
        'call refused',
      )
    },
  }
}

/** Whether a line of this reason may still be written in the present minute, and how many were not in the last one. */
function linesPerMinute(clock: () => Date) {
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

/** An address is personal data: its network is enough to see where an attack comes from. */
export function maskAddress(address: string): string {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return address.replace(/\d+$/, 'x')
  return address.includes(':') ? `${address.split(':').slice(0, 3).join(':')}:x` : 'unknown'
}
