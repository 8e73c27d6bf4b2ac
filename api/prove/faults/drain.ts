import { setTimeout as wait } from 'node:timers/promises'
import { resumeSalonCampaigns } from './salonCampaigns.ts'
import { resumePausedCampaigns, startCampaign } from './staff.ts'
import type { Stage } from './stage.ts'
import { sendStopBursts } from './stopBursts.ts'
import { callUntilClear } from './testBed.ts'

/** Work that is due this long is overdue: the service polls every second. */
export const OVERDUE_MS = 15_000

/**
 * After the faults: waits until nothing is due, resolves unknown texts, runs the STOP bursts, and runs a second campaign to
 * all prospects to its end.
 */
export async function drain(stage: Stage): Promise<void> {
  const { testBed, size } = stage
  await waitUntilIdle(stage, size.longFreezeMs > 0 ? 25_000 : 8000)
  await resolveUnknown(stage)
  await sendStopBursts(stage)
  const ids = testBed.journal.prospects.map(({ id }) => id)
  const template = 'Hi {name}, Salonback once more. Interested?'
  await startCampaign(testBed, 'second campaign', ids, template)
  await waitUntilIdle(stage, size.longFreezeMs > 0 ? 20_000 : 2000)
  await testBed.carrier.waitUntilIdle()
}

/** Waits at least `minMs`, until no process is frozen and nothing is due. Gives up two minutes after that and the long freeze. */
async function waitUntilIdle(stage: Stage, minMs: number) {
  const { testBed, sql, size } = stage
  const { signal, log } = testBed.context
  const start = performance.now()
  const maxMs = minMs + size.longFreezeMs + 120_000
  for (let n = 0; performance.now() - start < maxMs; n++) {
    signal.throwIfAborted()
    await resumePausedCampaigns(testBed)
    await resumeSalonCampaigns(stage)
    const [left] = await sql<[{ due: number; open: number }]>`
      select count(*) filter (where m.status = 'queued' and (o.id is null or o.state = 'running')
          and not (m.kind in ('offer', 'reminder') and pending_review(m.phone)))::int as due,
        count(*) filter (where m.status = 'sending' or (m.status = 'unknown' and m.reconcile_at is not null))::int as open
      from messages m left join campaigns o on o.id = m.campaign_id where m.direction = 'outbound' and m.due_at < now() + interval '1 hour'`
    if (n % 20 === 0) log(`waiting: ${left.due} texts due, ${left.open} sending or unknown`)
    const waited = performance.now() - start
    // The short form does not wait for leases to expire. The checks accept such texts unless they are overdue.
    const open = waited < size.longFreezeMs ? left.open : 0
    const isFrozen = testBed.processes.some(({ state }) => state === 'frozen')
    if (left.due === 0 && open === 0 && !isFrozen && waited > minMs) return
    await wait(1000)
  }
}

/** Resolves each unknown text as staff would: as not sent or as sent. */
async function resolveUnknown({ testBed }: Stage) {
  const random = testBed.random.fork('decisions')
  const answer = await callUntilClear(testBed, 'GET', '/api/admin/unknown-sms')
  const unknown = (answer?.body ?? []) as unknown as { id: string }[]
  for (const { id } of Array.isArray(unknown) ? unknown : []) {
    const outcome = random.chance(0.7) ? 'failed' : 'sent'
    await callUntilClear(testBed, 'POST', `/api/admin/unknown-sms/${id}/resolve`, { body: { outcome } })
  }
}
