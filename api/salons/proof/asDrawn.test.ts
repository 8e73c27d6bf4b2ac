import { expect, test } from 'vitest'
import { copiedWorld } from '../../testing/app.ts'
import { moveTo, salonWithOffer, storeList } from '../../testing/salons.ts'

const numbers = Array.from({ length: 120 }, (_, n) => `+447700900${String(n).padStart(3, '0')}`)

const made = copiedWorld(async (app) => {
  const { salon, offerId } = await salonWithOffer(app, numbers)
  const { id: campaignId } = await app.staff.campaigns.start({ id: salon.id, offerId, perDay: 200 })
  return { id: salon.id, campaignId }
})

type World = Awaited<ReturnType<typeof made>>

/** Gives the first texts of the campaign an end, and the carrier accepts the others. */
async function end({ app: { sql } }: World, texts: number, status: string) {
  await sql`
    update messages set status = ${status}, status_at = created_at, attempted_at = case when ${status} <> 'canceled' then created_at end
    where id in (select id from messages order by due_at, seq limit ${texts})`
  await accept(sql)
}

const accept = (sql: World['app']['sql']) => sql`
  update messages set status = 'sent', status_at = created_at, attempted_at = created_at, accepted_at = created_at
  where status = 'queued'`

const suppress = (sql: World['app']['sql'], assigned: string, since: string) => sql`
  insert into suppressions (phone, since, source, wording)
  select c.phone, ${since}, 'staff', 'STOP' from assignments a join clients c on c.id = a.client_id
  where a.assigned = ${assigned} order by c.phone limit 5`

test.each<[title: string, after: (world: World) => Promise<unknown>, texted: number, kept: number]>([
  ['all texts were accepted', (world) => end(world, 0, 'failed'), 108, 12],
  ['the network refuses 11 numbers', (world) => end(world, 11, 'failed'), 108, 12],
  ['the network refuses all numbers', (world) => end(world, 108, 'failed'), 108, 12],
  ['11 texts were not delivered', (world) => end(world, 11, 'undelivered'), 108, 12],
  ['11 texts are unknown', (world) => end(world, 11, 'unknown'), 108, 12],
  ['11 clients were left out since the draw', (world) => end(world, 11, 'canceled'), 108, 12],
  [
    '5 texted clients opted out before the text',
    async (world) => {
      await suppress(world.app.sql, 'text', '2026-03-01')
      await end(world, 0, 'failed')
    },
    103,
    12,
  ],
  [
    '5 clients kept aside opted out before the text',
    async (world) => {
      await suppress(world.app.sql, 'kept_aside', '2026-03-01')
      await end(world, 0, 'failed')
    },
    108,
    7,
  ],
  [
    '5 texted clients opted out after the text',
    async (world) => {
      await end(world, 0, 'failed')
      await suppress(world.app.sql, 'text', '2026-03-12')
    },
    108,
    12,
  ],
  [
    'it was canceled before the first text',
    ({ app, id, campaignId }) => app.staff.campaigns.cancel({ id, campaignId }),
    0,
    0,
  ],
])('groups are compared as they were drawn: %s', async (_, after, texted, kept) => {
  const world = await made()
  const { app, id } = world
  await after(world)
  await moveTo(app, '2026-04-11T12:00:00Z')
  await storeList(
    app,
    id,
    numbers.map((phone) => `Mary,${phone},2025-09-01,Yes`),
  )
  expect((await app.staff.proof.get({ id })).campaigns).toMatchObject([
    { texted: { people: texted, returned: 0 }, keptAside: { people: kept, returned: 0 }, waiting: 0 },
  ])
})

test('of a campaign that was canceled halfway, both groups count up to then', async () => {
  const world = await made()
  const { app, id, campaignId } = world
  await app.sql`
    update messages set status = 'sent', status_at = created_at, attempted_at = created_at, accepted_at = created_at
    where id in (select id from messages order by due_at, seq limit 54)`
  await app.staff.campaigns.cancel({ id, campaignId })
  await moveTo(app, '2026-04-11T12:00:00Z')
  await storeList(
    app,
    id,
    numbers.map((phone) => `Mary,${phone},2025-09-01,Yes`),
  )
  expect((await app.staff.proof.get({ id })).campaigns).toMatchObject([
    { texted: { people: 54 }, keptAside: { people: 6 }, waiting: 0 },
  ])
})
