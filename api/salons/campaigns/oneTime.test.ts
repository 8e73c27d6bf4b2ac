import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { ownerLink } from '../../testing/ownerLink.ts'
import { approvedOffer, later, passTime, salonWithOffer, storeList } from '../../testing/salons.ts'

const DAY = 24 * 3_600_000
const CLIENTS = ['+447700900600', '+447700900601']
const AGAIN = 'The owner approved this offer for one campaign: save a new version and ask again'

/** A salon with two clients and an offer that was approved for this time, and its campaign of tomorrow. */
async function setUp() {
  const app = await testApp()
  const { salon, offerId } = await salonWithOffer(app, CLIENTS)
  const { id } = salon
  const plan = { id, offerId, perDay: 1 }
  const startAt = new Date(app.clock().getTime() + DAY).toISOString()
  const { id: campaignId } = await app.staff.campaigns.start({ ...plan, startAt })
  const { token: home } = await ownerLink(app, id)
  return { ...app, id, plan, campaignId, home }
}

type App = Awaited<ReturnType<typeof setUp>>
const cancel = ({ staff, id, campaignId }: App) => staff.campaigns.cancel({ id, campaignId })
const stop = ({ visitor, home, campaignId }: App) => visitor.owner.stop({ token: home, campaignId })
const nameOwner = ({ sql }: App) => sql`update admins set username = 'owner'`
const send = (app: App) => passTime(app, 1.2 * DAY)

test.each<[title: string, again: boolean, ...happen: ((app: App) => Promise<unknown>)[]]>([
  ['that waits', false],
  ['that has sent a text', false, send],
  ['that was canceled after its first text', false, send, cancel],
  ['that the owner stopped', false, stop],
  ['that staff canceled before its first text', true, cancel],
  ['that an account named owner canceled before its first text', true, nameOwner, cancel],
])('after a campaign %s its offer may be sent again: %s', async (_, again, ...happen) => {
  const app = await setUp()
  const { staff, plan, id } = app
  for (const one of happen) await one(app)
  await later(app, 100)
  await storeList(app, id, ['Zoe,+447700900650,2025-09-01,Yes'])
  const start = staff.campaigns.start(plan)
  if (again) await expect(start).resolves.toMatchObject({ total: 1 })
  else await expect(start).rejects.toThrow(AGAIN)
  expect((await staff.offers.list({ id })).items[0]).toMatchObject({ usedUp: true })
})

test('of parallel starts with one approval one succeeds', async () => {
  const app = await testApp()
  const { salon, offerId } = await salonWithOffer(app, CLIENTS)
  const { sql, staff } = app
  const plan = { id: salon.id, offerId, perDay: 100 }
  const starts = Array.from({ length: 7 }, () => staff.campaigns.start(plan))
  const ended = await Promise.allSettled(starts)
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []))
  expect(refused).toEqual(Array.from({ length: 6 }, () => expect.stringContaining(AGAIN)))
  expect(await sql`select 1 from messages where kind = 'offer'`).toHaveLength(CLIENTS.length)
})

test('an approval for each month starts no campaign by hand, whatever the state of the monthly texts', async () => {
  const app = await testApp()
  const { salon, offerId } = await salonWithOffer(app, CLIENTS, { repeatUntil: '2026-12-31' })
  const { staff } = app
  const { id } = salon
  const refused = /^409.*only the monthly texts may send it/
  const starts = () => staff.campaigns.start({ id, offerId, perDay: 100 })
  const step = async () => (await staff.salons.get({ id })).nextStep
  await expect(starts()).rejects.toThrow(refused)
  await expect(staff.campaigns.preview({ id, offerId, perDay: 100 })).rejects.toThrow(refused)
  expect(await step()).toBe('Turn the monthly texts on')
  const settings = { offerId, perDay: 100, reminderAfterDays: null, keptAside: 0, askDay: 11 }
  await staff.programmes.set({ id, ...settings, on: true })
  expect(await step()).toBe('Monthly texts are on')
  const { token } = await ownerLink(app, id)
  await app.visitor.owner.setProgramme({ token, on: false })
  expect(await step()).toBe('Aoife paused the monthly texts')
  await expect(starts()).rejects.toThrow(refused)
  const compared = { id, offerId: await approvedOffer(app, id), otherOfferId: offerId, perDay: 100 }
  await expect(staff.campaigns.start(compared)).rejects.toThrow(refused)
  expect(await app.sql`select 1 from messages where kind = 'offer'`).toHaveLength(0)
})

test('the next step of a salon without an offer to send is to write the next one', async () => {
  const app = await setUp()
  const step = async () => (await app.staff.salons.get({ id: app.id })).nextStep
  await stop(app)
  expect(await step()).toBe('Write the next offer')
  expect((await app.visitor.owner.open({ token: app.home })).home?.waiting).toBe(
    'Nothing to do. We write your offer, and you read it here before it is sent.',
  )
  await approvedOffer(app, app.id)
  expect(await step()).toBe('Start a campaign')
})
