import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import type { LinkPurpose } from '@salonback/shared/salons/salons/contract.ts'
import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { later, OFFER, readySalon, storeList } from '../../testing/salons.ts'
import { createOwnerLink } from '../ownerLinks/ownerLinks.ts'
import { sendChasers } from './sendChasers.ts'

const DAY = 24 * 3_600_000
/** Runs a round of reminders after some days of 24 hours. The test begins on Tuesday at noon in London. */
async function after(app: App, days: number) {
  await later(app, days)
  await sendChasers(app.deps)
}

const OWNER = '+447700900301'

const textsTo = async ({ sql }: App) => {
  const texts = await sql<{ body: string }[]>`
    select body from owner_messages o join messages using (dedupe_key)
    where phone = ${OWNER} and o.kind <> 'link' order by created_at, seq`
  return texts.map(({ body }) => body.replace(/http\S+/, 'URL'))
}

const AGREE = 'Salonback for Glow, a reminder: please read and accept how we text your past customers: URL'

test('the owner gets at most three reminders of an open agreement, a week apart', async () => {
  const app = await testApp()
  const { id } = await app.staff.salons.create(salonDetails({ name: 'Glow' }))
  await after(app, 7)
  // Staff have not asked yet.
  expect(await textsTo(app)).toEqual([])
  await app.staff.salons.createLink({ id, purpose: 'agree' })
  await after(app, 6)
  expect(await textsTo(app)).toEqual([])
  await after(app, 1)
  await after(app, 6)
  expect(await textsTo(app)).toEqual([AGREE])
  for (const days of [1, 7, 7, 7]) await after(app, days)
  expect(await textsTo(app)).toEqual([AGREE, AGREE, AGREE])
  const agree = { kind: 'agree', sentBy: 'text' }
  expect(await app.staff.chasers.get({ id })).toMatchObject({ on: true, sent: [agree, agree, agree] })
  // A new request of staff starts again.
  await app.staff.salons.createLink({ id, purpose: 'agree' })
  await after(app, 7)
  expect(await textsTo(app)).toHaveLength(4)
})

test.each<[string, (app: App, id: string) => Promise<unknown>]>([
  [
    'accepted',
    ({ sql }) => sql`update salons set agreed_at = now(), agreement_version = ${AGREEMENT_VERSION}`,
  ],
  ['turned off', ({ staff }, id) => staff.chasers.set({ id, on: false })],
  ['for a closed salon', ({ staff }, id) => staff.salons.update({ id, state: 'closed' })],
  [
    'to a number that opted out',
    ({ sql }) =>
      sql`insert into suppressions (phone, since, source, wording) values (${OWNER}, now(), 'keyword', 'STOP')`,
  ],
  ['to an owner without a number', ({ staff }, id) => staff.salons.update({ id, ownerPhone: null })],
  ['at the weekend', async ({ clock }) => clock.advance(5 * DAY)],
  ['in the evening', async ({ clock }) => clock.advance(DAY / 4)],
])('no reminder of an agreement leaves %s', async (_, change) => {
  const app = await testApp()
  const { id } = await app.staff.salons.create(salonDetails({ ownerEmail: null }))
  await app.staff.salons.createLink({ id, purpose: 'agree' })
  await change(app, id)
  await after(app, 7)
  expect(await textsTo(app)).toEqual([])
  expect(await app.sql`select 1 from owner_links where created_at = ${app.clock()}`).toHaveLength(0)
})

test('reminders of a list or an offer end when the owner has answered', async () => {
  const app = await testApp()
  const { staff } = app
  const { id } = await readySalon(app, 'Glow')
  await staff.salons.createLink({ id, purpose: 'list' })
  await after(app, 7)
  expect(await textsTo(app)).toEqual(['Salonback for Glow, a reminder: please share your client list: URL'])
  await storeList(app, id, ['Mary,07700 900501,2025-09-01,Yes'])
  await after(app, 7)
  expect(await textsTo(app)).toHaveLength(1)
  const offer = await staff.offers.create({ id, text: OFFER, reminderText: null })
  await staff.offers.send({ id, offerId: offer.id })
  await after(app, 7)
  const texts = await textsTo(app)
  expect(texts[1]).toBe('Salonback for Glow, a reminder: please look at your offer and approve it: URL')
  await app.sql`update offers set state = 'changes_requested'`
  await after(app, 7)
  expect(await textsTo(app)).toHaveLength(2)
})

test('two workers send one reminder', async () => {
  const app = await testApp()
  const { id } = await app.staff.salons.create(salonDetails())
  await app.staff.salons.createLink({ id, purpose: 'agree' })
  app.clock.advance(7 * DAY)
  await Promise.all([sendChasers(app.deps), sendChasers(app.deps), sendChasers(app.deps)])
  expect(await textsTo(app)).toHaveLength(1)
})

test('an owner without a number gets the reminder by e-mail', async () => {
  const app = await testApp()
  const { id } = await app.staff.salons.create(salonDetails({ name: 'Glow', ownerPhone: null }))
  await app.staff.salons.createLink({ id, purpose: 'agree' })
  await after(app, 7)
  await after(app, 1)
  expect(await app.sql`select to_address, subject from mails`).toEqual([
    { toAddress: 'aoife@example.com', subject: 'Reminder from Salonback for Glow' },
  ])
  expect((await app.staff.chasers.get({ id })).sent).toMatchObject([{ kind: 'agree', sentBy: 'email' }])
})

// Another kind would be refused by the database, and end the round of all salons.
test.each<[LinkPurpose, string[]]>([
  ['agree', ['agree']],
  ['list', ['list']],
  ['results', ['results']],
  ['home', ['agree', 'list']],
  ['handover', []],
  ['texts', []],
])('a link for %s gets the reminders %j', async (purpose, kinds) => {
  const app = await testApp()
  const { id: salonId } = await app.staff.salons.create(salonDetails())
  await app.sql`
    insert into visits (salon_id, phone, state, evidence, created_by, created_at)
    values (${salonId}, '+447700900501', 'reported', '{}', 'maya', ${app.clock()})`
  await createOwnerLink(app.sql, { salonId, purpose, subjectId: null, now: app.clock() })
  await after(app, 7)
  const { sent } = await app.staff.chasers.get({ id: salonId })
  expect(sent.map(({ kind }) => kind).sort()).toEqual(kinds)
})
