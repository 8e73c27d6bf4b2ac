import { expect, test } from 'vitest'
import { tokenOf } from '../../testing/ownerLink.ts'
import {
  ASK,
  days,
  numbers,
  OWNER,
  offered,
  programmeSalon,
  rowOf,
  TEXT,
  textsToOwner,
} from '../../testing/programmes.ts'
import { passTime, storeList } from '../../testing/salons.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { runProgrammes } from './runProgrammes.ts'

const DAY = 24 * 3_600_000

type Salon = Awaited<ReturnType<typeof programmeSalon>>

const storeFresh = (app: Salon, id: string) => storeList(app, id, numbers.map(rowOf))

const waves = async ({ staff, id }: Salon) => (await staff.programmes.get({ id })).waves
const TOLD =
  'Salonback for Aoife Hair: tomorrow we start to text 6 clients of yours: “Aoife Hair: Hi Aoife, 20% off your visit. Reply STOP to opt out.” Read or stop it: URL'

test('a programme is off by default; requests leave on the ask day, after 4 and 9 days, then staff see it', async () => {
  const app = await programmeSalon()
  await days(app, 2)
  expect(await textsToOwner(app)).toEqual([])
  const { settings } = await app.set(true)
  expect(settings).toMatchObject({ state: 'running', until: '2026-12-31', nextAskOn: '2026-04-11' })
  await app.sql`update programmes set running_from = '2026-03-01'`
  // Thursday, 12 March: the ask day was yesterday.
  await runProgrammes(app.deps)
  expect(await textsToOwner(app)).toEqual([ASK])
  await days(app, 3)
  expect(await textsToOwner(app)).toHaveLength(1)
  await days(app, 1)
  expect(await textsToOwner(app)).toHaveLength(2)
  await days(app, 5)
  // Monday after nine days, because requests leave in office hours.
  await days(app, 2)
  expect(await textsToOwner(app)).toEqual([ASK, ASK, ASK])
  await days(app, 18)
  expect(await textsToOwner(app)).toHaveLength(3)
  expect(await waves(app)).toMatchObject([
    { askedFor: '2026-03-11', state: 'asking', requests: 3, campaign: null },
  ])
  const today = await app.staff.today.list()
  expect(today.map(({ text }) => text)).toContain('Aoife has sent no list after 3 requests')
})

test('a fresh list starts a wave on the next day, and the owner reads it the day before', async () => {
  const app = await programmeSalon()
  await app.set(true)
  await days(app, 1)
  expect(await textsToOwner(app)).toEqual([ASK])
  await storeFresh(app, app.id)
  await runProgrammes(app.deps)
  await Promise.all([runProgrammes(app.deps), runProgrammes(app.deps)])
  expect(await textsToOwner(app)).toEqual([ASK, TOLD])
  expect(await waves(app)).toMatchObject([
    { state: 'started', campaign: { state: 'running', texts: 6, sent: 0 } },
  ])
  // Wednesday noon: nothing leaves before Thursday at 10:00.
  await passTime(app, 20 * 3_600_000)
  expect(await offered(app)).toBe(0)
  await passTime(app, 10 * 3_600_000)
  expect(await offered(app)).toBe(6)
  app.clock.set(new Date('2026-03-13T12:00:00Z'))
  // A month later the same clients had an offer in the last 90 days.
  await days(app, 40)
  await storeFresh(app, app.id)
  await days(app, 3)
  expect((await waves(app)).map(({ state, note }) => [state, note])).toEqual([
    ['skipped', 'No client of this salon may be texted now'],
    ['started', null],
  ])
})

test('the first list of a salon is requested too, and staff need not request it', async () => {
  const app = await programmeSalon()
  await app.set(true)
  await app.sql`update client_lists set state = 'undone'`
  await app.sql`update salons set state = 'setup'`
  await days(app, 1)
  expect(await textsToOwner(app)).toEqual([ASK])
  expect((await app.staff.today.list()).map(({ text }) => text)).not.toContain('Upload a list')
  await storeFresh(app, app.id)
  await days(app, 1)
  expect(await textsToOwner(app)).toEqual([ASK, TOLD])
})

test('a list with no one to text does not use up the month', async () => {
  const app = await programmeSalon()
  await app.set(true)
  await storeList(app, app.id, ['Mary,+447700900600,2025-09-01,No'])
  await days(app, 1)
  expect(await waves(app)).toMatchObject([{ state: 'skipped' }])
  await storeFresh(app, app.id)
  await days(app, 1)
  expect(await waves(app)).toMatchObject([{ state: 'started', askedFor: '2026-03-11' }])
})

test('too many opt-outs stop the next texts until a person turns them on again', async () => {
  const app = await programmeSalon()
  await app.set(true)
  await storeFresh(app, app.id)
  await days(app, 1)
  await passTime(app, 2 * DAY)
  expect(await offered(app)).toBe(6)
  for (const phone of numbers.slice(0, 3)) await textFrom(app.origin, phone, 'STOP')
  await days(app, 29)
  await storeList(app, app.id, ['Zoe,+447700900650,2025-09-01,Yes'])
  await days(app, 5)
  const note = '3 of 6 clients opted out of the last texts. Turn the monthly texts on again to go on.'
  expect((await waves(app))[0]).toMatchObject({ askedFor: '2026-04-11', state: 'skipped', note })
  expect((await app.staff.programmes.get({ id: app.id })).settings).toMatchObject({ state: 'off' })
  await app.set(true)
  await days(app, 1)
  expect((await waves(app))[0]).toMatchObject({ askedFor: '2026-04-11', state: 'started' })
})

test.each<[string, (app: Salon) => Promise<unknown>]>([
  [
    'stopped by the owner through the link of the day before',
    async (app) => {
      const [row] = await app.sql<{ body: string }[]>`
        select body from owner_messages o join messages using (dedupe_key) where o.kind = 'texts'
        order by seq desc limit 1`
      const token = tokenOf(row?.body ?? '')
      const { texts } = await app.visitor.owner.open({ token })
      expect(texts?.nextTexts).toMatchObject([
        { texts: 6, body: 'Aoife Hair: Hi Aoife, 20% off your visit. Reply STOP to opt out.' },
      ])
      const campaignId = texts?.nextTexts[0]?.campaignId ?? ''
      await app.visitor.owner.stop({ token, campaignId })
      // The link stops no other campaign.
      await expect(app.visitor.owner.stop({ token, campaignId: app.id })).rejects.toThrow(/^404/)
    },
  ],
  ['paused by the owner', (app) => app.visitor.owner.setProgramme({ token: app.home, on: false })],
  ['turned off by staff', (app) => app.set(false)],
  ['answered with STOP by the owner', (app) => textFrom(app.origin, OWNER, 'Stop')],
  ['answered with a refusal by the owner', (app) => textFrom(app.origin, OWNER, 'No, not this week')],
  ['answered with a question by the owner', (app) => textFrom(app.origin, OWNER, 'Why 20%?')],
  [
    'sent after its approval was tampered with',
    async ({ sql }) => {
      await sql`alter table offers disable trigger offers_keep_approved`
      await sql`update offers set repeat_until = '2027-12-31'`
    },
  ],
])('no text of a wave that is %s leaves', async (_, stop) => {
  const app = await programmeSalon()
  await app.set(true)
  await storeFresh(app, app.id)
  await days(app, 1)
  expect(await textsToOwner(app)).toEqual([TOLD])
  await stop(app)
  await passTime(app, 2 * DAY)
  expect(await offered(app)).toBe(0)
})

test('an answer of the owner pauses the wave until staff resume it; a yes does not', async () => {
  const app = await programmeSalon()
  await app.set(true)
  await storeFresh(app, app.id)
  await days(app, 1)
  await textFrom(app.origin, OWNER, 'Please wait until Friday')
  await passTime(app, DAY)
  const [wave] = await app.staff.campaigns.list({ id: app.id })
  const pausedReason = 'The owner wrote to us: please read it'
  expect(wave).toMatchObject({ state: 'paused', pausedReason, sent: 0 })
  await textFrom(app.origin, OWNER, 'Ok thanks')
  await app.staff.campaigns.resume({ id: app.id, campaignId: wave?.id ?? '' })
  await passTime(app, DAY)
  expect(await offered(app)).toBe(6)
})

test.each<[title: string, from: string, words: string, toSalon: boolean]>([
  ['a yes of the owner', OWNER, 'Yes please', false],
  ['a text of another person', '+447700900399', 'STOP', false],
  ['a text of the owner to the number of the salon', OWNER, 'Why 20%?', true],
])('%s stops no wave', async (_, from, words, toSalon) => {
  const app = await programmeSalon()
  await app.set(true)
  await storeFresh(app, app.id)
  await textFrom(app.origin, OWNER, 'Here is the list')
  await days(app, 1)
  const [sender] = await app.sql<
    [{ address: string }]
  >`select address from senders where salon_id is not null`
  await textFrom(app.origin, from, words, toSalon ? { To: sender.address } : {})
  await passTime(app, 2 * DAY)
  expect(await offered(app)).toBe(6)
})

test('after the last day of the approval no wave starts, and waiting texts do not leave', async () => {
  const app = await programmeSalon({ until: '2026-03-12' })
  await app.staff.programmes.set({ id: app.id, ...app.settings, perDay: 2, on: true })
  await storeFresh(app, app.id)
  await days(app, 1)
  await passTime(app, 5 * DAY)
  // Two on Thursday, 12 March.
  expect(await offered(app)).toBe(2)
  await expect(app.set(true)).rejects.toThrow('The approval of this offer has ended')
  const plan = { id: app.id, offerId: app.offerId, perDay: 1 }
  await expect(app.staff.campaigns.start(plan)).rejects.toThrow('The approval of this offer has ended')
})

test('an offer that was approved for one time is not repeated', async () => {
  const app = await programmeSalon()
  const { id: offerId } = await app.staff.offers.create({ id: app.id, text: TEXT })
  await app.sql`update offers set state = 'approved' where id = ${offerId}`
  const set = app.staff.programmes.set({ id: app.id, ...app.settings, offerId, on: true })
  await expect(set).rejects.toThrow('The owner has not approved this offer for each month')
  for (const repeatUntil of ['2026-03-10', '2027-03-11'])
    await expect(app.staff.offers.create({ id: app.id, text: TEXT, repeatUntil })).rejects.toThrow(/^422/)
})

test('only the owner turns a programme on again that the owner paused', async () => {
  const app = await programmeSalon()
  const { visitor, home: token } = app
  await expect(visitor.owner.setProgramme({ token, on: true })).rejects.toThrow(/^409/)
  await app.set(true)
  await visitor.owner.setProgramme({ token, on: false })
  expect((await visitor.owner.open({ token })).home?.programme).toMatchObject({ isOn: false })
  await expect(app.set(true)).rejects.toThrow('The owner paused it')
  await visitor.owner.setProgramme({ token, on: true })
  expect((await app.staff.programmes.get({ id: app.id })).settings).toMatchObject({ state: 'running' })
})

test('an owner without a number gets e-mails; one who cannot be reached gets no wave', async () => {
  const app = await programmeSalon()
  await app.set(true)
  await app.staff.salons.update({ id: app.id, ownerPhone: null })
  await storeFresh(app, app.id)
  await days(app, 1)
  const mailed = app.sql`select subject from owner_messages join mails using (dedupe_key)`
  expect(await mailed).toEqual([{ subject: 'Tomorrow’s texts of Aoife Hair' }])
  await days(app, 30)
  await app.staff.salons.update({ id: app.id, ownerEmail: null })
  await storeList(app, app.id, ['Zoe,+447700900650,2025-09-01,Yes'])
  await days(app, 3)
  const note = 'The owner could not be reached the day before'
  expect((await waves(app))[0]).toMatchObject({ state: 'skipped', note })
})

test('a wave texts the chosen clients only, the first batch first; a later plan without a choice texts all', async () => {
  const app = await programmeSalon()
  const plan = { id: app.id, ...app.settings, on: true }
  const chosen = { audience: { minVisits: 2 }, firstBatch: 1 }
  const { settings } = await app.staff.programmes.set({ ...plan, ...chosen })
  expect(settings).toMatchObject(chosen)
  await storeFresh(app, app.id)
  await app.sql`update clients set visits = 3 where phone in ${app.sql(numbers.slice(0, 4))}`
  await days(app, 1)
  expect(await waves(app)).toMatchObject([{ state: 'started', campaign: { texts: 4 } }])
  expect(await app.sql`select audience, first_batch from campaigns`).toEqual([chosen])
  const { settings: later } = await app.staff.programmes.set(plan)
  expect(later).toMatchObject({ audience: null, firstBatch: null })
})

test('the text of the day before has one address, that of its page', async () => {
  const text = '{salon}: Hi {firstName}, 20% off: {link} Reply STOP to opt out.'
  const app = await programmeSalon({ text })
  await app.set(true)
  await storeFresh(app, app.id)
  await days(app, 1)
  expect(await textsToOwner(app)).toEqual([
    'Salonback for Aoife Hair: tomorrow we start to text 6 clients of yours: “Aoife Hair: Hi Aoife, 20% off: (link) Reply STOP to opt out.” Read or stop it: URL',
  ])
})
