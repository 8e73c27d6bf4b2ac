import type { SentLink } from '@salonback/shared/salons/salons/contract.ts'
import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { makeSalon } from '../../testing/factories.ts'
import { ownerLink, postForm } from '../../testing/ownerLink.ts'
import { later, listForm, listOf, passTime, REMINDER, salonWithOffer } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'
import { textFrom } from '../../testing/webhooks.ts'

const DAY = 86_400_000
const TEXT = '{salon}: Hi {firstName}, 20 % off until Sunday. {link}'

/** Actions of an owner on the pages of a salon's home link. */
async function withHome(app: App, id: string) {
  const make = async (purpose?: SentLink) => (await ownerLink(app, id, purpose)).token
  const token = await make()
  const get = async (path = '', of = token) => {
    const response = await app.request(`/o/${of}${path}`, { redirect: 'manual' })
    return { status: response.status, to: response.headers.get('location'), text: await response.text() }
  }
  const post = (path: string, fields: Record<string, string>) => postForm(app, `/o/${token}${path}`, fields)
  const upload = (text: string) => postForm(app, `/o/${token}/list`, listForm(text))
  return { token, make, get, post, upload, home: async () => (await app.visitor.owner.open({ token })).home }
}

/** Mary texts the salon, and its owner says that she came. */
async function maryComesBack(app: App, { id, token, words }: { id: string; token: string; words: string }) {
  const [client] = (await app.staff.clients.list({ id, q: 'Mary' })).items
  if (!client) throw new Error('Mary is missing')
  await textFrom(app.origin, client.phone, words, { To: await senderOf(app, id) })
  const visit = { clientId: client.id, visitId: null, visitOn: '2026-03-13', amount: 4500 }
  await app.visitor.owner.visit({ token, answer: { came: 'yes', ...visit } })
}

const hidden = (name: string, page: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? ''

test('one link leads an owner through the terms, the list and the offer, and back', async () => {
  const app = await testApp()
  const { id } = await makeSalon(app.sql)
  const { token, get, post, upload, home } = await withHome(app, id)
  expect((await get()).text).toContain('Hello Aoife, 2 things to do')
  expect((await get('/agree')).text).toContain('here is what we agree')
  const agreed = await post('/agree', { name: 'Aoife Byrne' })
  expect(agreed).toMatchObject({ status: 303, to: `/o/${token}/list?after=agree` })
  expect((await get('/list?after=agree')).text).toContain('Thank you. You have agreed.')
  const { id: offerId } = await app.staff.offers.create({ id, text: TEXT })
  await app.staff.offers.send({ id, offerId })
  const review = await upload(listOf(['Mary,+447700900601,2025-09-01,Yes']))
  expect(review.text).toContain('is this your list?')
  const listId = hidden('listId', review.text)
  // The page keeps the list that was read, also on another day.
  expect((await get('/list')).text).toContain('is this your list?')
  const answers = { customers: 'yes', toldOfTexts: 'yes', couldRefuse: 'yes', consentInWriting: 'yes' }
  const shared = await post('/share', { listId, ...answers, asOf: '2026-03-10' })
  expect(shared).toMatchObject({ status: 303, to: `/o/${token}/offer?after=share` })
  const offer = await get('/offer?after=share')
  expect(offer.text).toContain('Thank you. We have your list.')
  const approved = await post('/approve', { sha256: hidden('sha256', offer.text) })
  expect(approved).toMatchObject({ status: 303, to: `/o/${token}?after=approve` })
  const done = await get('?after=approve')
  expect(done.text).toContain('Hello Aoife, all done')
  expect(done.text).toContain('The offer is approved.')
  expect(await home()).toMatchObject({
    tasks: [],
    agreements: [{ agreedBy: 'Aoife Byrne', agreedOn: '2026-03-10' }],
    offers: [{ version: 1, body: expect.stringContaining('Aoife Hair: Hi Aoife, 20 % off') }],
  })
  // A finished step leads back, also after a second tap on its button.
  for (const again of [get('/agree'), get('/offer'), post('/agree', { name: 'Aoife Byrne' }), get('/share')])
    expect(await again).toMatchObject({ status: 303, to: `/o/${token}` })
  // A fresh list starts with an empty page.
  expect((await get('/list')).text).toContain('please share your client list')
})

test('opening the pages changes nothing', async () => {
  const { app, salon } = await testSalon()
  const { get } = await withHome(app, salon.id)
  const state = () => app.sql`
    select (select jsonb_agg(to_jsonb(l)) from owner_links l) as links, (select jsonb_agg(to_jsonb(s)) from salons s) as salons,
      (select count(*) from audit_log) as lines, (select count(*) from messages) as texts`
  const before = await state()
  for (const path of ['', '/agree', '/list', '/offer', '/results', '/stop', '/share', '?after=stop'])
    expect([200, 303]).toContain((await get(path)).status)
  expect(await state()).toEqual(before)
})

test('a new home link ends the old one, and closing the salon ends both', async () => {
  const { app, salon } = await testSalon()
  const { get, make, token } = await withHome(app, salon.id)
  await later(app, 400)
  await app.worker.round()
  expect((await get()).status).toBe(200)
  const newer = await make()
  const old = await get()
  expect([old.status, old.text]).toEqual([410, expect.stringContaining('We sent you a newer link')])
  expect((await get('/agree')).to).toBe(`/o/${token}`)
  expect((await get('', newer)).status).toBe(200)
  await app.staff.salons.update({ id: salon.id, state: 'closed' })
  expect((await get('', newer)).status).toBe(410)
  const hashes =
    await app.sql`select octet_length(token_hash) as bytes from owner_links where purpose = 'home'`
  expect(hashes).toEqual([{ bytes: 32 }, { bytes: 32 }])
})

test('two home links made at the same time leave one that works', async () => {
  const { app, salon } = await testSalon()
  const { make, get } = await withHome(app, salon.id)
  const tokens = await Promise.all([make(), make(), make()])
  const states = await Promise.all(tokens.map(async (token) => (await get('', token)).status))
  expect(states.sort()).toEqual([200, 410, 410])
})

test('links of one purpose open no other page, and unknown links answer the same', async () => {
  const { app, salon } = await testSalon()
  const { make, get } = await withHome(app, salon.id)
  const list = await make('list')
  const unknown = await get('', 'AAAAAAAAAAAAAAAAAAAAAA')
  for (const path of ['/agree', '/offer', '/results', '/statements/1', '/home'])
    expect(await get(path, list), path).toEqual(unknown)
  const stop = app.visitor.owner.stop({ token: list, campaignId: '3d6f2a1c-0b5e-4d57-9a43-7d2b1c9e8f10' })
  await expect(stop).rejects.toMatchObject({ status: 404, serverMessage: 'This link is not valid.' })
})

/** A salon with a campaign that starts tomorrow. */
async function withCampaign(app: App) {
  const clients = ['Mary', 'Siobhán', 'Orla'].map((name, n) => `${name},+44770090060${n}`)
  const { salon, offerId } = await salonWithOffer(app, clients, { reminder: REMINDER })
  const { id } = salon
  const plan = { id, offerId, perDay: 2, reminderAfterDays: 7, startAt: '2026-03-11T10:00:00Z' }
  const { id: campaignId } = await app.staff.campaigns.start(plan)
  return { id, campaignId }
}

test('an owner reads the next texts and stops them', async () => {
  const app = await testApp()
  const { id, campaignId } = await withCampaign(app)
  const { get, post, token, home } = await withHome(app, id)
  const page = (await get()).text
  expect(page).toMatch(/3 texts, from Wed 11 March, 10:\d\d to Thu 12 March, 1\d:\d\d\./)
  expect(page).toContain('Aoife Hair: Hi Aoife, 20% off this week')
  expect(page).toContain('Aoife Hair: Hi Aoife, last days of 20% off')
  expect(page).toContain('Yes, stop them')
  const foreign = await makeSalon(app.sql, { name: 'Other' })
  const other = await withHome(app, foreign.id)
  expect((await other.post('/stop', { campaignId })).status).toBe(404)
  for (const _ of [1, 2])
    expect(await post('/stop', { campaignId })).toMatchObject({ status: 303, to: `/o/${token}?after=stop` })
  expect((await get('?after=stop')).text).toContain('None of these texts will leave.')
  expect((await home())?.nextTexts).toEqual([])
  await passTime(app, 14 * DAY, 2 * DAY)
  const stopped = await app.sql`
    select status, count(*)::int as texts from messages where campaign_id = ${campaignId} group by 1`
  expect(stopped).toEqual([{ status: 'canceled', texts: 3 }])
  expect(
    await app.sql`select actor_kind, actor_id, actor, subject from audit_log where action = 'salon-campaign.cancel'`,
  ).toEqual([{ actorKind: 'owner', actorId: id, actor: 'owner', subject: campaignId }])
  const [campaign] = await app.staff.campaigns.list({ id })
  expect(campaign).toMatchObject({ state: 'canceled', pausedReason: 'Canceled by owner' })
})

test('stopping a campaign after its offers were sent ends its reminders', async () => {
  const app = await testApp()
  const { id, campaignId } = await withCampaign(app)
  const { get, post, home } = await withHome(app, id)
  await passTime(app, 4 * DAY, DAY)
  expect((await home())?.nextTexts).toMatchObject([{ campaignId, texts: 0, reminders: 3, firstAt: null }])
  const words = 'Up to 3 reminders, 7 days after the text, to clients who have not answered.'
  expect((await get()).text).toContain(words)
  expect((await post('/stop', { campaignId })).status).toBe(303)
  await passTime(app, 14 * DAY, 2 * DAY)
  expect(await app.sql`select 1 from messages where kind = 'reminder'`).toHaveLength(0)
})

test('an owner sees who came back, what they wrote, and the outstanding sum', async () => {
  const app = await testApp()
  const { id } = await withCampaign(app)
  const { get, home, token } = await withHome(app, id)
  await passTime(app, 4 * DAY, DAY)
  await maryComesBack(app, { id, token, words: 'Yes! Friday 2pm?' })
  const found = await home()
  expect(found?.cameBack).toEqual([
    { client: 'Mary +44 7700 900600', visitOn: '2026-03-13', state: 'attended', words: 'Yes! Friday 2pm?' },
  ])
  const page = (await get()).text
  expect(page).toContain('Came on 13 Mar 2026')
  expect(page).toContain('“Yes! Friday 2pm?”')
  expect(page).toMatch(/Not yet payable<\/dt><dd>£13\.50/)
})

test('the page names a statement to pay until it is paid', async () => {
  const app = await testApp()
  const { id } = await withCampaign(app)
  const { get, home, token } = await withHome(app, id)
  await passTime(app, 4 * DAY, DAY)
  await maryComesBack(app, { id, token, words: 'Yes please' })
  await passTime(app, 20 * DAY, 5 * DAY)
  await app.staff.billing.issue({ id })
  const asked = async () => (await home())?.tasks.filter(({ kind }) => kind === 'pay')
  expect(await asked()).toEqual([{ kind: 'pay', outstanding: 1350, statement: 1, dueOn: '2026-04-17' }])
  const page = (await get()).text
  expect(page).toContain('£13.50, to pay by 17 April. The statement says how.')
  expect((await get('/statements/1')).text).toContain(`<a href="/o/${token}">Back to your page</a>`)
  await app.staff.billing.recordPayment({ id, receivedOn: '2026-04-03', amount: 1000 })
  expect(await asked()).toMatchObject([{ outstanding: 350 }])
  expect((await get('/statements/1')).text).toContain('You have paid £10.00. Still to pay: £3.50.')
  await app.staff.billing.recordPayment({ id, receivedOn: '2026-04-03', amount: 350 })
  expect(await asked()).toEqual([])
  expect((await get('/statements/1')).text).toContain('You have paid this statement.')
  expect((await get()).text).toMatch(/Paid<\/dt><dd>£13\.50/)
})

test('the page shows the agreement as it was agreed, and asks for changed terms', async () => {
  const app = await testApp()
  const { id } = await makeSalon(app.sql, {
    agreedAt: new Date('2025-11-01T12:00:00Z'),
    agreedBy: 'Aoife B',
    agreementVersion: '2025-10-01',
    agreementWording: 'Old. These <b>terms</b> were shorter.\nEnd. Any time.',
  })
  const { get, post, home } = await withHome(app, id)
  const page = (await get()).text
  expect(page).toContain('Our terms have changed')
  expect(page).toContain('Our agreement of 1 November 2025')
  expect(page).toContain('<b>Old.</b> These &lt;b&gt;terms&lt;/b&gt; were shorter.')
  const terms = (await get('/agree')).text
  expect(terms).toContain('Our terms have changed since you agreed on 1 November 2025.')
  await post('/agree', { name: 'Aoife Byrne' })
  const agreements = (await home())?.agreements
  expect(agreements?.map(({ agreedOn, agreedBy }) => [agreedOn, agreedBy])).toEqual([
    ['2026-03-10', 'Aoife Byrne'],
    ['2025-11-01', 'Aoife B'],
  ])
  expect((await get()).text).toContain('An earlier agreement of 1 November 2025')
})

async function senderOf({ sql }: App, salonId: string): Promise<string> {
  const [row] = await sql<[{ address: string }]>`select address from senders where salon_id = ${salonId}`
  return row.address
}
