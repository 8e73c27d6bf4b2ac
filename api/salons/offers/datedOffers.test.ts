import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { ownerLink, tokenOf } from '../../testing/ownerLink.ts'
import {
  approvedOffer,
  moveTo,
  passTime,
  readySalon,
  salonWithOffer,
  storeList,
} from '../../testing/salons.ts'

const DAY = 24 * 3_600_000
const DATED = '{salon}: Hi {firstName}, 20% off until 20 March. Reply STOP to opt out.'

/** An offer that staff save for each month, on Tuesday, 10 March 2026, and the owner's link to it. */
async function monthlyOffer(text: string) {
  const app = await testApp()
  const { id } = await readySalon(app)
  await storeList(app, id, ['Mary,+447700900600,2025-09-01,Yes'])
  const input = { id, text, repeatUntil: '2026-12-31' }
  const save = (datedConfirmed?: boolean) =>
    app.staff.offers.create({ ...input, ...(datedConfirmed && { datedConfirmed }) })
  const send = async (offerId: string) => tokenOf((await app.staff.offers.send({ id, offerId })).url)
  const hashOf = async (token: string) => (await app.visitor.owner.open({ token })).offer?.sha256 ?? ''
  return { ...app, id, save, send, hashOf }
}

test('an offer that names a day is saved for each month only after a question to staff and owner', async () => {
  const app = await monthlyOffer(DATED)
  await expect(app.save()).rejects.toThrow(/^409.*The text says “until/)
  const { id: offerId, dates } = await app.save(true)
  expect(dates).toEqual({ words: ['until 20 March'], until: '2026-03-20' })
  const token = await app.send(offerId)
  const sha256 = await app.hashOf(token)
  const page = await (await app.request(`/o/${token}`)).text()
  expect(page).toContain('The text says “until 20 March”. Each month it leaves with the same words.')
  expect(page).toContain('Approve only this time')
  await expect(app.visitor.owner.approve({ token, sha256 })).rejects.toThrow(/^409.*The text says “until/)
  await app.visitor.owner.approve({ token, sha256, datedConfirmed: true })
  expect((await app.staff.programmes.get({ id: app.id })).offers).toMatchObject([{ until: '2026-12-31' }])
})

test('the owner can always approve only this time', async () => {
  const app = await monthlyOffer('{salon}: Hi {firstName}, 20% off. Reply STOP to opt out.')
  const { id: offerId } = await app.save()
  const token = await app.send(offerId)
  const sha256 = await app.hashOf(token)
  const body = new URLSearchParams({ sha256, onlyThisTime: 'yes' })
  const answer = await app.request(`/o/${token}/approve`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.status).toBeLessThan(400)
  expect((await app.staff.programmes.get({ id: app.id })).offers).toEqual([])
  expect((await app.staff.offers.list({ id: app.id })).items).toMatchObject([
    { state: 'approved', repeatUntil: null },
  ])
  expect(await app.staff.campaigns.start({ id: app.id, offerId, perDay: 10 })).toMatchObject({ total: 1 })
})

test('a day in the text ends the campaign, and staff and owner read it before and meanwhile', async () => {
  const app = await testApp()
  const clients = Array.from({ length: 12 }, (_, n) => `+4477009006${String(n).padStart(2, '0')}`)
  const { salon, offerId } = await salonWithOffer(app, clients, { text: DATED, reminder: DATED })
  const { id } = salon
  const { staff, sql } = app
  const plan = { id, offerId, perDay: 1, keptAside: 0, reminderAfterDays: 7 }
  // Texts leave on 9 days until Friday, 20 March.
  expect(await staff.campaigns.preview(plan)).toMatchObject({
    ...{ recipients: 9, leftOut: { after_last_day: 3 }, endsOn: '2026-03-20', fittingPerDay: 2, late: 0 },
  })
  expect(await staff.campaigns.start(plan)).toMatchObject({ total: 9, leftOut: 3, endsOn: '2026-03-20' })
  const { token } = await ownerLink(app, id)
  await passTime(app, DAY)
  const next = async () => (await app.visitor.owner.open({ token })).home?.nextTexts
  // Of the two texts that left, only the reminder of the first ones comes in time.
  expect(await next()).toMatchObject([{ endsOn: '2026-03-20', texts: 7, reminders: 2 }])
  await staff.campaigns.pause({ id, campaignId: (await staff.campaigns.list({ id }))[0]?.id ?? '' })
  await moveTo(app, '2026-03-20T12:00:00Z')
  await staff.campaigns.resume({ id, campaignId: (await staff.campaigns.list({ id }))[0]?.id ?? '' })
  await moveTo(app, '2026-03-21T12:00:00Z')
  await passTime(app, DAY)
  expect((await staff.campaigns.list({ id }))[0]?.unsent).toEqual([
    // And the two reminders.
    { reason: 'After the last day of the offer', texts: 9 },
  ])
  expect(
    await sql`select 1 from messages where accepted_at > '2026-03-20T23:59:00Z' and kind = 'offer'`,
  ).toHaveLength(0)
  await staff.salons.update({ id, state: 'ready' })
  const again = await approvedOffer(
    { ...app, clock: () => new Date('2026-03-10T12:00:00Z') },
    id,
    null,
    DATED,
  )
  await expect(staff.campaigns.preview({ id, offerId: again, perDay: 1 })).rejects.toThrow(
    /^409.*The last day in the text was 20 Mar 2026/,
  )
})
