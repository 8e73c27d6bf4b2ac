import { setTimeout as wait } from 'node:timers/promises'
import { startCampaign } from './staff.ts'
import type { ChaosStage } from './stage.ts'

const PER_BURST = 100

/** A hundred owners send STOP at once while their first texts are being sent: every interleaving of the two occurs. */
export async function stopAtOnce(stage: ChaosStage): Promise<void> {
  const { surroundings, size, sql, phoneOf, phones } = stage
  const { signal } = surroundings.proving
  for (let burst = 1; burst <= size.bursts && !signal.aborted; burst++) {
    const given = Array.from({ length: PER_BURST }, (_, n) => ({
      name: `Burst ${burst} of ${n + 1}`,
      phone: phoneOf(),
      country: 'GB',
      phoneType: 'mobile',
    }))
    const people = await sql<{ id: string; phone: string; name: string }[]>`
      insert into prospects ${sql(given)} returning id, phone, name`
    surroundings.journal.prospects.push(...people)
    const numbers = new Set(people.map(({ phone }) => phone))
    const ids = people.map(({ id }) => id)
    const before = surroundings.carrier.calls.length
    await startCampaign(surroundings, `burst ${burst}`, ids)
    const begun = () => surroundings.carrier.calls.slice(before).some(({ to }) => numbers.has(to))
    for (let waited = 0; !begun() && waited < 30_000 && !signal.aborted; waited += 5) await wait(5)
    surroundings.journal.bursts.push([...numbers])
    await Promise.all([...numbers].map((phone) => phones.say(phone, 'stop')))
  }
}
