import { expect, test } from 'vitest'
import { ownerLink, postForm } from '../../testing/ownerLink.ts'
import { approvedOffer, commitList, listForm, passTime, uploadList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'

const CLIENTS = ['Mary,07700900501', 'Ella,07700900502', 'Orla,07700900503']
const WRITTEN = { customers: true, knewOfTexts: 'yes', consentInWriting: 'yes' } as const
const PLAN = { perDay: 30, audience: {} }

/** A list with one more column, and a yes to texts in each row. */
const listWith = (name: string, values: string[]) =>
  [
    `Name,Mobile,Marketing Consent,${name}`,
    ...CLIENTS.map((client, n) => `${client},Yes,${values[n] ?? ''}`),
  ].join('\n')

async function stored(content: string, said = WRITTEN as Parameters<typeof commitList>[3]) {
  const made = await testSalon()
  const preview = await (await uploadList(made.app, made.id, content)).json()
  await commitList(made.app, made.id, preview.id, said)
  const reasons = async () => (await made.staff.clients.list({ id: made.id })).waterfall
  return { ...made, preview, reasons }
}

const days = ['2025-09-01', '2025-10-01', '2026-03-01']

test.each([
  ...[
    'Last in',
    'last cut',
    'Date last seen',
    'Last Appt',
    'Last booking',
    'Most recent visit',
    'Last service date',
  ],
  ...[
    'last attended',
    'Previous appointment',
    'LV',
    'Date of last appointment',
    'Last visited on',
    'Last seen at',
  ],
  ...[
    'Letzter Besuch',
    'Letzter Termin',
    'zuletzt da',
    'Dernière visite',
    'Dernier RDV',
    'Date du dernier rendez-vous',
  ],
  ...[
    'Cuairt dheireanach',
    'Ymweliad diwethaf',
    'Última visita',
    'Ostatnia wizyta',
    'lastApptDate',
    'last_visited_at',
  ],
])('a column "%s" holds the last visit', async (name) => {
  const { preview, reasons } = await stored(listWith(name, days))
  expect(preview).toMatchObject({ needsLastVisitColumn: false, mapping: { lastVisit: 3 } })
  expect(await reasons()).toMatchObject({ eligible: 2, visited_recently: 1, unknown_last_visit: 0 })
})

test.each([
  ['Zuletzt hier', days, 3],
  ['Dates', days, 3],
  ['Client since', days, null],
  ['Last visit amount', ['45', '50', '60'], null],
  ['Last service', ['Cut', 'Colour', 'Cut'], null],
  ['Next', ['2026-04-01', '2026-04-02', '2026-04-03'], null],
])('under a column "%s" no last visit is known, and none is texted', async (name, values, proposed) => {
  const { preview, reasons } = await stored(listWith(name, values))
  expect(preview).toMatchObject({ needsLastVisitColumn: true, proposedLastVisitColumn: proposed })
  expect(await reasons()).toMatchObject({ eligible: 0, unknown_last_visit: 3 })
})

test.each([
  ['an empty cell', ''],
  ['words', 'ages ago'],
  ['a day that does not exist', '31/02/2026'],
  ['a dash', '-'],
  ['never', 'never'],
  ['a date before all systems', '01/01/1900'],
  ['a number', '45'],
])('a last visit that is %s is not known', async (_, value) => {
  const { reasons } = await stored(listWith('Last visit', ['2025-09-01', value, '2026-03-01']))
  expect(await reasons()).toMatchObject({ eligible: 1, unknown_last_visit: 1, visited_recently: 1 })
})

test('a last visit to come is a booking, and no last visit after it', async () => {
  const { reasons, app } = await stored(listWith('Last visit', ['2025-09-01', '2026-04-01', '2025-09-01']))
  expect(await reasons()).toMatchObject({ eligible: 2, future_booking: 1 })
  await passTime(app, 100 * 24 * 3_600_000, 50 * 24 * 3_600_000)
  expect(await reasons()).toMatchObject({ list_old: 2, unknown_last_visit: 1 })
})

test('a client keeps the last visit of an earlier list, and a feed makes one known', async () => {
  const { app, id, staff, reasons } = await stored(listWith('Last visit', ['2025-09-01', '', '']))
  const { id: second } = await (await uploadList(app, id, listWith('Note', []))).json()
  await commitList(app, id, second, WRITTEN)
  expect(await reasons()).toMatchObject({ eligible: 1, unknown_last_visit: 2 })
  const ella = (await staff.clients.list({ id, q: 'Ella' })).items[0]
  await app.sql`
    insert into visits (salon_id, client_id, phone, state, visit_at, evidence, created_by, created_at)
    select ${id}, id, phone, 'attended', '2025-10-02T10:00:00Z', '[]', 'system', now() from clients where id = ${ella?.id ?? ''}`
  expect(await reasons()).toMatchObject({ eligible: 2, unknown_last_visit: 1 })
})

test('staff choose the column, or say that there is none', async () => {
  const { app, id, staff } = await testSalon()
  const { id: listId } = await (await uploadList(app, id, listWith('Zuletzt hier', days))).json()
  const asked = await staff.lists.remapList({
    id,
    listId,
    mapping: { name: 0, phone: 1, consent: 2 },
    noLastVisit: true,
  })
  expect(asked).toMatchObject({
    needsLastVisitColumn: false,
    noLastVisit: true,
    waterfall: { unknown_last_visit: 3 },
  })
  const chosen = await staff.lists.remapList({
    id,
    listId,
    mapping: { name: 0, phone: 1, consent: 2, lastVisit: 3 },
  })
  expect(chosen).toMatchObject({
    needsLastVisitColumn: false,
    waterfall: { unknown_last_visit: 0, eligible: 2 },
  })
})

test('with the sentence of the owner, clients with written consent are texted without a last visit', async () => {
  const said = { ...WRITTEN, textUnknownVisits: 'yes' } as const
  const { app, id, staff, sql, reasons } = await stored(listWith('Note', []), said)
  expect(await reasons()).toMatchObject({ eligible: 3 })
  expect(await sql`select unknown_visits_by as by from salons where id = ${id}`).toEqual([{ by: 'maya' }])
  expect((await sql`select detail from audit_log where action = 'list.commit'`)[0]?.detail).toMatchObject({
    textUnknownVisits: 'yes',
  })
  // A later list without the question changes nothing; a no takes the sentence back.
  const { id: second } = await (await uploadList(app, id, listWith('Note', []))).json()
  expect(await staff.lists.listWaterfall({ id, listId: second })).toMatchObject({ eligible: 3 })
  await commitList(app, id, second, WRITTEN)
  expect(await reasons()).toMatchObject({ eligible: 3 })
  const { id: third } = await (await uploadList(app, id, listWith('Note', []))).json()
  await commitList(app, id, third, { ...WRITTEN, textUnknownVisits: 'no' })
  expect(await reasons()).toMatchObject({ eligible: 0, unknown_last_visit: 3 })
})

test('the send guard stops a text when the sentence was taken back', async () => {
  const said = { ...WRITTEN, textUnknownVisits: 'yes' } as const
  const { app, id, staff, sql } = await stored(listWith('Note', []), said)
  const offerId = await approvedOffer(app, id)
  await staff.campaigns.start({ id, offerId, ...PLAN })
  await sql`update salons set unknown_visits_at = null, unknown_visits_by = null`
  await passTime(app, 3 * 24 * 3_600_000)
  const left = await sql`select distinct status from messages where kind = 'offer'`
  expect(left).toEqual([{ status: 'canceled' }])
})

const ANSWERS = {
  customers: 'yes',
  toldOfTexts: 'yes',
  couldRefuse: 'yes',
  consentInWriting: 'yes',
  asOf: '2026-03-09',
}
const listIdIn = (page: string) => /name="listId" value="([0-9a-f-]{36})"/.exec(page)?.[1] ?? ''
const countedIn = (page: string) => /name="counted" value="([^"]*)"/.exec(page)?.[1] ?? ''

test('the page of the owner asks for the column before anything else', async () => {
  const { app, id, staff } = await testSalon()
  const { path } = await ownerLink(app, id, 'list')
  const send = (action: string, fields: Record<string, string>) => postForm(app, `${path}/${action}`, fields)
  const asked = await postForm(app, `${path}/list`, listForm(listWith('Zuletzt hier', days)))
  expect(asked.text).toContain('Which column says when they last came?')
  expect(asked.text).not.toContain('Share this list')
  expect(asked.text).toMatch(/name="lastVisit" value="3" required=""\s+checked/)
  const listId = listIdIn(asked.text)
  const chosen = await send('columns', { listId, lastVisit: '3' })
  expect(chosen.text).toMatch(/May be texted<\/span><span>2</)
  expect((await send('share', { ...ANSWERS, listId })).status).toBe(200)
  expect((await staff.clients.list({ id })).waterfall).toMatchObject({ eligible: 2 })
})

test('an owner without such a column shares the list, and ticks the sentence after seeing the numbers', async () => {
  const { app, id, staff, sql } = await testSalon()
  const { path } = await ownerLink(app, id, 'list')
  const send = (action: string, fields: Record<string, string>) => postForm(app, `${path}/${action}`, fields)
  const listId = listIdIn((await postForm(app, `${path}/list`, listForm(listWith('Note', [])))).text)
  const none = await send('columns', { listId, lastVisit: 'none' })
  expect(none.text).toMatch(/with a last visit that we do not know<\/span><span>−3</)
  const ticked = { ...ANSWERS, listId, asksUnknownVisits: 'yes', textUnknownVisits: 'yes' }
  const seen = await send('share', { ...ticked, counted: countedIn(none.text) })
  expect([seen.status, seen.text]).toEqual([409, expect.stringMatching(/May be texted<\/span><span>3</)])
  expect((await send('share', { ...ticked, counted: countedIn(seen.text) })).status).toBe(200)
  expect((await staff.clients.list({ id })).waterfall).toMatchObject({ eligible: 3 })
  expect(await sql`select unknown_visits_by as by from salons where id = ${id}`).toEqual([
    { by: 'Aoife Byrne' },
  ])
})
