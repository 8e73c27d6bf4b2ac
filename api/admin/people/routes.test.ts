import { entryKinds } from '@salonback/shared/admin/people/contract.ts'
import { filledQuestionnaire } from '@salonback/shared/sales/waitlist/testing.ts'
import { expect, test } from 'vitest'
import type { Sql } from '../../platform/db/open.ts'
import { type App, copiedWorld, testApp } from '../../testing/app.ts'
import { fictional, makeProspect, makeText } from '../../testing/factories.ts'
import { textSalon } from '../../testing/textedSalon.ts'

/** Number of the first client of `textSalon`. */
const PHONE = fictional(600)
const EMAIL = 'mary@example.com'
const MINUTE = 60_000

test('nothing is known of an unknown number', async () => {
  const { staff } = await testApp()
  expect(await staff.people.get({ number: PHONE })).toEqual({
    ...{ phone: PHONE, prospect: null, lead: null, optOut: null, undeliverable: null },
    ...{ responses: [], emails: [], salons: [], clients: [] },
  })
  expect(await staff.people.timeline({ number: PHONE })).toEqual({ items: [], nextCursor: null })
})

/** What no call of the public forms or the console makes here: visits, hand-overs, clicks and joins. */
async function insertOfSalon(sql: Sql, salonId: string, messageId: string, at: Date) {
  const of = { salonId, phone: PHONE, createdAt: at }
  await sql`insert into visits ${sql({ ...of, state: 'booked', evidence: sql.json([]), createdBy: 'maya' })}`
  await sql`
    insert into handovers (salon_id, phone, kind, message_id, created_by, created_at, answer, answer_words, answered_at)
    select ${salonId}, ${PHONE}, 'question', ${messageId}, id, ${at}, 'call', 'After four', ${at} from admins limit 1`
  await sql`
    update invitations set clicked_at = ${at}, call_requested_at = ${at}
    where client_id in (select id from clients where phone = ${PHONE})`
  const join = { ...of, tokenHash: Buffer.from('join'), wording: 'I agree', expiresAt: at }
  await sql`insert into join_requests ${sql(join)}`
}

/** A person that every feature knows. */
const knownPerson = copiedWorld(async (app) => {
  const { staff, visitor, sql, clock } = app
  const salon = await textSalon(app)
  const prospect = await makeProspect(sql, { phone: PHONE, name: 'Mary’s Nails' })
  await visitor.leads.submit({ mobileNumber: PHONE })
  clock.advance(MINUTE)
  await visitor.leads.submit({ mobileNumber: PHONE })
  await visitor.waitlist.submit({ ...filledQuestionnaire, mobileNumber: PHONE, email: EMAIL })
  const message = { name: 'Mary', subject: 'Prices', message: 'What does it cost?' }
  await visitor.contact.submit({ ...message, email: 'Mary@example.com' })
  const received = { direction: 'inbound', intent: 'positive', createdAt: clock() } as const
  const text = await makeText(sql, { phone: PHONE, ...received })
  await staff.inbox.addNote({ number: PHONE, body: 'Calls back on Monday' })
  const owned = await staff.salons.get({ id: salon.id })
  await sql`update salons set owner_phone = ${PHONE} where id = ${salon.id}`
  await insertOfSalon(sql, salon.id, text.id, clock())
  return { salon: owned, prospect }
})

test('a person is known with every part that sales and salons have', async () => {
  const { app, salon, prospect } = await knownPerson()
  const person = await app.staff.people.get({ number: PHONE })
  expect(person).toMatchObject({
    prospect: { id: prospect.id, name: 'Mary’s Nails', contactStatus: 'Submitted' },
    lead: { mobileNumber: PHONE },
    responses: [{ id: expect.any(String) }],
    emails: ['aoife@example.com', EMAIL],
    salons: [{ id: salon.id, name: salon.name, state: 'ready' }],
    clients: [{ salonId: salon.id, salonName: salon.name, firstName: 'Mary' }],
    optOut: null,
  })
  for (const number of [PHONE.slice(1), PHONE.replace('+44', '0'), PHONE.replace('+', '00')])
    expect(await app.staff.people.get({ number })).toEqual(person)
})

test('the time line has an entry of every kind, newest first, and only of that number', async () => {
  const { app } = await knownPerson()
  const { items } = await app.staff.people.timeline({ number: PHONE })
  expect([...new Set(items.map(({ kind }) => kind))].sort()).toEqual([...entryKinds].sort())
  const times = items.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().reverse())
  const { items: others } = await app.staff.people.timeline({ number: fictional(601) })
  expect([...new Set(others.map(({ kind }) => kind))].sort()).toEqual(['client', 'salon_consent', 'sent'])
})

test('pages of the time line join without a gap, also among entries of one time', async () => {
  const { staff, sql, clock } = await testApp()
  await makeProspect(sql, { phone: PHONE })
  for (let n = 0; n < 120; n++)
    await makeText(sql, { phone: PHONE, body: String(n), createdAt: new Date(clock().getTime() + (n >> 4)) })
  const words: (string | null)[] = []
  let cursor: string | undefined
  do {
    const page = await staff.people.timeline({ number: PHONE, ...(cursor && { cursor }) })
    words.push(...page.items.filter(({ kind }) => kind === 'sent').map(({ text }) => text))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(words).toEqual(Array.from({ length: 120 }, (_, n) => String(119 - n)))
})

test('a lead with an unreadable number has a page at the typed words', async () => {
  const { staff, visitor } = await testApp()
  await visitor.leads.submit({ mobileNumber: '1102555014', country: 'US' })
  const [lead] = await staff.leads.list()
  const person = await staff.people.get({ number: lead?.mobileNumber ?? '' })
  expect(person.lead).toMatchObject({ id: lead?.id, withheld: 'number' })
})

/** Names or numbers that a search finds, by kind. */
async function find({ staff }: App, text: string) {
  const groups = Object.entries(await staff.people.search({ text }))
  return Object.fromEntries(
    groups.flatMap(([kind, { items, total }]) =>
      total > 0 ? [[kind, items.map(({ name, phone }) => name ?? phone)]] : [],
    ),
  )
}

test('everything is found by a part of its name or number, in any spelling', async () => {
  const { app } = await knownPerson()
  const everywhere = { prospects: ['Mary’s Nails'], leads: [PHONE], waitlist: [PHONE], clients: ['Mary'] }
  const owned = { salons: ['Aoife Hair'] }
  const table: [string, object][] = [
    ['mary', { prospects: ['Mary’s Nails'], waitlist: [PHONE], contact: ['Mary'], clients: ['Mary'] }],
    ["mary's n", { prospects: ['Mary’s Nails'] }],
    ['NAILS', { prospects: ['Mary’s Nails'] }],
    ['07700 900600', { ...everywhere, ...owned }],
    ['+44 (0)7700 900600', { ...everywhere, ...owned }],
    ['900600', { ...everywhere, ...owned }],
    ['aoife', owned],
    ['prices', { contact: ['Mary'] }],
    ['mary@example', { waitlist: [PHONE], contact: ['Mary'] }],
    ['100%', {}],
    ['m_ry', {}],
    ['\0', {}],
    ['m', {}],
    ['', {}],
  ]
  for (const [text, found] of table) expect(await find(app, text), text).toEqual(found)
})

test('accents and large letters are found alike, and a beginning with them comes first', async () => {
  const app = await testApp()
  for (const [n, name] of ['Salon ÉCLAT', 'Éclat', 'Eclat', '美 Nails'].entries())
    await makeProspect(app.sql, { name, phone: fictional(300 + n) })
  const table: [string, object][] = [
    ['écl', { prospects: ['Eclat', 'Éclat', 'Salon ÉCLAT'] }],
    ['eclat', { prospects: ['Eclat', 'Éclat', 'Salon ÉCLAT'] }],
    ['n É', { prospects: ['Salon ÉCLAT'] }],
    ['CLAT', { prospects: ['Eclat', 'Salon ÉCLAT', 'Éclat'] }],
    ['美 n', { prospects: ['美 Nails'] }],
    ['éé', {}],
  ]
  for (const [text, found] of table) expect(await find(app, text), text).toEqual(found)
})

test('apostrophes, hyphens, double spaces and the 0 after a dial code do not matter', async () => {
  const app = await testApp()
  for (const [n, name] of [
    "O'Neill",
    'O’Neill',
    'Mary-Kate',
    'Mary Kate',
    'Mary  Kate',
    'Marykate',
  ].entries())
    await makeProspect(app.sql, { name, phone: fictional(300 + n) })
  const neills = ["O'Neill", 'O’Neill']
  const kates = ['Mary  Kate', 'Mary Kate', 'Mary-Kate']
  const table: [string, string[]][] = [
    ['oneill', neills],
    ["o'neill", neills],
    ['mary kate', kates],
    ['mary  kate', kates],
    ['Mary-Kate', kates],
    [fictional(300).replace('+44', '+440'), ["O'Neill"]],
  ]
  for (const [text, found] of table) expect(await find(app, text), text).toEqual({ prospects: found })
})

test('names that begin with the words come first, and the count ends at 200', async () => {
  const app = await testApp()
  const { sql, staff } = app
  await sql`
    insert into prospects (name, phone) select 'A Glow ' || n, '+4477' || lpad(n::text, 8, '0')
    from generate_series(1, 199) n`
  await makeProspect(sql, { name: 'Glow', phone: fictional(400) })
  await makeProspect(sql, { name: 'glow and more', phone: fictional(401) })
  const { prospects } = await staff.people.search({ text: 'glow' })
  expect(prospects.total).toBe(200)
  expect(prospects.items.map(({ name }) => name).slice(0, 3)).toEqual(['Glow', 'glow and more', 'A Glow 1'])
  expect(prospects.items).toHaveLength(8)
  expect((await staff.people.search({ text: 'a glow 12' })).prospects.total).toBe(11)
})
