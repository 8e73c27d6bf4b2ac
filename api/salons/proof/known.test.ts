import { expect, test } from 'vitest'
import { copiedWorld } from '../../testing/app.ts'
import { makeKey } from '../../testing/keys.ts'
import { moveTo, salonWithOffer, storeList } from '../../testing/salons.ts'

const numbers = Array.from({ length: 120 }, (_, n) => `+447700900${String(n).padStart(3, '0')}`)
const others = Array.from({ length: 30 }, (_, n) => `+447700901${String(n).padStart(3, '0')}`)

/** 108 clients got a text on Tuesday, 10 March 2026, and 12 were kept aside. Their 30 days end on 9 April. */
const texted = copiedWorld(async (app) => {
  const { salon, offerId } = await salonWithOffer(app, numbers)
  await app.staff.campaigns.start({ id: salon.id, offerId, perDay: 200 })
  await app.sql`update messages set status = 'sent', status_at = created_at, attempted_at = created_at, accepted_at = created_at`
  return { id: salon.id }
})

type World = Awaited<ReturnType<typeof texted>>

const rowsOf = (phones: readonly string[]) => phones.map((phone) => `Mary,${phone},2025-09-01,Yes`)
const list = ({ app, id }: World, phones: readonly string[]) => storeList(app, id, rowsOf(phones))
const feed = ({ app, id }: World, since: string, heardAt: string) => app.sql`
  insert into feeds (salon_id, since, heard_at) values (${id}, ${since}, ${heardAt})
  on conflict (salon_id) do update set since = excluded.since, heard_at = excluded.heard_at`
const visit = { phone: numbers[0] ?? '', startsAt: '2026-04-11T10:00:00Z', state: 'attended' } as const

const cases: [title: string, tell: (world: World) => Promise<unknown>, known: number][] = [
  ['nothing', async () => {}, 0],
  [
    'one appointment of today from a booking system',
    async ({ app, id }) =>
      (await makeKey(app, { salonId: id })).v1.recordVisits({ visits: [{ ...visit, externalId: 'one' }] }),
    0,
  ],
  [
    'a file with one appointment',
    ({ app, id }) =>
      app.staff.appointments.importRows({
        id,
        fileName: 'fresha.csv',
        appointments: [{ ...visit, externalId: 'one' }],
      }),
    0,
  ],
  ['a list of 30 other people', (world) => list(world, others), 0],
  ['a list of one client', (world) => list(world, numbers.slice(0, 1)), 1],
  ['a list of 30 clients', (world) => list(world, numbers.slice(0, 30)), 30],
  ['a list of 30 clients and 30 others', (world) => list(world, [...numbers.slice(0, 30), ...others]), 30],
  ['a list of 95 of the 120 clients', (world) => list(world, numbers.slice(0, 95)), 95],
  ['a list of 96 of them', (world) => list(world, numbers.slice(0, 96)), 120],
  ['a list of 96 of them and 30 others', (world) => list(world, [...numbers.slice(24), ...others]), 120],
  ['a list of all of them', (world) => list(world, numbers), 120],
  [
    'a list of all that was undone',
    async (world) => {
      const { listId } = await list(world, numbers)
      await world.app.staff.lists.undoList({ id: world.id, listId })
    },
    0,
  ],
  [
    'a list of all of 8 April',
    async (world) => {
      await list(world, numbers)
      await world.app.sql`update client_lists set as_of = '2026-04-08' where as_of > '2026-03-10'`
    },
    0,
  ],
  [
    'a list of all of 9 April',
    async (world) => {
      await list(world, numbers)
      await world.app.sql`update client_lists set as_of = '2026-04-09' where as_of > '2026-03-10'`
    },
    120,
  ],
  [
    'a list of all without a column of last visits',
    async (world) => {
      await list(world, numbers)
      await world.app.sql`update client_lists set mapping = mapping - 'lastVisit' where as_of > '2026-03-10'`
    },
    0,
  ],
  [
    'a list of all, then one of 30 others',
    async (world) => {
      await list(world, numbers)
      await list(world, others)
    },
    120,
  ],
  ['a feed since before the campaign', (world) => feed(world, '2026-02-20T12:00Z', '2026-04-11T12:00Z'), 120],
  [
    'a feed since the day of the texts',
    (world) => feed(world, '2026-03-10T23:59Z', '2026-04-11T12:00Z'),
    120,
  ],
  ['a feed since the day after', (world) => feed(world, '2026-03-11T00:01Z', '2026-04-11T12:00Z'), 0],
  [
    'a feed until the last of the 30 days',
    (world) => feed(world, '2026-02-20T12:00Z', '2026-04-09T00:30Z'),
    120,
  ],
  ['a feed until the day before', (world) => feed(world, '2026-02-20T12:00Z', '2026-04-08T22:30Z'), 0],
  [
    'a feed that paused within the 30 days',
    async (world) => {
      await feed(world, '2026-02-20T12:00Z', '2026-03-20T12:00Z')
      await feed(world, '2026-04-05T12:00Z', '2026-04-11T12:00Z')
    },
    0,
  ],
  [
    'a feed that paused after them',
    async (world) => {
      await feed(world, '2026-02-20T12:00Z', '2026-04-10T12:00Z')
      await feed(world, '2026-04-28T12:00Z', '2026-04-29T12:00Z')
    },
    120,
  ],
  [
    'a feed since the day after, and a list of 30',
    async (world) => {
      await feed(world, '2026-03-11T12:00Z', '2026-04-11T12:00Z')
      await list(world, numbers.slice(0, 30))
    },
    30,
  ],
]

test.each(cases)('what is known of 120 clients after %s', async (_, tell, known) => {
  const world = await texted()
  await moveTo(world.app, '2026-04-11T12:00:00Z')
  await tell(world)
  const [proof] = (await world.app.staff.proof.get({ id: world.id })).campaigns
  const { texted: got, keptAside, waiting } = proof ?? { texted: null, keptAside: null }
  expect({ known: (got?.people ?? 0) + (keptAside?.people ?? 0), waiting }).toEqual({
    known,
    waiting: 120 - known,
  })
})
