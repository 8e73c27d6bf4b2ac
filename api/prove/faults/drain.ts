import { setTimeout as wait } from 'node:timers/promises'
import { stopAtOnce } from './burst.ts'
import { resumePausedCampaigns, startCampaign } from './staff.ts'
import type { ChaosStage } from './stage.ts'
import { callUntilClear } from './surroundings.ts'

/** Nothing may be overdue by more than this: the service polls every second. */
export const OVERDUE_MS = 15_000

/**
 * After the faults: waits until nothing is due; then unknown texts are resolved, hundreds of owners send STOP at once,
 * and a second campaign to all prospects runs to its end.
 */
export async function drain(stage: ChaosStage): Promise<void> {
  const { surroundings, size } = stage
  await rest(stage, size.longSleepMs > 0 ? 25_000 : 8000)
  await decideUnknown(stage)
  await stopAtOnce(stage)
  const ids = surroundings.journal.prospects.map(({ id }) => id)
  const second = 'Hi {name}, Salonback once more. Interested?'
  await startCampaign(surroundings, 'second campaign', ids, second)
  await rest(stage, size.longSleepMs > 0 ? 20_000 : 2000)
  await surroundings.carrier.quiet()
}

/** Waits until no process is frozen and nothing is due, at most as long as the service's longest own delay. */
async function rest(stage: ChaosStage, leastMs: number) {
  const { surroundings, sql, size } = stage
  const { signal, log } = surroundings.proving
  const start = performance.now()
  const longest = leastMs + size.longSleepMs + 120_000
  for (let n = 0; performance.now() - start < longest; n++) {
    signal.throwIfAborted()
    await resumePausedCampaigns(surroundings)
    const [left] = await sql<[{ due: number; open: number }]>`
      select count(*) filter (where m.status = 'queued' and (o.id is null or o.state = 'running'))::int as due,
        count(*) filter (where m.status = 'sending' or (m.status = 'unknown' and m.reconcile_at is not null))::int as open
      from messages m left join campaigns o on o.id = m.campaign_id where m.direction = 'outbound'`
    if (n % 20 === 0) log(`at rest soon: ${left.due} to send, ${left.open} to find out about`)
    const waited = performance.now() - start
    // The short form does not wait for leases to end; what is still open then is checked for being overdue.
    const open = waited < size.longSleepMs ? left.open : 0
    const asleep = surroundings.processes.some(({ state }) => state === 'frozen')
    if (left.due === 0 && open === 0 && !asleep && waited > leastMs) return
    await wait(1000)
  }
}

/** Resolves each unknown text, as a member of staff would: as not sent or as sent. */
async function decideUnknown({ surroundings }: ChaosStage) {
  const random = surroundings.random.fork('decisions')
  const answer = await callUntilClear(surroundings, 'GET', '/api/admin/unknown-sms')
  const unknown = (answer?.body ?? []) as unknown as { id: string }[]
  for (const { id } of Array.isArray(unknown) ? unknown : []) {
    const outcome = random.chance(0.7) ? 'failed' : 'sent'
    await callUntilClear(surroundings, 'POST', `/api/admin/unknown-sms/${id}/resolve`, { body: { outcome } })
  }
}
