import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { ownerLink } from '../../testing/ownerLink.ts'
import {
  approvedOffer,
  listOf,
  moveTo,
  passTime,
  REMINDER,
  readySalon,
  salonWithOffer,
  storeList,
  uploadList,
} from '../../testing/salons.ts'

const DAY = 24 * 3_600_000
const OWNER = '+447700900301'
const phones = Array.from({ length: 24 }, (_, n) => `+4477009006${String(n).padStart(2, '0')}`)

const toOwner = async ({ sql }: App) => {
  const texts = await sql<{ body: string }[]>`
    select body from messages where phone = ${OWNER} order by created_at, seq`
  return texts.map(({ body }) => body.replace(/http\S+/, 'URL'))
}
const sentTexts = async ({ sql }: App, kind = 'offer') =>
  (await sql`select 1 from messages where kind = ${kind} and accepted_at is not null`).count
const todayOf = async ({ staff }: App, kind: string) =>
  (await staff.today.list()).filter((item) => item.kind === kind).map(({ text }) => text)
const homeOf = async (app: App, token: string) => (await app.visitor.owner.open({ token })).home

/** A list of Tuesday, 10 March 2026, for 24 clients: two get a text a day, the last one after 12 texting days. */
async function slowCampaign() {
  const app = await testApp()
  const { salon, offerId } = await salonWithOffer(app, phones)
  const { token } = await ownerLink(app, salon.id)
  await app.staff.chasers.set({ id: salon.id, on: false })
  return { app, id: salon.id, token, plan: { id: salon.id, offerId, perDay: 2, keptAside: 0 } }
}

test('the preview says how many texts come after the list is too old, and the pace that fits', async () => {
  const { app, plan } = await slowCampaign()
  const look = (perDay: number) => app.staff.campaigns.preview({ ...plan, perDay })
  // Texts leave on 11 days until Tuesday, 24 March.
  expect(await look(2)).toMatchObject({ late: 2, listEndsOn: '2026-03-24', fittingPerDay: 3, endsOn: null })
  expect(await look(3)).toMatchObject({ late: 0, listEndsOn: '2026-03-24', fittingPerDay: null })
})

test('clients of the list that is too old first are texted first', async () => {
  const app = await testApp()
  const { id } = await readySalon(app)
  await storeList(app, id, ['Zoe,+447700900600,2025-09-01,Yes'])
  await moveTo(app, '2026-03-12T12:00:00Z')
  await storeList(app, id, ['Ann,+447700900601,2025-09-01,Yes', 'Bea,+447700900602,2025-09-01,Yes'])
  const offerId = await approvedOffer(app, id)
  await app.staff.campaigns.start({ id, offerId, perDay: 1 })
  const queued = await app.sql<
    { phone: string }[]
  >`select phone from messages where kind = 'offer' order by due_at`
  expect(queued.map(({ phone }) => phone.at(-1))).toEqual(['0', '1', '2'])
})

test('a request for a new list leaves before the list is too old, and staff and owner read which texts need it', async () => {
  const { app, id, token, plan } = await slowCampaign()
  const { staff } = app
  await staff.campaigns.start(plan)
  const late = async () => (await staff.campaigns.list({ id }))[0]?.late
  expect(await late()).toEqual({ texts: 2, listEndsOn: '2026-03-24', askedAt: null })
  await passTime(app, 8 * DAY)
  expect([await toOwner(app), await todayOf(app, 'listOld')]).toEqual([[], []])
  expect((await homeOf(app, token))?.tasks).toEqual([])
  await passTime(app, 2 * DAY)
  const ask =
    'Salonback for Aoife Hair: please share a fresh client list by 24 Mar 2026: 2 texts to your clients cannot leave without it: URL'
  expect(await toOwner(app)).toEqual([ask])
  expect(await todayOf(app, 'listSoonOld')).toEqual(['2 texts need a new list from Aoife by 24 Mar 2026'])
  expect(await homeOf(app, token)).toMatchObject({
    tasks: [{ kind: 'list', asOf: '2026-03-10' }],
    nextTexts: [{ late: { texts: 2, listEndsOn: '2026-03-24' } }],
  })
  expect((await late())?.askedAt).toMatch(/^2026-03-19/)
  await passTime(app, 2 * DAY)
  expect(await toOwner(app)).toHaveLength(1)
  await passTime(app, 2 * DAY)
  expect(await toOwner(app)).toEqual([ask, ask])
  await storeList(
    app,
    id,
    phones.map((phone) => `Mary,${phone},2025-09-01,Yes`),
  )
  expect([await late(), await todayOf(app, 'listSoonOld')]).toEqual([null, []])
  await passTime(app, 5 * DAY)
  expect([await sentTexts(app), (await toOwner(app)).length]).toEqual([24, 2])
})

test('texts that do not leave say why on the card, and staff and owner read of more than five', async () => {
  const { app, id, token, plan } = await slowCampaign()
  const { staff } = app
  await staff.campaigns.start({ ...plan, perDay: 1 })
  await passTime(app, 14 * DAY)
  const unsent = async () => (await staff.campaigns.list({ id }))[0]?.unsent
  const reason = 'List older than 14 days'
  expect([await unsent(), await todayOf(app, 'unsentTexts')]).toEqual([[], []])
  await passTime(app, 7 * DAY)
  expect(await unsent()).toEqual([{ reason, texts: 5 }])
  expect(await todayOf(app, 'unsentTexts')).toEqual([])
  await passTime(app, DAY)
  expect(await unsent()).toEqual([{ reason, texts: 6 }])
  expect(await todayOf(app, 'unsentTexts')).toEqual(['6 texts did not leave'])
  expect((await homeOf(app, token))?.unsent).toEqual([
    { startedOn: '2026-03-10', texts: 6, reasons: [{ reason, texts: 6 }] },
  ])
  const told = (await toOwner(app)).filter((body) => body.includes('did not leave'))
  expect(told).toEqual([
    'Salonback for Aoife Hair: 6 texts to your clients did not leave, because your client list is older than 14 days. Share a fresh one: URL',
  ])
  await passTime(app, DAY)
  expect((await toOwner(app)).filter((body) => body.includes('did not leave'))).toHaveLength(1)
})

test('a reminder leaves with the list that its offer had, unless a visit or a booking is known', async () => {
  const app = await testApp()
  const { salon, offerId } = await salonWithOffer(app, phones.slice(0, 3), { reminder: REMINDER })
  const { id } = salon
  await app.staff.campaigns.start({ id, offerId, perDay: 100, reminderAfterDays: 20 })
  await passTime(app, DAY)
  expect(await sentTexts(app)).toBe(3)
  await moveTo(app, '2026-03-20T12:00:00Z')
  const list = listOf([`Mary,${phones[0]},2026-03-18,Yes`])
  const { id: listId } = await (await uploadList(app, id, list)).json()
  await app.staff.lists.commitList({
    ...{ id, listId, asOf: '2026-03-20', declaration: { customers: true, knewOfTexts: 'yes' } },
  })
  await moveTo(app, '2026-03-30T12:00:00Z')
  await passTime(app, 2 * DAY)
  expect(await sentTexts(app, 'reminder')).toBe(2)
  const [card] = await app.staff.campaigns.list({ id })
  expect(card?.unsent).toEqual([{ reason: 'Visited in the last 60 days', texts: 1 }])
})
