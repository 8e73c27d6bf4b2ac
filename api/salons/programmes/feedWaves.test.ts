import { expect, test } from 'vitest'
import { makeKey } from '../../testing/keys.ts'
import { ASK, days, numbers, offered, programmeSalon, textsToOwner } from '../../testing/programmes.ts'
import { approvedOffer, moveTo, passTime } from '../../testing/salons.ts'

const DAY = 24 * 3_600_000

type Salon = Awaited<ReturnType<typeof programmeSalon>>

const told = (clients: string) =>
  `Salonback for Aoife Hair: tomorrow we start to text ${clients} of yours: “Aoife Hair: Hi Aoife, 20% off your visit. Reply STOP to opt out.” Read or stop it: URL`

/** The booking system began and last sent appointments at these times. */
const hears = ({ sql, id }: Salon, since: string, heardAt: string) =>
  sql`insert into feeds (salon_id, since, heard_at) values (${id}, ${since}, ${heardAt})`

const waves = async ({ staff, id }: Salon) => (await staff.programmes.get({ id })).waves

test('with a feed of bookings no request for a list leaves, and the wave of the ask day follows the same rules', async () => {
  const app = await programmeSalon({ listAsOf: '2026-02-20' })
  const { v1 } = await makeKey(app, { salonId: app.id })
  await moveTo(app, '2026-03-02T12:00:00Z')
  const visit = { phone: '07700 900999', startsAt: '2026-03-05T10:00:00Z', state: 'booked' } as const
  await v1.recordVisits({ visits: [{ ...visit, externalId: 'first' }] })
  await moveTo(app, '2026-03-10T12:00:00Z')
  await app.set(true)
  // One of the two clients books for 20 March.
  const booked = { externalId: 'second', phone: numbers[0] ?? '', startsAt: '2026-03-20T10:00:00Z' }
  await v1.recordVisits({ visits: [{ ...visit, ...booked }] })
  expect(await app.staff.programmes.get({ id: app.id })).toMatchObject({ feedOn: '2026-03-10' })
  await days(app, 1)
  expect(await textsToOwner(app)).toEqual([told('1 client')])
  expect((await app.staff.today.list()).map(({ kind }) => kind)).not.toContain('listOld')
  const campaign = { texts: 1, sent: 0 }
  expect(await waves(app)).toMatchObject([
    { askedFor: '2026-03-11', state: 'started', requests: 0, listAsOf: null, campaign },
  ])
  await passTime(app, 30 * 3_600_000)
  expect(await offered(app)).toBe(1)
})

test.each([
  ['that began 14 days after the list', '2026-03-06T12:00:00Z', '2026-03-10T12:00:00Z', true],
  ['that began 15 days after it', '2026-03-07T12:00:00Z', '2026-03-10T12:00:00Z', false],
  ['that was heard 13 days ago', '2026-02-20T12:00:00Z', '2026-02-26T12:00:00Z', true],
  ['that was silent for 14 days', '2026-02-20T12:00:00Z', '2026-02-24T12:00:00Z', false],
])(
  'a list of 20 February with a feed %s: it stands for a new list: %s %s %s',
  async (_, since, heardAt, stands) => {
    const app = await programmeSalon({ listAsOf: '2026-02-20' })
    await hears(app, since, heardAt)
    await app.set(true)
    const plan = { id: app.id, offerId: await approvedOffer(app, app.id), perDay: 10 }
    // By hand a campaign needs a fresh list, with a feed or without.
    expect((await app.staff.campaigns.preview(plan)).leftOut).toEqual({ list_old: 2 })
    const { home } = await app.visitor.owner.open({ token: app.home })
    expect(home?.tasks.map(({ kind }) => kind)).toEqual(stands ? [] : ['list'])
    expect(home?.programme).toMatchObject({ byFeed: stands })
    await days(app, 1)
    expect(await textsToOwner(app)).toEqual([stands ? told('2 clients') : ASK])
  },
)

test('each month has its wave, and those who had an offer in the last 90 days are in none', async () => {
  const app = await programmeSalon({ listAsOf: '2026-02-27' })
  await hears(app, '2026-02-27T12:00:00Z', '2026-12-01T12:00:00Z')
  await app.set(true)
  await days(app, 1)
  await passTime(app, 30 * 3_600_000)
  expect(await offered(app)).toBe(2)
  app.clock.set(new Date('2026-03-13T12:00:00Z'))
  await days(app, 100)
  expect((await waves(app)).map(({ askedFor, state, note }) => [askedFor, state, note])).toEqual([
    ['2026-06-11', 'started', null],
    ['2026-05-11', 'skipped', 'No client of this salon may be texted now'],
    ['2026-04-11', 'skipped', 'No client of this salon may be texted now'],
    ['2026-03-11', 'started', null],
  ])
})

test('a feed that falls silent stops the texts of its wave that still wait', async () => {
  const app = await programmeSalon({ listAsOf: '2026-02-20' })
  await hears(app, '2026-02-21T12:00:00Z', '2026-02-26T12:00:00Z')
  await app.staff.programmes.set({ id: app.id, ...app.settings, perDay: 1, on: true })
  await days(app, 1)
  expect(await textsToOwner(app)).toEqual([told('2 clients')])
  // On Thursday, 12 March at noon the feed is silent for 14 days: the text of the morning has left, that of Friday does not.
  await passTime(app, 5 * DAY)
  expect(await offered(app)).toBe(1)
})

test.each([
  ['an appointment of a client', '07700 900600', 'API', 1],
  ['one of a number on no list', '07700 900999', 'API', 1],
  ['one without a number', 'none', 'API', 0],
  ['a file', '07700 900600', 'file', 0],
] as const)('%s (%s by %s) shows that a feed is alive: %i', async (_, phone, by, feeds) => {
  const app = await programmeSalon()
  const visit = { externalId: 'one', phone, startsAt: '2026-03-05T10:00:00Z', state: 'booked' } as const
  if (by === 'file')
    await app.staff.appointments.importRows({ id: app.id, fileName: 'fresha.csv', appointments: [visit] })
  else await (await makeKey(app, { salonId: app.id })).v1.recordVisits({ visits: [visit] })
  expect((await app.sql`select since, heard_at from feeds`).count).toBe(feeds)
})

test('a feed begins again after a pause of two weeks', async () => {
  const app = await programmeSalon()
  const { v1 } = await makeKey(app, { salonId: app.id })
  const visit = { phone: '07700 900600', startsAt: '2026-03-05T10:00:00Z', state: 'booked' } as const
  const since: string[] = []
  for (const at of ['2026-03-10', '2026-03-23', '2026-04-05', '2026-04-20', '2026-04-21']) {
    await moveTo(app, `${at}T12:00:00Z`)
    await v1.recordVisits({ visits: [{ ...visit, externalId: at }] })
    const [feed] = await app.sql<{ day: string }[]>`select since::date::text as day from feeds`
    since.push(feed?.day ?? '')
  }
  expect(since).toEqual(['2026-03-10', '2026-03-10', '2026-03-10', '2026-04-20', '2026-04-20'])
})
