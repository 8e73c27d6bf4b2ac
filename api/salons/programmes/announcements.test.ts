import { expect, test } from 'vitest'
import { addFault, NewFault } from '../../simulator/faults.ts'
import { days, numbers, OWNER, programmeSalon, rowOf, textsToOwner } from '../../testing/programmes.ts'
import { moveTo, passTime, storeList } from '../../testing/salons.ts'
import { textFrom } from '../../testing/webhooks.ts'

const HOUR = 3_600_000
const OTHER = '+447700900302'
const NOTE = 'The owner could not be reached the day before'

type Salon = Awaited<ReturnType<typeof programmeSalon>>

/** What the phone network does with texts to the owner. */
const network = async ({ sql }: Salon, fault: Partial<NewFault> & Pick<NewFault, 'kind'>) =>
  void (await addFault(sql, NewFault.parse({ number: OWNER, ...fault })))
const change = ({ staff, id }: Salon, to: { ownerPhone?: string | null; ownerEmail?: string | null }) =>
  staff.salons.update({ id, ...to })

/** A salon with an owner without an address, whose wave is announced on Wednesday, 11 March at noon for Thursday. */
async function announced(before: (app: Salon) => Promise<unknown> = async () => {}) {
  const app = await programmeSalon()
  await app.set(true)
  await change(app, { ownerEmail: null })
  await storeList(app, app.id, numbers.map(rowOf))
  await before(app)
  await days(app, 1)
  return app
}

/** Rounds after ten minutes and then every six hours, and when a text is due, with the receipts of the network. */
async function pass(app: Salon, hours: number) {
  const end = app.clock().getTime() + hours * HOUR
  for (let step = HOUR / 6; ; step = 6 * HOUR) {
    await passTime(app, 0)
    await app.simulator.drain()
    const left = end - app.clock().getTime()
    if (left <= 0) return
    await passTime(app, Math.min(step, left))
  }
}

/** The days on which texts of the wave left, by their time of acceptance. */
const leftOn = async ({ sql }: Salon) =>
  (
    await sql<{ day: string; texts: number }[]>`
      select (accepted_at at time zone 'Europe/London')::date::text as day, count(*)::int as texts from messages
      where kind = 'offer' and accepted_at is not null group by 1 order by 1`
  ).map(({ day, texts }) => `${day.slice(5)}: ${texts}`)

const waveOf = async ({ staff, id }: Salon) => (await staff.programmes.get({ id })).waves[0]
const todayOf = async ({ staff }: Salon) => (await staff.today.list()).map(({ text }) => text)
const NOT_REACHED = 'Aoife was not reached: no monthly texts'
const mails = ({ sql }: Salon) =>
  sql`select to_address, subject, state from owner_messages o join mails using (dedupe_key) where o.kind = 'texts'`

const lost: [title: string, spoil: (app: Salon) => Promise<unknown>][] = [
  ['a wrong number', (app) => network(app, { kind: 'refuse', code: 21211 })],
  ['a landline', (app) => network(app, { kind: 'undelivered', code: 30006 })],
  ['a phone that is gone', (app) => network(app, { kind: 'undelivered', code: 30005 })],
  ['a failed receipt', (app) => network(app, { kind: 'failed', code: 30008 })],
  ['a number in a country that is off', (app) => network(app, { kind: 'refuse', code: 21408 })],
  ['a number that opted out at the carrier', (app) => network(app, { kind: 'refuse', code: 21610 })],
  ['a number that opted out before', (app) => textFrom(app.origin, OWNER, 'STOP')],
  ['no number', (app) => change(app, { ownerPhone: null })],
]

test.each(lost)(
  '%s: the wave is skipped without a text, with its note, and Today says so',
  async (_, spoil) => {
    const app = await announced(spoil)
    await pass(app, 3 * 24)
    expect(await leftOn(app)).toEqual([])
    expect(await waveOf(app)).toMatchObject({ state: 'skipped', note: NOTE })
    expect(await todayOf(app)).toContain(NOT_REACHED)
    expect(await app.sql`select 1 from messages where kind = 'offer' and status = 'queued'`).toHaveLength(0)
  },
)

test.each(lost.slice(0, -2))('%s: an e-mail of the same day tells the owner', async (_, spoil) => {
  const app = await announced(async (salon) => {
    await change(salon, { ownerEmail: 'Aoife@Example.com' })
    await spoil(salon)
  })
  await pass(app, 3 * 24)
  expect(await mails(app)).toMatchObject([{ subject: 'Tomorrow’s texts of Aoife Hair', state: 'sent' }])
  expect(await leftOn(app)).toEqual(['03-12: 6'])
  expect(await todayOf(app)).not.toContain(NOT_REACHED)
  const { announcements } = (await waveOf(app)) ?? {}
  expect(announcements).toMatchObject([
    { by: 'text', state: 'failed' },
    { by: 'email', state: 'arrived' },
  ])
})

test('a carrier that is out for 30 hours moves the wave to the day after the owner learned of it', async () => {
  const app = await announced()
  await app.sql`update senders set stopped_at = ${app.clock()} where salon_id is null`
  await pass(app, 30)
  expect(await leftOn(app)).toEqual([])
  await app.sql`update senders set stopped_at = null`
  await pass(app, 2 * 24)
  expect(await leftOn(app)).toEqual(['03-13: 6'])
  expect(await textsToOwner(app)).toHaveLength(1)
  expect(await waveOf(app)).toMatchObject({ state: 'started', note: null })
})

test.each<[title: string, at: string, left: string[]]>([
  ['a minute before midnight', '2026-03-11T23:59:00Z', ['03-12: 6']],
  ['a minute after it', '2026-03-12T00:01:00Z', ['03-13: 6']],
  ['in the morning of its day', '2026-03-12T09:59:00Z', ['03-13: 6']],
  ['at noon of its day', '2026-03-12T12:00:00Z', ['03-13: 6']],
  // Sunday and Monday have no texts.
  ['two days late', '2026-03-14T17:00:00Z', ['03-17: 6']],
])('a text to the owner that is accepted %s (%s)', async (_, at, left) => {
  const app = await announced()
  await app.sql`update messages set due_at = ${at} where phone = ${OWNER}`
  await pass(app, 6 * 24 + 6)
  expect(await leftOn(app)).toEqual(left)
})

test('texts of a wave of several days keep their number a day when it moves', async () => {
  const app = await announced(async (salon) => {
    await salon.staff.programmes.set({ id: salon.id, ...salon.settings, perDay: 2, on: true })
  })
  await app.sql`update messages set due_at = '2026-03-12T16:00:00Z' where phone = ${OWNER}`
  await pass(app, 7 * 24)
  expect(await leftOn(app)).toEqual(['03-13: 2', '03-14: 2', '03-17: 2'])
})

test('a new number of the owner gets its own announcement, and the texts leave the day after it', async () => {
  const app = await announced()
  await pass(app, 2)
  await change(app, { ownerPhone: OTHER })
  // After office hours of Wednesday.
  await moveTo(app, '2026-03-11T18:00:00Z')
  await pass(app, 2 * 24)
  const told = await app.sql<{ phone: string }[]>`
    select phone from owner_messages o join messages using (dedupe_key) where o.kind = 'texts' order by seq`
  expect(told.map(({ phone }) => phone)).toEqual([OWNER, OTHER])
  expect(await leftOn(app)).toEqual(['03-13: 6'])
})

test('a wave whose announcement comes back after the first text sends no further one until an e-mail told the owner', async () => {
  const app = await announced(async (salon) => {
    await salon.staff.programmes.set({ id: salon.id, ...salon.settings, perDay: 2, on: true })
  })
  await pass(app, 24)
  expect(await leftOn(app)).toEqual(['03-12: 1'])
  await app.sql`update messages set status = 'undelivered' where phone = ${OWNER}`
  await change(app, { ownerEmail: 'aoife@example.com' })
  await pass(app, 6 * 24)
  expect((await leftOn(app)).slice(0, 2)).toEqual(['03-12: 1', '03-13: 3'])
})

test('without an address such a wave ends, and says why', async () => {
  const app = await announced(async (salon) => {
    await salon.staff.programmes.set({ id: salon.id, ...salon.settings, perDay: 2, on: true })
  })
  await pass(app, 24)
  await app.sql`update messages set status = 'undelivered' where phone = ${OWNER}`
  await pass(app, 3 * 24)
  expect(await leftOn(app)).toEqual(['03-12: 1'])
  expect(await waveOf(app)).toMatchObject({
    state: 'started',
    note: NOTE,
    campaign: { state: 'canceled', sent: 1 },
  })
  expect(await todayOf(app)).toContain(NOT_REACHED)
})

test.each<[title: string, spoil: (app: Salon) => Promise<unknown>]>([
  ['unknown', (app) => app.sql`update messages set status = 'unknown' where phone = ${OWNER}`],
  [
    'queued at a sender that was stopped',
    (app) => app.sql`
    update senders set stopped_at = ${app.clock()}, stopped_reason = 'stopped' where salon_id is null`,
  ],
])(
  'a text that stays %s is not known: nothing leaves, Today says so, and the wave ends after two weeks',
  async (_, spoil) => {
    const app = await announced()
    await spoil(app)
    await pass(app, 2 * 24)
    expect(await waveOf(app)).toMatchObject({ state: 'started', note: null })
    expect(await todayOf(app)).toContain(NOT_REACHED)
    await pass(app, 13 * 24)
    expect(await leftOn(app)).toEqual([])
    expect(await waveOf(app)).toMatchObject({ state: 'skipped', note: NOTE })
  },
)

test('an e-mail that the server refuses does not count', async () => {
  const app = await announced((salon) => change(salon, { ownerPhone: null, ownerEmail: 'aoife@example.com' }))
  await app.sql`update mails set state = 'failed'`
  await pass(app, 2 * 24)
  expect(await leftOn(app)).toEqual([])
  expect(await waveOf(app)).toMatchObject({ state: 'skipped', note: NOTE })
})

test('staff start a wave earlier: its texts still wait for the day after the announcement', async () => {
  const app = await announced()
  await pass(app, 1)
  const { campaign } = (await waveOf(app)) ?? {}
  await app.staff.campaigns.changeStart({ id: app.id, campaignId: campaign?.id ?? '', startAt: null })
  await pass(app, 5)
  expect(await leftOn(app)).toEqual([])
  await pass(app, 24)
  expect(await leftOn(app)).toEqual(['03-12: 6'])
})

test('Today is silent again when something reaches the owner', async () => {
  const app = await announced((salon) => network(salon, { kind: 'refuse', code: 21211 }))
  await pass(app, 24)
  expect(await todayOf(app)).toContain(NOT_REACHED)
  await change(app, { ownerPhone: OTHER })
  expect(await todayOf(app)).toContain(NOT_REACHED)
  await app.staff.salons.createLink({ id: app.id, purpose: 'home', text: true })
  await pass(app, 1)
  expect(await todayOf(app)).not.toContain(NOT_REACHED)
})
