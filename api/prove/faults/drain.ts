import { setTimeout as wait } from 'node:timers/promises'
import { resumePausedCampaigns, startCampaign } from './staff.ts'
import { callUntilClear, type TestBed } from './testBed.ts'

/** After the faults: waits until nothing is due, resolves unknown texts, and runs a second campaign to all prospects to its end. */
export async function drain(testBed: TestBed): Promise<void> {
  await waitUntilIdle(testBed, 8000)
  await resolveUnknown(testBed)
  const ids = testBed.journal.prospects.map(({ id }) => id)
  await startCampaign(testBed, 'second campaign', ids, 'Hi {name}, Salonback once more. Interested?')
  await waitUntilIdle(testBed, 2000)
  await testBed.network.waitUntilIdle()
}

/** Waits at least `minMs`, until no process is frozen and nothing is due. Gives up two minutes after that. */
async function waitUntilIdle(testBed: TestBed, minMs: number) {
  const { sql, processes } = testBed
  const { signal, log } = testBed.context
  const start = performance.now()
  for (let n = 0; performance.now() - start < minMs + 120_000; n++) {
    signal.throwIfAborted()
    await resumePausedCampaigns(testBed)
    const [{ due }] = await sql<[{ due: number }]>`
      select count(*)::int as due from messages m left join campaigns o on o.id = m.campaign_id
      where m.direction = 'outbound' and m.status = 'queued' and (o.id is null or o.state = 'running')
        and m.due_at < now() + interval '1 hour'`
    if (n % 20 === 0) log(`waiting: ${due} texts due`)
    // Leases may still run: the checks accept such texts unless they are overdue.
    const isFrozen = processes.some(({ state }) => state === 'frozen')
    if (due === 0 && !isFrozen && performance.now() - start > minMs) return
    await wait(1000)
  }
}

/** Resolves each unknown text as staff would: as not sent or as sent. */
async function resolveUnknown(testBed: TestBed) {
  const random = testBed.random.fork('decisions')
  const answer = await callUntilClear(testBed, 'GET', '/api/admin/unknown-sms')
  const unknown = (answer?.body ?? []) as unknown as { id: string }[]
  for (const { id } of Array.isArray(unknown) ? unknown : []) {
    const outcome = random.chance(0.7) ? 'failed' : 'sent'
    await callUntilClear(testBed, 'POST', `/api/admin/unknown-sms/${id}/resolve`, { body: { outcome } })
  }
}
