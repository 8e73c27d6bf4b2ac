import { nextWindow, sendWindow, type Window } from '@salonback/shared/sms/quietHours.ts'
import { databaseNow } from '../db/now.ts'
import type { Deps } from '../deps.ts'
import { hashList, keyMarks, phoneHashes, WrongKeyError } from '../privacy/hash.ts'
import type { ClaimedText } from './transitions/queued.ts'

/** Why a claimed text was not sent. `lost`: its lease is over or about to be, and another worker may have the row. */
export type NotSent =
  | { why: 'lost' | 'suppressed' | 'undecided' | 'canceled' | 'paused' }
  | { why: 'closed'; window: Window }

/** Returns the reason not to send now (opt-out, campaign paused or canceled, quiet hours, lease lost), or null. */
export type PreSendCheck = (text: ClaimedText) => Promise<NotSent | null>

type CheckDeps = Pick<Deps, 'sql' | 'clock' | 'env'>

interface PendingCheck {
  text: ClaimedText
  resolve: (reason: NotSent | null) => void
  reject: (error: unknown) => void
}

interface CheckedRow {
  id: string
  attempts: number
  suppressed: boolean | null
  undecided: boolean
  state: string | null
  now: Date
}

/**
 * Reads rows right before their texts are sent. Checks requested in one turn of the event loop are one statement, sent
 * after the last request: a result read before its request could miss a STOP.
 */
export function createPreSendCheck(deps: CheckDeps): PreSendCheck {
  let waiting: PendingCheck[] = []

  async function checkAll() {
    const asked = waiting
    waiting = []
    try {
      const seen = await findClaimed(
        deps,
        asked.map(({ text }) => text),
      )
      const byAttempt = new Map(seen.map((row) => [nameOf(row), row]))
      for (const { text, resolve, reject } of asked) {
        const row = byAttempt.get(nameOf(text))
        if (row?.suppressed === null) reject(new WrongKeyError())
        else resolve(reasonToHold(deps, text, row))
      }
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return (text) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void checkAll())
      waiting.push({ text, resolve, reject })
    })
}

const nameOf = ({ id, attempts }: Pick<ClaimedText, 'id' | 'attempts'>) => `${id} ${attempts}`

/** Those that are still this sender's. */
function findClaimed({ sql, clock, env }: CheckDeps, texts: ClaimedText[]) {
  const moment = databaseNow(sql, clock)
  const claimed = texts.map(({ id, attempts, phone }) => ({
    id,
    attempts,
    hashes: phoneHashes(env, phone).map((hash) => hash.toString('hex')),
  }))
  return sql<CheckedRow[]>`
    select m.id, m.attempts, o.state, ${moment} as now,
      m.kind not in ('reply', 'notice') and (undecided(m.phone) or behind(${moment})) as undecided, m.kind <> 'notice' and
      (suppressed(m.phone) or erased(unhex(claimed.hashes), ${hashList(sql, keyMarks(env))})) as suppressed
    from jsonb_to_recordset(${sql.json(claimed)}) as claimed (id uuid, attempts int, hashes text[])
    join messages m on m.id = claimed.id and m.attempts = claimed.attempts
    left join campaigns o on o.id = m.campaign_id
    where m.status = 'sending' and m.lease_until > ${moment}`
}

function reasonToHold({ env }: CheckDeps, text: ClaimedText, row: CheckedRow | undefined): NotSent | null {
  if (!row) return { why: 'lost' }
  if (row.suppressed) return { why: 'suppressed' }
  if (row.undecided) return { why: 'undecided' }
  if (row.state === 'canceled' || row.state === 'paused') return { why: row.state }
  if (text.kind !== 'first_text' || sendWindow(text.phone, env.QUIET_HOURS, row.now).open) return null
  return { why: 'closed', window: nextWindow(text.phone, env.QUIET_HOURS, row.now) }
}
