import type { MessageKind } from '@salonback/shared/messages/contract.ts'
import { openDatabase } from '../../db/open.ts'
import { claimDue } from '../../messages/claim.ts'
import { queueText } from '../../messages/outbox.ts'
import { sendClaimed } from '../../messages/send.ts'
import { createDatabase, startPostgres } from '../../testing/postgres.ts'
import { startApp } from '../../testing/start.ts'
import { startCarrier } from '../carrier.ts'
import { groupBy } from '../rows.ts'
import type { Proving, Row } from '../suite.ts'

const HOUR = 3_600_000
const TIMES = { short: 2, full: 20 }
const kinds: readonly MessageKind[] = ['reply', 'details', 'followup', 'alert']
/** What the clocks of the process that slept have seen of it: some stand still while the machine does. */
const seen = [HOUR, 0] as const
/** Who was awake meanwhile: another process, which takes over what is abandoned, or nobody. */
const company = [true, false] as const

/**
 * A process sleeps with claimed texts and wakes an hour later, their leases over. It must not send them on the old
 * claim; each is sent once, by whichever process claims it next, after asking the carrier where it may have been sent.
 */
export async function sleep(proving: Proving): Promise<Row[]> {
  const { scale, signal } = proving
  const stage = await setStage(proving)
  const { sql, app, time, carrier } = stage
  let sentByTheSleeper = 0
  let slept = 0
  for (let n = 0; n < TIMES[scale] && !signal.aborted; n++) {
    for (const kind of kinds)
      for (const sees of seen)
        for (const isAccompanied of company) {
          const phone = `+4477008${String(slept++).padStart(5, '0')}`
          const dedupeKey = `sleep:${phone}`
          await queueText(sql, { kind, phone, body: `Text ${slept}`, dedupeKey, now: app.clock() })
          const [text] = await claimDue(app.deps, 1)
          if (text?.phone !== phone) throw new Error('the text just queued is the only one due')
          time.now += HOUR
          // Past every question to the carrier, as far as a second attempt of another process.
          for (let round = 0; isAccompanied && round < 4; round++) {
            await app.worker.round()
            time.now += 4 * 60_000
          }
          const before = carrier.calls.length
          await sendClaimed(app.deps, { ...text, age: () => sees })
          sentByTheSleeper += carrier.calls.length - before
          for (let round = 0; round < 4; round++) {
            await app.worker.round()
            time.now += 4 * 60_000
          }
        }
  }
  const calls = [...groupBy(carrier.calls, ({ to }) => to).values()]
  const left = await sql`select 1 from messages where status in ('queued', 'sending')`
  return [
    {
      what: 'asleep for an hour: nothing leaves under a lease that ended',
      tried: slept,
      wrong: sentByTheSleeper,
    },
    {
      what: 'asleep for an hour: no text twice',
      tried: slept,
      wrong: calls.filter((ones) => ones.length > 1).length,
    },
    { what: 'asleep for an hour: nothing stuck', tried: slept, wrong: left.length },
  ]
}

async function setStage({ atEnd }: Proving) {
  const postgres = await startPostgres()
  atEnd(postgres.stop)
  const sql = openDatabase(await createDatabase(postgres.url, 'sleep'))
  atEnd(() => sql.end({ timeout: 5 }))
  const time = { now: Date.UTC(2027, 2, 10, 12) }
  const clock = () => new Date(time.now)
  const carrier = await startCarrier({
    plan: () => ({ accept: true, answer: 'created', answerAfterMs: 0, receipts: [] }),
    clock,
    post: async () => true,
  })
  atEnd(carrier.stop)
  // A process that listens holds its texts back for another reason after such an hour.
  const app = await startApp({ sql, clock, carrierUrl: carrier.url, listens: false })
  atEnd(app.stop)
  return { sql, app, time, carrier }
}
