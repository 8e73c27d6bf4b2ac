import { randomUUID } from 'node:crypto'
import { optOutLine } from '@salonback/shared/sms/template.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { fictional, makeSalon, makeText } from '../../testing/factories.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import { tokenOf } from '../../testing/ownerLink.ts'
import { storeList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'
import { bookingLink } from '../bookingLinks/tokens.ts'

const TEXT = '{salon}: Hi {firstName}, 20 % off until Sunday. {link}'
const OWNER = '+447700900301'

async function withSalon() {
  const app = await testApp()
  const { id } = await makeSalon(app.sql, { ownerPhone: OWNER })
  const stateOf = async (offerId: string) =>
    (await app.staff.offers.list({ id })).items.find((offer) => offer.id === offerId)?.state
  return { ...app, id, stateOf }
}

/** Adds clients with these first names. */
async function addClients({ sql, id }: Awaited<ReturnType<typeof withSalon>>, names: (string | null)[]) {
  for (const [n, firstName] of names.entries())
    await sql`
      insert into clients (salon_id, phone, first_name, created_at)
      values (${id}, ${fictional(400 + n)}, ${firstName}, now())`
}

test('a version has its texts with how to stop, its segments and samples with the odd names of the list', async () => {
  const app = await withSalon()
  await addClients(app, ['Zoë', 'MRS SMITH', 'Siobhán', 'Ana'])
  const texts = { text: TEXT, reminderText: ' {salon}: still free? ' }
  const offer = await app.staff.offers.create({ id: app.id, ...texts })
  expect(offer).toMatchObject({
    version: 1,
    state: 'draft',
    text: `${TEXT} ${optOutLine}`,
    reminderText: `{salon}: still free? ${optOutLine}`,
    segments: 2,
    note: null,
    createdBy: 'maya',
  })
  const names = offer.samples.map(({ firstName }) => firstName)
  expect(names).toEqual(expect.arrayContaining(['Siobhán', 'MRS SMITH']))
  const link = bookingLink(app.env.PUBLIC_URL, 'their-link')
  expect(offer.samples.find(({ firstName }) => firstName === 'MRS SMITH')?.body).toBe(
    `Aoife Hair: Hi there, 20 % off until Sunday. ${link} ${optOutLine}`,
  )
  expect(offer.reminderSamples).toHaveLength(1)
  const lines = await app.sql`select actor, detail from audit_log where action = 'offer.create'`
  expect(lines).toEqual([{ actor: 'maya', detail: { version: 1 } }])
})

test('a preview has the dearest name of the list, and the cost to all who may be texted now', async () => {
  const { app, staff, sql, id } = await testSalon()
  const row = (name: string, n: number, visit = '2025-09-01') => `${name},${fictional(600 + n)},${visit},Yes`
  await storeList(app, id, [row('Mary', 1), row('Siobhán', 2), row('Zoë', 3), row('Ann', 4, '2026-03-01')])
  const text = `{salon}: Hi {firstName}, ${'x'.repeat(90)}`
  const before = await staff.offers.preview({ id, text })
  expect(before.samples[0]).toMatchObject({ firstName: 'Siobhán', segments: 3 })
  // One segment for Mary, two for Zoë and three for Siobhán; Ann came last week.
  expect(before).toMatchObject({ recipients: 3, segments: 6, estimate: { cost: [], unpriced: 3 } })
  await makeText(sql, { kind: 'offer', phone: fictional(900), direction: 'outbound' })
  await sql`update messages set price = 46300, price_unit = 'USD', segments = 1`
  expect((await staff.offers.preview({ id, text })).estimate).toEqual({
    cost: [{ amount: 6 * 46300, unit: 'USD' }],
    unpriced: 0,
  })
  expect(await sql`select 1 from offers`).toHaveLength(0)
  await expect(staff.offers.preview({ id: randomUUID(), text })).rejects.toThrow(/^404/)
})

test('the dearest name is found among thousands', async () => {
  const app = await withSalon()
  await app.sql`
    insert into clients (salon_id, phone, first_name, created_at)
    select ${app.id}, '+44770' || (1000000 + n), case n when 2900 then 'Siobhánna' when 2950 then 'Bartholomew'
      else 'A' || translate(n::text, '0123456789', 'abcdefghij') end, now()
    from generate_series(1, 3000) n`
  const dearest = async (text: string) => (await app.staff.offers.preview({ id: app.id, text })).samples[0]
  expect(await dearest('{salon}: Hi {firstName}')).toMatchObject({ firstName: 'Siobhánna', segments: 1 })
  const plain = `{salon} ☕: Hi {firstName}, ${'x'.repeat(18)}`
  expect(await dearest(plain)).toMatchObject({ firstName: 'Bartholomew', segments: 2 })
})

test('without a list the sample is written to the owner', async () => {
  const { staff, id } = await withSalon()
  const { samples } = await staff.offers.create({ id, text: TEXT })
  expect(samples.map(({ firstName }) => firstName)).toEqual(['Aoife'])
})

test('a wrong text is refused with its field, and nothing is stored', async () => {
  const { staff, id } = await withSalon()
  const create = (text: string, reminderText?: string) => staff.offers.create({ id, text, reminderText })
  const start = 'Please start with the name of the salon: {salon}'
  await expect(create('Hello')).rejects.toMatchObject({ status: 422, fields: { text: start } })
  const wrongReminder = { status: 422, fields: { reminderText: start } }
  await expect(create(TEXT, 'Hello')).rejects.toMatchObject(wrongReminder)
  await expect(create(`{salon}${'x'.repeat(1594)}`)).rejects.toThrow(/^422/)
  await expect(create('{salon} \0')).rejects.toThrow(/^400/)
  expect((await staff.offers.list({ id })).items).toEqual([])
})

test('a text at the limit is stored as sent, also with half of a surrogate pair', async () => {
  const { staff, sql, id } = await withSalon()
  const longest = `Aoife Hair ${'x'.repeat(1600 - 11 - 2 - optOutLine.length)}`
  expect((await staff.offers.create({ id, text: longest })).text).toBe(`${longest}. ${optOutLine}`)
  await staff.offers.create({ id, text: '{salon}: a\ud800b' })
  const [row] = await sql`
    select text, text_sha256 = encode(sha256(convert_to(text, 'UTF8') || '\\x00'::bytea), 'hex') as same
    from offers where version = 2`
  expect(row).toEqual({ text: `{salon}: a\ufffdb. ${optOutLine}`, same: true })
})

test('an edit is a new version, and sending it expires older ones that are not approved', async () => {
  const { staff, sql, id, stateOf } = await withSalon()
  const [one, two, three] = [
    await staff.offers.create({ id, text: TEXT }),
    await staff.offers.create({ id, text: `${TEXT} See you!` }),
    await staff.offers.create({ id, text: `${TEXT} Hurry!` }),
  ]
  await sql`update offers set state = 'approved', approved_at = now() where id = ${one.id}`
  const states = () => Promise.all([one, two, three].map((offer) => stateOf(offer.id)))
  await staff.offers.send({ id, offerId: two.id })
  expect(await states()).toEqual(['approved', 'with_owner', 'draft'])
  await staff.offers.send({ id, offerId: three.id })
  expect(await states()).toEqual(['approved', 'expired', 'with_owner'])
  for (const { id: offerId } of [one, two])
    await expect(staff.offers.send({ id, offerId })).rejects.toMatchObject({ status: 409 })
})

test('the link is texted to the owner on request, and sent again while the offer waits', async () => {
  const { staff, sql, id, worker, env } = await withSalon()
  const { id: offerId } = await staff.offers.create({ id, text: TEXT })
  const first = await staff.offers.send({ id, offerId })
  const second = await staff.offers.send({ id, offerId, text: true })
  expect(first.url).not.toBe(second.url)
  await worker.round()
  const texts = await textsOnHandset(sql, OWNER)
  expect(texts).toEqual([`Salonback for Aoife Hair: please look at your offer and approve it: ${second.url}`])
  expect(second.url).toMatch(new RegExp(`^${env.PUBLIC_URL}/o/[\\w-]{22}$`))
  expect(await sql`select purpose, subject_id from owner_links`).toEqual([
    { purpose: 'offer', subjectId: offerId },
    { purpose: 'offer', subjectId: offerId },
  ])
  const keys = await sql<{ dedupeKey: string }[]>`select dedupe_key from messages where kind = 'details'`
  expect(keys[0]?.dedupeKey).not.toContain(tokenOf(second.url))
})

test('a failed send changes nothing', async () => {
  const { staff, sql, id, stateOf } = await withSalon()
  await sql`update salons set owner_phone = null where id = ${id}`
  const { id: offerId } = await staff.offers.create({ id, text: TEXT })
  await expect(staff.offers.send({ id, offerId, text: true })).rejects.toMatchObject({ status: 409 })
  expect(await stateOf(offerId)).toBe('draft')
  expect(await sql`select 1 from owner_links`).toHaveLength(0)
})

test('offers of another salon are not found', async () => {
  const { staff, sql, id } = await withSalon()
  const other = await makeSalon(sql)
  const { id: offerId } = await staff.offers.create({ id: other.id, text: TEXT })
  await expect(staff.offers.send({ id, offerId })).rejects.toThrow(/^404/)
  await expect(staff.salons.createLink({ id, purpose: 'offer', subjectId: offerId })).rejects.toThrow(/^404/)
  const unknown = { id, purpose: 'list', subjectId: randomUUID() } as const
  await expect(staff.salons.createLink(unknown)).rejects.toThrow(/^404/)
  expect((await staff.offers.list({ id })).items).toEqual([])
  await expect(staff.offers.list({ id: randomUUID() })).rejects.toThrow(/^404/)
})

test('a closed salon gets no offers', async () => {
  const { staff, id } = await withSalon()
  const { id: offerId } = await staff.offers.create({ id, text: TEXT })
  await staff.salons.update({ id, state: 'closed' })
  await expect(staff.offers.create({ id, text: TEXT })).rejects.toThrow(/^409/)
  await expect(staff.offers.send({ id, offerId })).rejects.toThrow(/^409/)
})

test('versions are listed newest first, by pages', async () => {
  const { staff, id } = await withSalon()
  for (let n = 0; n < 22; n++) await staff.offers.create({ id, text: TEXT })
  const first = await staff.offers.list({ id })
  expect([first.items.length, first.items[0]?.version, first.nextCursor]).toEqual([20, 22, '3'])
  const rest = await staff.offers.list({ id, cursor: '3' })
  expect([rest.items.map(({ version }) => version), rest.nextCursor]).toEqual([[2, 1], null])
  await expect(staff.offers.list({ id, cursor: 'x' })).rejects.toMatchObject({ status: 422 })
})

test('two versions stored at the same time get two numbers', async () => {
  const { staff, id } = await withSalon()
  const made = await Promise.all([1, 2, 3].map(() => staff.offers.create({ id, text: TEXT })))
  expect(made.map(({ version }) => version).sort()).toEqual([1, 2, 3])
})
