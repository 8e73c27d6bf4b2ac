import { setTimeout as wait } from 'node:timers/promises'
import { startCampaign } from './staff.ts'
import type { ChaosStage } from './stage.ts'

const PEOPLE = 100

/** A hundred people say STOP at once, in the middle of being texted: whatever can cross their words does so here. */
export async function stopAtOnce(stage: ChaosStage): Promise<void> {
  const { world, size, sql, phoneOf, phones } = stage
  const { signal } = world.proving
  for (let burst = 1; burst <= size.bursts && !signal.aborted; burst++) {
    const given = Array.from({ length: PEOPLE }, (_, n) => ({
      name: `Burst ${burst} of ${n + 1}`,
      phone: phoneOf(),
      country: 'GB',
      phoneType: 'mobile',
    }))
    const people = await sql<{ id: string; phone: string; name: string }[]>`
      insert into prospects ${sql(given)} returning id, phone, name`
    world.book.prospects.push(...people)
    const numbers = new Set(people.map(({ phone }) => phone))
    const ids = people.map(({ id }) => id)
    const before = world.carrier.calls.length
    await startCampaign(world, `burst ${burst}`, ids)
    const begun = () => world.carrier.calls.slice(before).some(({ to }) => numbers.has(to))
    for (let waited = 0; !begun() && waited < 30_000 && !signal.aborted; waited += 5) await wait(5)
    world.book.bursts.push([...numbers])
    await Promise.all([...numbers].map((phone) => phones.say(phone, 'stop')))
  }
}
