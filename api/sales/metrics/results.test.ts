import { filledQuestionnaire } from '@salonback/shared/sales/waitlist/testing.ts'
import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { fictional, makeText } from '../../testing/factories.ts'
import { campaignTo } from '../../testing/startCampaign.ts'
import { textFrom } from '../../testing/webhooks.ts'

/** A campaign to three prospects. Its texts left at noon on 10 March 2026. */
async function sentCampaign(app: App, template = 'Salonback: Hi {name}. Reply STOP to opt out.') {
  const { id } = await campaignTo(app, 3, { name: ' Spas in London ', template, basis: 'business_number' })
  await app.worker.round()
  return id
}

test('a campaign counts numbers by what they did after its text', async () => {
  const app = await testApp()
  const { staff, origin, visitor } = app
  const earlier = { phone: fictional(302), createdAt: new Date('2026-03-01') }
  await makeText(app.sql, { ...earlier, direction: 'inbound', processed: true })
  const id = await sentCampaign(app)
  app.clock.advance(60_000)
  await textFrom(origin, fictional(300), 'Yes please')
  await textFrom(origin, fictional(300), 'Are you there?')
  await textFrom(origin, fictional(301), 'STOP')
  await textFrom(origin, fictional(302), 'I am driving with Do Not Disturb turned on.')
  await visitor.waitlist.submit({ ...filledQuestionnaire, mobileNumber: fictional(300) })
  expect(await staff.metrics.campaigns()).toMatchObject([
    {
      id,
      name: 'Spas in London',
      template: 'Salonback: Hi {name}. Reply STOP to opt out.',
      sent: 3,
      answered: 1,
      yes: 1,
      stop: 1,
      form: 1,
      segments: 3,
    },
  ])
  const peopleOf = async (outcome: 'sent' | 'answered' | 'yes' | 'stop' | 'form') =>
    (await staff.metrics.people({ id, outcome })).items.map(({ phone }) => phone).sort()
  expect(await peopleOf('sent')).toEqual([fictional(300), fictional(301), fictional(302)])
  for (const outcome of ['answered', 'yes', 'form'] as const)
    expect(await peopleOf(outcome), outcome).toEqual([fictional(300)])
  expect(await peopleOf('stop')).toEqual([fictional(301)])
})

test('delivered numbers are counted when their receipt arrives', async () => {
  const app = await testApp()
  const id = await sentCampaign(app)
  await app.sql`update messages set status = 'delivered' where phone = ${fictional(301)}`
  expect(await app.staff.metrics.campaigns()).toMatchObject([{ id, sent: 3, delivered: 1 }])
})

test('people come in pages without gaps or repeats', async () => {
  const app = await testApp()
  const { id } = await campaignTo(app, 120)
  for (let rounds = 0; rounds < 3; rounds++) await app.worker.round()
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await app.staff.metrics.people({ id, ...(cursor && { cursor }) })
    found.push(...page.items.map(({ phone }) => phone))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(found.length).toBe(new Set(found).size)
  expect(found).toHaveLength(120)
})

test('an unknown campaign has no people', async () => {
  const { staff } = await testApp()
  const id = '00000000-0000-4000-8000-000000000000'
  await expect(staff.metrics.people({ id })).rejects.toMatchObject({ status: 404 })
})

test('days are those of the given time zone and include empty ones', async () => {
  const app = await testApp()
  await sentCampaign(app)
  const late = { direction: 'inbound', intent: 'positive' } as const
  // 23:30 on 9 March in New York, 03:30 on 10 March in London.
  await makeText(app.sql, { ...late, phone: fictional(300), createdAt: new Date('2026-03-10T03:30:00Z') })
  await makeText(app.sql, { ...late, phone: fictional(300), createdAt: new Date('2026-03-10T03:31:00Z') })
  const stop = { direction: 'inbound', intent: 'opt_out', isOptOut: true, phone: fictional(301) } as const
  await makeText(app.sql, { ...stop, createdAt: new Date('2026-03-08T12:00:00Z') })
  const london = await app.staff.metrics.days({ timeZone: 'Europe/London' })
  expect(london).toHaveLength(30)
  expect(london.slice(-3)).toEqual([
    { day: '2026-03-08', texts: 0, answers: 0, yeses: 0, stops: 1 },
    { day: '2026-03-09', texts: 0, answers: 0, yeses: 0, stops: 0 },
    { day: '2026-03-10', texts: 3, answers: 1, yeses: 1, stops: 0 },
  ])
  const newYork = await app.staff.metrics.days({ timeZone: 'America/New_York', period: 'all' })
  expect(newYork).toEqual([
    { day: '2026-03-08', texts: 0, answers: 0, yeses: 0, stops: 1 },
    { day: '2026-03-09', texts: 0, answers: 1, yeses: 1, stops: 0 },
    { day: '2026-03-10', texts: 3, answers: 0, yeses: 0, stops: 0 },
  ])
})

test('without texts there is one empty day', async () => {
  const { staff } = await testApp()
  const empty = { day: '2026-03-10', texts: 0, answers: 0, yeses: 0, stops: 0 }
  expect(await staff.metrics.days({ period: 'all' })).toEqual([empty])
})

test('an unknown time zone is refused', async () => {
  const { staff } = await testApp()
  await expect(staff.metrics.days({ timeZone: 'Mars/Olympus' })).rejects.toMatchObject({ status: 422 })
})
