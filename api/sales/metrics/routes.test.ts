import type { FunnelStep } from '@salonback/shared/sales/metrics/contract.ts'
import { filledQuestionnaire } from '@salonback/shared/sales/waitlist/testing.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { fictional, makeProspects, makeText } from '../../testing/factories.ts'

const emptyFunnel = {
  totalProspects: 0,
  initialContactSent: 0,
  positiveResponses: 0,
  followupSent: 0,
  formSubmissions: 0,
  optOuts: 0,
  needsReview: 0,
  responseRate: 0,
  followupRate: 0,
  submissionRate: 0,
}
const acceptedAt = new Date('2026-03-10T11:00:01Z')

test('the funnel of an empty database has zero counts and rates', async () => {
  const { staff } = await testApp()
  expect(await staff.metrics.sms()).toEqual(emptyFunnel)
})

test('accepted first texts count once per prospect, whatever their final status', async () => {
  const { staff, sql } = await testApp()
  await makeProspects(sql, 4)
  const first = { kind: 'first_text' }
  await makeText(sql, { ...first, phone: fictional(300), status: 'delivered', acceptedAt })
  await makeText(sql, { ...first, phone: fictional(301), status: 'undelivered', acceptedAt })
  await makeText(sql, { ...first, phone: fictional(302), status: 'queued' })
  await makeText(sql, { ...first, phone: fictional(303), status: 'failed' })
  await makeText(sql, { ...first, phone: fictional(999), status: 'sent', acceptedAt })
  expect(await staff.metrics.sms()).toEqual({ ...emptyFunnel, totalProspects: 4, initialContactSent: 2 })
})

test('the funnel counts prospects, not texts, and rounds rates to one decimal', async () => {
  const { staff, visitor, sql } = await testApp()
  await makeProspects(sql, 7)
  for (let n = 300; n < 306; n++) {
    await makeText(sql, { kind: 'first_text', phone: fictional(n), acceptedAt })
  }
  const yes = { direction: 'inbound', intent: 'positive', processed: true } as const
  for (const n of [300, 300, 301, 302, 303, 999]) await makeText(sql, { ...yes, phone: fictional(n) })
  const link = { carriesLink: true, acceptedAt }
  await makeText(sql, { ...link, kind: 'followup', phone: fictional(300) })
  await makeText(sql, { ...link, kind: 'reply', phone: fictional(300) })
  await makeText(sql, { ...link, kind: 'reply', phone: fictional(301) })
  await makeText(sql, { carriesLink: true, kind: 'followup', phone: fictional(302), status: 'queued' })
  await makeText(sql, { ...link, kind: 'reply', phone: fictional(303), carriesLink: false })
  await makeText(sql, { ...link, kind: 'details', phone: fictional(304) })
  await visitor.waitlist.submit({ ...filledQuestionnaire, mobileNumber: fictional(300) })
  await visitor.waitlist.submit({ ...filledQuestionnaire, mobileNumber: fictional(300) })
  // Counts once, although both the linked and the entered number belong to prospects.
  const both = { mobileNumber: fictional(302), mobile: fictional(301) }
  await visitor.waitlist.submit({ ...filledQuestionnaire, ...both })
  // Not a prospect.
  await visitor.waitlist.submit({ ...filledQuestionnaire, mobileNumber: fictional(888) })
  expect(await staff.metrics.sms()).toEqual({
    ...emptyFunnel,
    totalProspects: 7,
    initialContactSent: 6,
    positiveResponses: 4,
    followupSent: 2,
    formSubmissions: 4,
    responseRate: 66.7,
    followupRate: 50,
    submissionRate: 200,
  })
  expect(await staff.waitlist.list()).toHaveLength(4)
  const names = new Map((await staff.prospects.list()).map(({ id, name }) => [id, name]))
  const reached = async (step: FunnelStep) =>
    (await staff.metrics.reached({ step })).map((id) => names.get(id)).sort()
  expect(await reached('contacted')).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Salon ${n}`))
  expect(await reached('positive')).toEqual(['Salon 1', 'Salon 2', 'Salon 3', 'Salon 4'])
  expect(await reached('followup')).toEqual(['Salon 1', 'Salon 2'])
  const all = await staff.metrics.reached({ step: 'contacted' })
  await sql`delete from messages where phone = ${fictional(303)}`
  const left = all.filter((id) => names.get(id) !== 'Salon 4')
  const first = await staff.metrics.reached({ step: 'contacted', limit: 2 })
  const second = await staff.metrics.reached({ step: 'contacted', limit: 2, after: first[1] })
  const last = await staff.metrics.reached({ step: 'contacted', limit: 2, after: second[1] })
  expect([first, second, last]).toEqual([left.slice(0, 2), left.slice(2, 4), left.slice(4)])
  expect(await staff.metrics.reached({ step: 'contacted', after: last[0] })).toEqual([])
})

test('needs review counts unprocessed inbound texts and outbound texts with unknown outcome', async () => {
  const { staff, sql } = await testApp()
  await makeText(sql, { direction: 'inbound', phone: fictional(1), intent: 'unclear' })
  await makeText(sql, { direction: 'inbound', phone: fictional(1), intent: 'unclear' })
  await makeText(sql, { direction: 'inbound', phone: fictional(2), intent: 'help', processed: true })
  await makeText(sql, { phone: fictional(3), status: 'unknown' })
  await makeText(sql, { phone: fictional(4), status: 'failed' })
  expect(await staff.metrics.sms()).toEqual({ ...emptyFunnel, needsReview: 3 })
})

test('opt-outs counts the numbers that are suppressed now', async () => {
  const { staff } = await testApp()
  await staff.inbox.recordOptOut({ phoneNumber: fictional(1), reason: 'asked by phone' })
  await staff.inbox.recordOptOut({ phoneNumber: fictional(2), reason: 'asked by mail' })
  expect(await staff.metrics.sms()).toEqual({ ...emptyFunnel, optOuts: 2 })
  await staff.inbox.undoOptOut({ number: fictional(2), reason: 'a mix-up' })
  expect(await staff.metrics.sms()).toEqual({ ...emptyFunnel, optOuts: 1 })
})
