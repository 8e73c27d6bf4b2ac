import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { queueText } from '../../core/messages/outbox.ts'
import type { Sender } from '../../core/messages/senders.ts'
import { TWIN } from './carrierFaults.ts'
import { resumeSending } from './staff.ts'
import type { Stage } from './stage.ts'

/** Numbers per sender whose STOP reaches no server. */
const LOST_STOPS = 3

/** Queues a text from one of the salons, sometimes the same from both: the service must not mistake one for the other. */
export async function queueSalonText(stage: Stage, phone: string): Promise<void> {
  const { journal, random, senders } = stage.testBed
  const fromBoth = random.chance(0.15)
  const number = journal.salonTexts.length + 1
  const body = `${fromBoth ? TWIN : 'Salon text'} ${number}: your table is free again.`
  const salons = fromBoth ? senders.slice(1) : [random.pick(senders.slice(1))]
  await Promise.all(salons.map((sender) => queueFrom(stage, sender, phone, body)))
}

/**
 * Through the suite's own connection, because there is no call for it. Repeated with its key until it is stored: an error
 * during a crash of Postgres leaves the outcome open.
 */
async function queueFrom(
  { testBed, sql }: Stage,
  sender: Sender,
  phone: string,
  body: string,
): Promise<void> {
  const { context, journal, random } = testBed
  const id = randomUUID()
  const entry = { id, phone, from: sender.address, body, queued: false }
  journal.salonTexts.push(entry)
  const kind = random.pick(['reply', 'details'] as const)
  const text = { id, kind, phone, body, dedupeKey: `salon:${id}`, sender, now: new Date() }
  while (!context.signal.aborted) {
    try {
      entry.queued =
        (await queueText(sql, text)) !== null ||
        (await sql`select 1 from messages where id = ${id}`).length > 0
      return
    } catch {
      await wait(100, undefined, { ref: false })
    }
  }
}

/** STOPs to every sender that only the carrier knows until the service has fetched them after a kill. */
export function loseStops({ testBed, phones, newNumber }: Stage): void {
  for (const { address } of testBed.senders) {
    for (let n = 0; n < LOST_STOPS; n++) phones.loseStop(newNumber(), address)
  }
}

const POLL_MS = 50
/** How long the others may take to send at least one text each. */
const MAX_REFUSAL_MS = 120_000

/** The carrier refuses one salon's sender for a while. Staff resume it when the carrier takes its texts again. */
export async function refuseSalon({ testBed, size, sql, carrierFaults }: Stage): Promise<void> {
  const { context, journal, senders, carrier } = testBed
  const address = senders[2]?.address ?? ''
  const pauseFor = (part: number) => wait(size.activityMs * part, undefined, { ref: false })
  const findStopped = async () => {
    const rows = await sql<{ name: string }[]>`
      select address as name from senders where stopped_at is not null
      union all select stopped_reason from send_bucket where stopped_reason is not null`.catch(() => [])
    return rows.map(({ name }) => name)
  }
  await pauseFor(0.1)
  carrierFaults.refuseSender(address)
  while (!(await findStopped()).includes(address) && !context.signal.aborted) await wait(POLL_MS)
  const stoppedAt = performance.now()
  const stopped = new Set<string>()
  const others = senders.map((sender) => sender.address).filter((one) => one !== address)
  const othersSend = () => {
    const sent = new Set(
      [...carrier.accepted.values()].filter(({ at }) => at > stoppedAt).map(({ from }) => from),
    )
    return others.every((one) => sent.has(one))
  }
  // After a kill nothing is sent by anyone until the texts received meanwhile are fetched.
  const isOver = (ms: number) => ms > size.activityMs * 0.4 && (othersSend() || ms > MAX_REFUSAL_MS)
  while (!isOver(performance.now() - stoppedAt) && !context.signal.aborted) {
    for (const name of await findStopped()) stopped.add(name)
    await wait(POLL_MS)
  }
  carrierFaults.refuseSender(null)
  journal.refusals.push({ address, stoppedAt, resumedAt: performance.now(), stopped: [...stopped] })
  await resumeSending(testBed)
}
