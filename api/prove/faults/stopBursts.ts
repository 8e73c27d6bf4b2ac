import { setTimeout as wait } from 'node:timers/promises'
import { startCampaign } from './staff.ts'
import type { Stage } from './stage.ts'

const OWNERS_PER_BURST = 100

/** 100 owners send STOP at the same time, most of them to the agency, while their first texts are being sent, so that every order of the two occurs. */
export async function sendStopBursts(stage: Stage): Promise<void> {
  const { testBed, size, sql, newNumber, phones } = stage
  const { signal } = testBed.context
  const agency = testBed.senders[0]?.address ?? ''
  for (let burst = 1; burst <= size.stopBursts && !signal.aborted; burst++) {
    const given = Array.from({ length: OWNERS_PER_BURST }, (_, n) => ({
      name: `Burst ${burst} of ${n + 1}`,
      phone: newNumber(),
      country: 'GB',
      phoneType: 'mobile',
    }))
    const prospects = await sql<{ id: string; phone: string; name: string }[]>`
      insert into prospects ${sql(given)} returning id, phone, name`
    testBed.journal.prospects.push(...prospects)
    const numbers = new Set(prospects.map(({ phone }) => phone))
    const ids = prospects.map(({ id }) => id)
    const before = testBed.carrier.calls.length
    await startCampaign(testBed, `burst ${burst}`, ids)
    const hasBegun = () => testBed.carrier.calls.slice(before).some(({ to }) => numbers.has(to))
    for (let waited = 0; !hasBegun() && waited < 30_000 && !signal.aborted; waited += 5) await wait(5)
    testBed.journal.stopBursts.push([...numbers])
    await Promise.all([...numbers].map((phone) => phones.sendStop(phone, agency)))
  }
}
