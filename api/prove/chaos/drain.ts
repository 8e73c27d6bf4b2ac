import { setTimeout as wait } from 'node:timers/promises'
import { stopAtOnce } from './burst.ts'
import { resumeWhatPausedItself, startCampaign } from './staff.ts'
import type { ChaosStage } from './stage.ts'
import { callUntilClear } from './world.ts'

/** Nothing may be overdue by more than this: the service looks every second. */
export const OVERDUE_MS = 15_000

/**
 * Nothing more goes wrong. Waits until nothing is due; then people decide what stayed unknown, hundreds say STOP at
 * once, everybody is selected once more for a second campaign, and that comes to rest as well.
 */
export async function settle(stage: ChaosStage): Promise<void> {
  const { world, size } = stage
  await rest(stage, size.longSleepMs > 0 ? 25_000 : 8000)
  await decideUnknown(stage)
  await stopAtOnce(stage)
  const ids = world.book.prospects.map(({ id }) => id)
  const second = 'Hi {name}, Salonback once more. Interested?'
  await startCampaign(world, 'second campaign', ids, second)
  await rest(stage, size.longSleepMs > 0 ? 20_000 : 2000)
  await world.carrier.quiet()
}

/** Until everybody is awake and nothing is due, but no longer than the longest of the service's own waits. */
async function rest(stage: ChaosStage, leastMs: number) {
  const { world, sql, size } = stage
  const { signal, log } = world.proving
  const start = performance.now()
  const longest = leastMs + size.longSleepMs + 120_000
  for (let n = 0; performance.now() - start < longest; n++) {
    signal.throwIfAborted()
    await resumeWhatPausedItself(world)
    const [left] = await sql<[{ due: number; open: number }]>`
      select count(*) filter (where m.status = 'queued' and (o.id is null or o.state = 'running'))::int as due,
        count(*) filter (where m.status = 'sending' or (m.status = 'unknown' and m.reconcile_at is not null))::int as open
      from messages m left join campaigns o on o.id = m.campaign_id where m.direction = 'outbound'`
    if (n % 20 === 0) log(`at rest soon: ${left.due} to send, ${left.open} to find out about`)
    const waited = performance.now() - start
    // The short form does not wait for leases to end; what is still open then is checked for being overdue.
    const open = waited < size.longSleepMs ? left.open : 0
    const asleep = world.processes.some(({ state }) => state === 'frozen')
    if (left.due === 0 && open === 0 && !asleep && waited > leastMs) return
    await wait(1000)
  }
}

/** A person looks at what nobody can tell, and counts it as not sent or as sent. */
async function decideUnknown({ world }: ChaosStage) {
  const random = world.random.fork('decisions')
  const answer = await callUntilClear(world, 'GET', '/api/admin/unknown-sms')
  const unknown = (answer?.body ?? []) as unknown as { id: string }[]
  for (const { id } of Array.isArray(unknown) ? unknown : []) {
    const outcome = random.chance(0.7) ? 'failed' : 'sent'
    await callUntilClear(world, 'POST', `/api/admin/unknown-sms/${id}/resolve`, { body: { outcome } })
  }
}
