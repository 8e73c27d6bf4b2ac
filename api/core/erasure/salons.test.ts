import { expect, test } from 'vitest'
import { type QueueMail, queueMail } from '../../platform/mail/queueMail.ts'
import { sendMails } from '../../platform/mail/sendMails.ts'
import { exportPerson } from '../../platform/privacy/export.ts'
import { createOwnerLink } from '../../salons/ownerLinks/ownerLinks.ts'
import { testApp } from '../../testing/app.ts'
import { fictional } from '../../testing/factories.ts'
import { approvedOffer, listOf, readySalon, storeList, uploadList } from '../../testing/salons.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { zipFile } from '../../testing/xlsxFile.ts'
import { isSuppressed } from '../suppressions/suppressions.ts'
import { erase } from './erase.ts'

const PHONE = fictional(123)
const OTHER = fictional(124)
const row = (phone: string) => `Ana,${phone},2025-09-01,Yes`

/** Ana is a client of two salons and owns the first one; Bea is a client of both. */
async function twoSalons() {
  const app = await testApp()
  const { sql, staff } = app
  const [first, second] = [await readySalon(app), await readySalon(app, 'Opal Spa')]
  await staff.salons.update({ id: first.id, ownerPhone: PHONE, ownerEmail: 'ana@example.com' })
  for (const { id } of [first, second]) await storeList(app, id, [row(PHONE), row(OTHER)])
  await storeList(app, first.id, [`Ana,${PHONE},2026-01-01,No`, row(OTHER)])
  const now = app.clock()
  await createOwnerLink(sql, { salonId: first.id, purpose: 'results', subjectId: null, now })
  const eraseAna = () => erase(sql, app.env, null, { phone: PHONE, now })
  return { ...app, first, second, eraseAna }
}

test('an erasure covers a client of two salons who owns one of them; other clients stay', async () => {
  const { sql, first, second, staff, eraseAna, visitor } = await twoSalons()
  const query = { subject: 'Hi', message: 'How does it work?' }
  await visitor.contact.submit({ name: 'Ana', email: 'ana@example.com', ...query })
  const others = async () => [
    await sql`select * from clients where phone = ${OTHER} order by id`,
    await sql`select * from consent_events where phone = ${OTHER} order by id`,
    await sql`select * from client_lists order by id`,
    await sql`select * from owner_links`,
    await staff.salons.get({ id: second.id }).then(({ counts: _, ...salon }) => salon),
  ]
  const before = await others()
  const { erased, redacted } = await eraseAna()
  expect(erased).toMatchObject({ clients: 2, client_changes: 1, consent_events: 3, contact_queries: 1 })
  expect(redacted).toMatchObject({ salons: 1 })
  expect(await sql`select 1 from clients where phone = ${PHONE}`).toHaveLength(0)
  expect(await others()).toEqual(before)
  // The agreement keeps the name of who signed it.
  const kept = { ownerName: 'Aoife Byrne', agreedBy: 'Aoife Byrne', counts: { clients: 1 } }
  const erasedSalon = { ...kept, ownerPhone: null, ownerEmail: null }
  expect(await staff.salons.get({ id: first.id })).toMatchObject(erasedSalon)
})

test('an export has what both salons know of a client, and the salon that the person owns', async () => {
  const { sql, clock, first } = await twoSalons()
  const { held } = await exportPerson(sql, { phone: PHONE, now: clock() })
  expect(Object.fromEntries(Object.entries(held).map(([name, rows]) => [name, rows.length]))).toEqual({
    clients: 2,
    client_changes: 1,
    consent_events: 3,
    salons: 1,
  })
  expect(held.salons).toMatchObject([{ id: first.id, owner_phone: PHONE }])
  expect(JSON.stringify(held)).not.toContain(OTHER)
})

test('an erasure covers lists that wait to be stored', async () => {
  const app = await twoSalons()
  const { sql, first, eraseAna } = app
  const upload = async (rows: string[]) => (await uploadList(app, first.id, listOf(rows))).json()
  const csv = await upload([row(PHONE), row(OTHER)])
  const others = await upload([row(OTHER)])
  const hidden = await upload([row(OTHER)])
  const utf16 = await upload([row(OTHER)])
  await sql`update client_lists set file = ${zipFile({ 'a.xml': PHONE })} where id = ${hidden.id}`
  await sql`update client_lists set file = ${Buffer.from(PHONE, 'utf16le')} where id = ${utf16.id}`
  await eraseAna()
  const lists = await sql<{ id: string; file: Buffer }[]>`
    select id, file from client_lists where state = 'previewed' order by created_at, id`
  const files = new Map(lists.map(({ id, file }) => [id, file.toString()]))
  expect(files.get(csv.id)).toContain(`Ana,[erased],2025-09-01`)
  expect(files.get(others.id)).toBe(listOf([row(OTHER)]))
  expect(files.size).toBe(2)
})

test('an erasure covers mails of the owner and of a visitor, queued or sent; an export has them before', async () => {
  const { sql, first, second, deps, clock, staff, eraseAna } = await twoSalons()
  await staff.salons.update({ id: second.id, ownerPhone: OTHER, ownerEmail: 'bea@example.com' })
  const content = { paragraphs: ['Hello'] }
  const subject = 'Hello'
  const mails: Omit<QueueMail, 'dedupeKey' | 'subject' | 'content'>[] = [
    { kind: 'agreement', to: 'ANA@example.com', salonId: first.id },
    // An address that the salon had before.
    { kind: 'statement', to: 'old@example.com', salonId: first.id },
    { kind: 'contact', to: 'staff@example.com', replyTo: 'ana@example.com', salonId: null },
    { kind: 'statement', to: 'bea@example.com', salonId: second.id },
    { kind: 'contact', to: 'staff@example.com', salonId: null },
  ]
  const queueAll = async (round: string) => {
    for (const [n, mail] of mails.entries())
      await queueMail(sql, deps, { ...mail, subject, content, dedupeKey: `${round}:${n}` })
  }
  await queueAll('sent')
  await sendMails(deps)
  await queueAll('queued')
  await sql`insert into mail_turned_off values ('ana@example.com', 'owner_link', now()), ('bea@example.com', 'owner_link', now())`
  const { held } = await exportPerson(sql, { phone: PHONE, now: clock() })
  const { erased } = await eraseAna()
  for (const [table, rows] of [
    ['mails', 6],
    ['mail_turned_off', 1],
    ['simulator.mails', 2],
  ] as const)
    expect([held[table]?.length, erased[table]], table).toEqual([rows, rows])
  expect(await sql`select to_address, state from mails order by to_address, state`).toEqual([
    { toAddress: 'bea@example.com', state: 'queued' },
    { toAddress: 'bea@example.com', state: 'sent' },
    { toAddress: 'staff@example.com', state: 'queued' },
    { toAddress: 'staff@example.com', state: 'sent' },
  ])
  expect(await sql`select address from mail_turned_off`).toEqual([{ address: 'bea@example.com' }])
})

test('an approved offer that names the number is redacted and cannot be sent any more', async () => {
  const { sql, eraseAna, ...app } = await twoSalons()
  const offerId = await approvedOffer({ ...app, sql }, app.first.id)
  await sql`alter table offers disable trigger offers_keep_approved`
  await sql`update offers set text = ${`{salon}: ring ${PHONE}. STOP ends this`} where id = ${offerId}`
  await sql`alter table offers enable trigger offers_keep_approved`
  expect((await eraseAna()).redacted).toMatchObject({ offers: 1 })
  expect(await sql`select state, text from offers`).toEqual([
    { state: 'approved', text: '{salon}: ring [erased]. STOP ends this' },
  ])
  await expect(sql`update offers set text = 'x'`).rejects.toThrow(/an approved offer cannot change/)
})

test('after an erasure a START to one salon does not lift the STOP to another', async () => {
  const { sql, env, origin, first, second, eraseAna } = await twoSalons()
  const say = (body: string, to: { sender: { address: string } }) =>
    textFrom(origin, PHONE, body, { To: to.sender.address })
  await say('STOP', first)
  await say('STOP', second)
  await eraseAna()
  await say('START', first)
  expect(await isSuppressed(sql, env, PHONE)).toBe(true)
  await textFrom(origin, PHONE, 'START')
  expect(await isSuppressed(sql, env, PHONE)).toBe(false)
})
