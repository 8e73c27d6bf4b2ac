import { outreach } from '@salonback/shared/brand.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createSendLoop } from '../../core/messages/sendLoop.ts'
import { testApp } from '../../testing/app.ts'
import { makeProspects } from '../../testing/factories.ts'
import { startCampaign } from '../../testing/startCampaign.ts'

const secondText = { template: 'Hi {name}, Salonback again. Shall we?', afterDays: 3 }
const reason = 'We do not text numbers only because they are published'
const DAY_MS = 86_400_000

/** A campaign with each basis, and a switch that is set back after the test. */
async function twoCampaigns() {
  const app = await testApp()
  const { textsPublishedNumbers } = outreach
  onTestFinished(() => void Object.assign(outreach, { textsPublishedNumbers }))
  const prospects = (await makeProspects(app.sql, 4)).map(({ id }) => id)
  const published = await startCampaign(app, prospects.slice(0, 2), { secondText, basis: 'business_number' })
  const agreed = await startCampaign(app, prospects.slice(2), { secondText })
  const sent = () => app.sql<{ campaignId: string; kind: string; count: number }[]>`
    select campaign_id, kind, count(*)::int from messages where accepted_at is not null group by 1, 2 order by 2`
  return { ...app, published, agreed, sent }
}

test('a campaign on a basis that is no longer used sends nothing more; others do', async () => {
  const { staff, worker, clock, published, agreed, sent } = await twoCampaigns()
  outreach.textsPublishedNumbers = false
  await worker.round()
  expect(await sent()).toEqual([{ campaignId: agreed.id, kind: 'first_text', count: 2 }])
  const paused = { state: 'paused', pausedBy: null, pausedReason: reason, queued: 2 }
  expect(await staff.firstTexts.get({ id: published.id })).toMatchObject(paused)
  outreach.textsPublishedNumbers = true
  clock.advance(1000)
  await worker.round()
  expect(await sent()).toHaveLength(1)
  await staff.firstTexts.resume({ id: published.id })
  await worker.round()
  expect(await sent()).toHaveLength(2)
})

test('its second texts do not leave either', async () => {
  const { sql, worker, clock, agreed, sent } = await twoCampaigns()
  await worker.round()
  outreach.textsPublishedNumbers = false
  clock.advance(3 * DAY_MS)
  await sql`update sessions set created_at = ${clock()}, last_seen_at = ${clock()}`
  await worker.round()
  await worker.round()
  const seconds = (await sent()).filter(({ kind }) => kind === 'second_text')
  expect(seconds).toEqual([{ campaignId: agreed.id, kind: 'second_text', count: 2 }])
})

test('no text leaves between a start with another setting and the first chore', async () => {
  const { deps, agreed, sent } = await twoCampaigns()
  outreach.textsPublishedNumbers = false
  const loop = createSendLoop(deps, () => {})
  await loop.claimAndSend()
  await loop.settled()
  expect(await sent()).toEqual([{ campaignId: agreed.id, kind: 'first_text', count: 2 }])
})
