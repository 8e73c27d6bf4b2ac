import { outreach } from '@salonback/shared/brand.ts'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { fictional, makeProspect, makeProspects, makeSalon } from '../../testing/factories.ts'
import { textsOnHandset, textsPerHandset } from '../../testing/handsetTexts.ts'
import { campaignTo, startCampaign } from '../../testing/startCampaign.ts'
import { textFrom } from '../../testing/webhooks.ts'

const template = 'Hi {name}, Salonback here: we text past clients of {category}s. Interested?'
const basis = 'consent' as const
const nobodyId = '00000000-0000-4000-8000-000000000000'

test('the preview lists recipients, left-out prospects with reasons, and samples', async () => {
  const { origin, sql, staff } = await testApp()
  const fine = await makeProspect(sql, { name: 'Willow & Rye', category: 'Hair Salon', phone: fictional(50) })
  const optedOut = await makeProspect(sql, { phone: fictional(51) })
  const dead = await makeProspect(sql, { phone: fictional(52) })
  const landline = await makeProspect(sql, { phone: '+441632960053', phoneType: 'landline' })
  const premium = await makeProspect(sql, { phone: '+449098765432', phoneType: 'mobile' })
  const recent = await makeProspect(sql, { phone: fictional(54) })
  const talking = await makeProspect(sql, { phone: fictional(55) })
  await textFrom(origin, optedOut.phone, 'STOP')
  await sql`insert into undeliverable values (${dead.phone}, now(), 30005, 'gone')`
  await staff.inbox.reply({ phoneNumber: recent.phone, message: 'Hello' })
  await textFrom(origin, talking.phone, 'who is this?')
  const ofSalon = await makeProspect(sql, { phone: fictional(56) })
  await sql`insert into suppressions (phone, since, source, wording, salon_id)
    values (${ofSalon.phone}, now(), 'keyword', 'STOP', ${(await makeSalon(sql)).id})`
  const all = [fine, optedOut, dead, landline, premium, recent, talking, ofSalon]
  const prospectIds = [...all.map(({ id }) => id), nobodyId, fine.id]
  const preview = await staff.firstTexts.preview({ prospectIds, template })
  expect(preview).toMatchObject({ recipients: 1, waiting: 0 })
  expect(preview.leftOut).toEqual([
    { prospectId: optedOut.id, reason: 'opted_out' },
    { prospectId: dead.id, reason: 'undeliverable' },
    { prospectId: landline.id, reason: 'landline' },
    { prospectId: premium.id, reason: 'landline' },
    { prospectId: recent.id, reason: 'texted_recently' },
    { prospectId: talking.id, reason: 'open_conversation' },
    { prospectId: ofSalon.id, reason: 'opted_out_with_salon' },
    { prospectId: nobodyId, reason: 'not_found' },
  ])
  expect(preview.prices).toEqual([])
  expect(preview.samples).toMatchObject([{ prospectId: fine.id, segments: 1 }])
  expect(preview.samples[0]?.body).toMatch(/^Hi Willow & Rye, .* Reply STOP to opt out\.$/i)
})

test('each prospect gets one first text ever and becomes Contacted; the ledger has the basis', async () => {
  const { sql, staff, worker, simulator } = await testApp()
  const { id, phone } = await makeProspect(sql, { contactStatus: 'Selected' })
  const started = await staff.firstTexts.start({ prospectIds: [id], template, basis: 'soft_opt_in' })
  const counts = { state: 'running', total: 1, queued: 1 }
  expect(started).toMatchObject({ ...counts, createdBy: 'maya', basis: 'soft_opt_in', name: null })
  await worker.round()
  await simulator.drain()
  await worker.round()
  const ended = await staff.firstTexts.get({ id: started.id })
  expect(ended).toMatchObject({ state: 'finished', delivered: 1, queued: 0 })
  expect(await staff.prospects.list()).toMatchObject([{ contactStatus: 'Contacted' }])
  const ledger = await sql`select wording from consent_ledger where phone = ${phone}`
  expect(ledger).toEqual([{ wording: 'soft_opt_in' }])
  await expect(startCampaign({ staff }, [id])).rejects.toMatchObject({ status: 422 })
  expect((await staff.metrics.sms()).initialContactSent).toBe(1)
})

test('two concurrent campaigns to the same prospects text each of them once', async () => {
  const { sql, staff, worker } = await testApp()
  const prospectIds = (await makeProspects(sql, 40)).map(({ id }) => id)
  const starts = await Promise.allSettled([1, 2, 3].map(() => startCampaign({ staff }, prospectIds)))
  expect(starts.some((start) => start.status === 'fulfilled')).toBe(true)
  // A slow machine requeues texts when their check is too old.
  const left = () => sql`select 1 from messages where status in ('queued', 'sending')`
  while ((await left()).length > 0) await worker.round()
  const arrived = await textsPerHandset(sql)
  expect(arrived).toHaveLength(40)
  expect(arrived.every(({ texts }) => texts === 1)).toBe(true)
})

test('a repeated Idempotency-Key starts one campaign', async () => {
  const { sql, staff } = await testApp()
  const prospectIds = (await makeProspects(sql, 3)).map(({ id }) => id)
  const start = () => staff.firstTexts.start({ prospectIds, template, basis }, { idempotencyKey: 'one' })
  const answers = await Promise.all([start(), start(), start()])
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await staff.firstTexts.list()).toHaveLength(1)
})

test('an Idempotency-Key reused for another campaign is refused', async () => {
  const { sql, staff } = await testApp()
  const prospectIds = (await makeProspects(sql, 2)).map(({ id }) => id)
  const first: Parameters<typeof staff.firstTexts.start>[0] = { prospectIds, template, basis }
  const start = (input: Parameters<typeof staff.firstTexts.start>[0]) =>
    staff.firstTexts.start(input, { idempotencyKey: 'one' })
  const { id } = await start(first)
  for (const other of [
    { ...first, prospectIds: prospectIds.slice(1) },
    { ...first, template: `${template} Reply STOP to end.` },
    { ...first, basis: 'soft_opt_in' as const },
  ]) {
    await expect(start(other)).rejects.toMatchObject({ status: 422 })
  }
  expect((await staff.firstTexts.list()).map((one) => one.id)).toEqual([id])
  expect((await start(first)).id).toBe(id)
})

test('counts add up to the total after pause, resume and cancel', async () => {
  const { sql, staff, worker, clock } = await testApp({ SEND_RATE_PER_SECOND: '2' })
  const { id, prospectIds } = await campaignTo({ sql, staff }, 6)
  const sum = (o: Awaited<ReturnType<typeof staff.firstTexts.get>>) =>
    o.queued + o.sent + o.delivered + o.failed + o.unknown + o.canceled
  await worker.round()
  const paused = { state: 'paused', pausedReason: 'Paused by maya', pausedBy: 'maya', sent: 2, queued: 4 }
  expect(await staff.firstTexts.pause({ id })).toMatchObject(paused)
  clock.advance(5000)
  expect(await worker.round()).toBe(0)
  await staff.firstTexts.resume({ id })
  expect(await worker.round()).toBe(2)
  const canceled = await staff.firstTexts.cancel({ id })
  expect(canceled).toMatchObject({ state: 'canceled', sent: 4, canceled: 2, total: 6 })
  expect(sum(canceled)).toBe(6)
  clock.advance(5000)
  expect(await worker.round()).toBe(0)
  await expect(staff.firstTexts.resume({ id })).rejects.toMatchObject({ status: 409 })
  expect(await staff.firstTexts.recipients({ id, status: 'canceled' })).toHaveLength(2)
  // Canceled prospects can be in a later campaign.
  const later = await startCampaign({ staff }, prospectIds)
  expect(later).toMatchObject({ total: 2, leftOut: 4 })
  expect(await staff.firstTexts.leftOut({ id: later.id })).toEqual([{ reason: 'already_texted', count: 4 }])
})

test('quiet hours delay first texts, not replies', async () => {
  const { sql, staff, worker, clock } = await testApp({ QUIET_HOURS: '08:00-21:00' })
  clock.set(new Date('2026-03-10T22:30:00Z'))
  const { id, phones } = await campaignTo({ sql, staff }, 1)
  const [phone = ''] = phones
  await worker.round()
  expect(await staff.firstTexts.get({ id })).toMatchObject({ queued: 1, waiting: 1 })
  await staff.inbox.reply({ phoneNumber: fictional(60), message: 'Still here' })
  expect(await textsOnHandset(sql, phone)).toEqual([])
  clock.set(new Date('2026-03-11T08:00:01Z'))
  await worker.round()
  expect(await textsOnHandset(sql, phone)).toHaveLength(1)
})

test('more than 3 % opt-outs among the last 200 pause the campaign until staff resume', async () => {
  const { origin, sql, staff, worker, clock } = await testApp({ SEND_RATE_PER_SECOND: '10' })
  const { id, phones } = await campaignTo({ sql, staff }, 20)
  await worker.round()
  for (const phone of phones.slice(0, 6)) await textFrom(origin, phone, 'STOP')
  expect((await staff.firstTexts.get({ id })).state).toBe('running')
  await textFrom(origin, phones[6] ?? '', 'stop texting me please')
  const paused = { state: 'paused', pausedReason: '7 of the last 200 opted out', pausedBy: null }
  expect(await staff.firstTexts.get({ id })).toMatchObject(paused)
  clock.advance(5000)
  expect(await worker.round()).toBe(0)
  await staff.firstTexts.resume({ id })
  expect(await worker.round()).toBe(10)
})

test('filtered texts pause the campaign too', async () => {
  const { origin, sql, staff, worker, simulator } = await testApp({ SEND_RATE_PER_SECOND: '10' })
  await handsetsOf(origin).injectFault({ kind: 'undelivered', code: 30007 })
  const { id } = await campaignTo({ sql, staff }, 20)
  await worker.round()
  await simulator.drain()
  const pausedReason = expect.stringContaining('filtered')
  expect(await staff.firstTexts.get({ id })).toMatchObject({ state: 'paused', pausedReason })
})

test('an agency that does not text published numbers can neither start nor resume such a campaign', async () => {
  const { sql, staff } = await testApp()
  const { textsPublishedNumbers } = outreach
  onTestFinished(() => void Object.assign(outreach, { textsPublishedNumbers }))
  const prospectIds = (await makeProspects(sql, 2)).map((one) => one.id)
  const start = () => staff.firstTexts.start({ prospectIds, template, basis: 'business_number' })
  const { id } = await start()
  await staff.firstTexts.pause({ id })
  outreach.textsPublishedNumbers = false
  const fields = { basis: 'We do not text numbers only because they are published' }
  await expect(start()).rejects.toMatchObject({ status: 422, fields })
  await expect(staff.firstTexts.resume({ id })).rejects.toMatchObject({ status: 409, fields })
  expect(await staff.firstTexts.get({ id })).toMatchObject({ state: 'paused', basis: 'business_number' })
  outreach.textsPublishedNumbers = true
  expect(await staff.firstTexts.resume({ id })).toMatchObject({ state: 'running' })
})

test.each([
  [{ prospectIds: [], template, basis }, 'Please select prospects to text'],
  [{ prospectIds: [nobodyId], template: '', basis }, 'Please write the text'],
  [{ prospectIds: [nobodyId], template: 'Hi {surname}, Salonback here.', basis }, 'surname'],
  [{ prospectIds: [nobodyId], template, basis: 'because' }, 'Please choose why you may write to them'],
  [{ prospectIds: [nobodyId], template, basis }, 'Nobody in this selection can get a first text'],
])('a campaign that breaks a rule is a 422: %j', async (input, message) => {
  const { staff, sql } = await testApp()
  const start = staff.firstTexts.start(input as Parameters<typeof staff.firstTexts.start>[0])
  await expect(start).rejects.toMatchObject({ status: 422, serverMessage: expect.stringContaining(message) })
  expect(await sql`select 1 from campaigns`).toHaveLength(0)
})
