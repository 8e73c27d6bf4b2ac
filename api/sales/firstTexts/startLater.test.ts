import { expect, test } from 'vitest'
import { claimDue } from '../../core/messages/claim.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { type App, NOON, testApp } from '../../testing/app.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { fictional, makeProspect, makeProspects } from '../../testing/factories.ts'
import { textsPerHandset } from '../../testing/handsetTexts.ts'
import { keepSession } from '../../testing/salons.ts'
import { startApp } from '../../testing/start.ts'
import { campaignTo, startCampaign } from '../../testing/startCampaign.ts'
import { textFrom } from '../../testing/webhooks.ts'

const TOMORROW = '2026-03-11T15:00:00.000Z'
const NIGHT = new Date('2026-03-10T22:30:00Z')
const hours = { QUIET_HOURS: '08:00-21:00' }

/** Another service on the database of this one. */
const startOther = ({ sql, clock, deps }: Pick<App, 'sql' | 'clock' | 'deps'>, more: object = {}) =>
  startApp({ sql, clock, reserved: deps.reserved, ...more })

async function scheduled(settings: Record<string, string> = {}, startAt = TOMORROW) {
  const app = await testApp(settings)
  return { ...app, campaign: await campaignTo(app, 3, { startAt }) }
}

/** Sets the clock, keeps the session alive and lets the worker send. */
async function at(app: Pick<App, 'clock' | 'sql' | 'worker'>, time: string | Date) {
  app.clock.set(new Date(time))
  await keepSession(app)
  await app.worker.round()
}

const arrived = async ({ sql }: Pick<App, 'sql'>) => (await textsPerHandset(sql)).length
const audited = ({ sql }: Pick<App, 'sql'>) =>
  sql`select actor, action, detail from audit_log where action like 'campaign.%' order by id`

test('a campaign starts at the chosen time, also after a restart', async () => {
  const app = await scheduled()
  expect(app.campaign).toMatchObject({
    state: 'running',
    queued: 3,
    waiting: 3,
    wait: { startsAt: TOMORROW, canChangeStart: true, nextAt: TOMORROW, lastAt: TOMORROW },
  })
  await at(app, '2026-03-11T14:59:59Z')
  expect(await arrived(app)).toBe(0)
  await app.worker.stop()
  const restarted = await startOther(app)
  await at(restarted, TOMORROW)
  await restarted.stop()
  expect(await arrived(app)).toBe(3)
  expect(await audited(app)).toMatchObject([
    { actor: 'maya', action: 'campaign.start', detail: { recipients: 3, startsAt: TOMORROW } },
  ])
})

test('a start in quiet hours waits until the morning of the recipient', async () => {
  const app = await scheduled(hours, '2026-03-11T23:00:00.000Z')
  expect(app.campaign.wait).toMatchObject({
    startsAt: '2026-03-11T23:00:00.000Z',
    nextAt: '2026-03-12T08:00:00.000Z',
    zone: 'Europe/London',
  })
  await at(app, '2026-03-11T23:00:01Z')
  expect(await arrived(app)).toBe(0)
  expect((await app.staff.firstTexts.list())[0]?.wait).toMatchObject({ startsAt: null, waiting: 3 })
  await at(app, '2026-03-12T08:00:00Z')
  expect(await arrived(app)).toBe(3)
})

test.each([
  [NOON.toISOString(), 'Please choose a time in the future'],
  ['2026-03-09T12:00:00.000Z', 'Please choose a time in the future'],
  ['2026-05-10T12:00:00.000Z', 'Please choose a time within 60 days'],
])('a start at %s is a 422', async (startAt, message) => {
  const { sql, staff, campaign } = await scheduled()
  const refused = { status: 422, fields: { startAt: message } }
  const { id: other } = await makeProspect(sql, { phone: fictional(90) })
  await expect(startCampaign({ staff }, [other], { startAt })).rejects.toMatchObject(refused)
  await expect(staff.firstTexts.changeStart({ id: campaign.id, startAt })).rejects.toMatchObject(refused)
  expect((await staff.firstTexts.get({ id: campaign.id })).wait?.startsAt).toBe(TOMORROW)
})

test('the start can be changed to another time and to now until a text has left', async () => {
  const app = await scheduled()
  const { staff, campaign } = app
  const later = '2026-03-12T09:30:00.000Z'
  const change = (startAt: string | null) => staff.firstTexts.changeStart({ id: campaign.id, startAt })
  expect(await change(later)).toMatchObject({ wait: { startsAt: later, nextAt: later } })
  await at(app, TOMORROW)
  expect(await arrived(app)).toBe(0)
  expect(await change(null)).toMatchObject({ waiting: 0, wait: { startsAt: null, nextAt: null } })
  await at(app, TOMORROW)
  expect(await arrived(app)).toBe(3)
  await expect(change(later)).rejects.toMatchObject({ status: 409 })
  expect((await audited(app)).slice(1)).toMatchObject([
    { action: 'campaign.change-start', detail: { startsAt: later } },
    { action: 'campaign.change-start', detail: { startsAt: null } },
  ])
})

test('a campaign that has not started can be paused, changed and canceled', async () => {
  const app = await scheduled()
  const { staff, campaign } = app
  const { id } = campaign
  await staff.firstTexts.pause({ id })
  const startAt = '2026-03-11T10:00:00.000Z'
  expect(await staff.firstTexts.changeStart({ id, startAt })).toMatchObject({ state: 'paused' })
  await at(app, startAt)
  expect(await arrived(app)).toBe(0)
  expect(await staff.firstTexts.cancel({ id })).toMatchObject({ state: 'canceled', canceled: 3, wait: null })
  await expect(staff.firstTexts.changeStart({ id, startAt: null })).rejects.toMatchObject({ status: 409 })
  await at(app, '2026-03-12T10:00:00Z')
  expect(await arrived(app)).toBe(0)
})

test('a number that opts out before the start gets no text', async () => {
  const app = await scheduled()
  const [optedOut = '', ...others] = app.campaign.phones
  await textFrom(app.origin, optedOut, 'STOP')
  await at(app, TOMORROW)
  const phones = (await textsPerHandset(app.sql)).map(({ handset }) => handset)
  expect(phones.sort()).toEqual(others)
})

test('a change that waits for a claim is refused', async () => {
  const app = await scheduled()
  const { sql, staff, campaign } = app
  app.clock.set(new Date(TOMORROW))
  await keepSession(app)
  let changed: Promise<unknown> = Promise.resolve()
  await inTransaction(sql, async (open) => {
    expect(await claimDue({ ...app.deps, sql: open as typeof sql }, 1)).toHaveLength(1)
    changed = staff.firstTexts.changeStart({ id: campaign.id, startAt: '2026-03-12T15:00:00.000Z' })
    changed.catch(() => undefined)
    await expect.poll(() => waitingForLocks(sql)).toHaveLength(1)
  })
  await expect(changed).rejects.toMatchObject({ status: 409 })
  expect(await sql`select 1 from messages where due_at > ${app.clock()}`).toHaveLength(0)
})

test('of a claim and a change at the same time one wins', async () => {
  const app = await testApp()
  const { sql, staff } = app
  for (const prospect of await makeProspects(sql, 12)) {
    const { id } = await startCampaign(app, [prospect.id])
    const changing = staff.firstTexts.changeStart({ id, startAt: TOMORROW }).then(
      () => 'changed',
      (error: { status: number }) => error.status,
    )
    const claimed = await claimDue(app.deps, 10)
    expect(await changing).toBe(claimed.length > 0 ? 409 : 'changed')
  }
})

test('on the simulated network the queued texts of a campaign can leave at night', async () => {
  const app = await testApp(hours)
  const { sql, staff, origin } = app
  app.clock.set(NIGHT)
  const { id, wait, phones } = await campaignTo(app, 3)
  const [optedOut = '', ...others] = phones
  const nextAt = '2026-03-11T08:00:00.000Z'
  expect(wait).toMatchObject({ waiting: 3, nextAt, isOutsideHours: true, zone: 'Europe/London' })
  await startCampaign(app, [(await makeProspect(sql, { phone: fictional(90) })).id])
  await textFrom(origin, optedOut, 'STOP')
  expect(await staff.firstTexts.sendNow({ id })).toMatchObject({ wait: { waiting: 0 } })
  await app.worker.round()
  const sent = await sql`
    select phone from messages where kind = 'first_text' and accepted_at is not null order by phone`
  expect(sent).toEqual(others.map((phone) => ({ phone })))
  expect((await audited(app)).at(-1)).toMatchObject({ actor: 'maya', action: 'campaign.send-now' })
})

test('a paused campaign sends nothing now', async () => {
  const { staff, campaign } = await scheduled()
  await staff.firstTexts.pause({ id: campaign.id })
  await expect(staff.firstTexts.sendNow({ id: campaign.id })).rejects.toMatchObject({ status: 409 })
})

test('at a carrier nothing leaves at night, and Send now is refused', async () => {
  const app = await scheduled(hours, '2026-03-11T10:00:00.000Z')
  const { id } = app.campaign
  await app.worker.stop()
  app.clock.set(NIGHT)
  const atCarrier = await startOther(app, { settings: hours, carrierUrl: app.origin })
  expect((await atCarrier.staff.settings.service()).simulated).toBe(false)
  await expect(atCarrier.staff.firstTexts.sendNow({ id })).rejects.toMatchObject({ status: 409 })
  // The same texts after a change from the simulated network to a carrier.
  await app.staff.firstTexts.sendNow({ id })
  await atCarrier.worker.round()
  await atCarrier.worker.round()
  await atCarrier.stop()
  expect(await arrived(app)).toBe(0)
  expect((await app.staff.firstTexts.get({ id })).wait).toMatchObject({ nextAt: '2026-03-11T08:00:00.000Z' })
})
