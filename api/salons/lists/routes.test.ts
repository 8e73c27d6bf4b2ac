import { randomUUID } from 'node:crypto'
import type { ListPart } from '@salonback/shared/salons/lists/contract.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/open.ts'
import { makeText } from '../../testing/factories.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { commitList, declaration, listOf, readySalon, storeList, uploadList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'

const MARY = 'Mary,07700 900501,2025-09-01,Yes'
const SIOBHAN = 'Siobhán,+447700900502,2025-10-01,'
const NO = 'Orla,07700 900503,2025-10-01,No'
const RECENT = 'Ella,07700 900504,2026-03-01,Yes'
const LOST = 'Zoe,4.47701E+11,2025-10-01,Yes'

test('a list is read, shown with its waterfall and stored with the declaration', async () => {
  const { app, staff, sql, id } = await testSalon()
  const response = await uploadList(app, id, listOf([MARY, SIOBHAN, NO, RECENT, LOST]))
  const preview = await response.json()
  expect(preview).toMatchObject({
    fileName: 'clients.csv',
    columns: ['First Name', 'Mobile Number', 'Last Appointment', 'Marketing Consent'],
    mapping: { firstName: 0, phone: 1, lastVisit: 2, consent: 3 },
    rows: 5,
    rejected: 1,
    waterfall: { eligible: 2, objection: 1, visited_recently: 1 },
    problems: [{ row: 6, message: expect.stringContaining('digits were lost') }],
  })
  expect(await sql`select 1 from clients`).toHaveLength(0)
  const stored = { id, listId: preview.id, asOf: '2026-03-10', declaration }
  expect(await staff.lists.commitList(stored)).toEqual({ added: 4, updated: 0, unchanged: 0, rejected: 1 })
  expect(await sql`select file, declared_by, declaration from client_lists`).toEqual([
    { file: null, declaredBy: 'maya', declaration },
  ])
  const { items, waterfall } = await staff.clients.list({ id })
  expect(items.map(({ firstName, eligibility }) => [firstName, eligibility.reason])).toEqual([
    ['Ella', 'visited_recently'],
    ['Mary', 'eligible'],
    ['Orla', 'objection'],
    ['Siobhán', 'eligible'],
  ])
  expect(Object.values(waterfall).reduce((sum, count) => sum + count, 0)).toBe(4)
  expect(await staff.clients.countEligible({ id })).toEqual({ eligible: 2 })
  const mary = items.find(({ firstName }) => firstName === 'Mary')
  expect(await staff.clients.get({ id, clientId: mary?.id ?? '' })).toMatchObject({
    consent: [{ kind: 'soft_opt_in', source: 'list' }],
  })
  await expect(staff.lists.commitList(stored)).rejects.toThrow(/^409/)
  expect(await staff.salons.get({ id })).toMatchObject({
    checklist: { list: true, consent: true },
    counts: { clients: 4 },
  })
})

test('each part of an uploaded list opens its rows with reasons', async () => {
  const { app, staff, id } = await testSalon()
  const again = 'Marie,+44 7700 900501,2025-08-01,Yes'
  const two = 'Pia,07700 900505 / 07700 900506,2025-10-01,perhaps'
  const list = listOf([MARY, SIOBHAN, NO, RECENT, LOST, again, two])
  const { id: listId, ...preview } = await (await uploadList(app, id, list)).json()
  expect(preview).toMatchObject({ rows: 7, rejected: 1, merged: 1, reported: 1 })
  const rows = async (part: ListPart) => (await staff.lists.listRows({ id, listId, part })).items
  const zoe = { row: 6, firstName: 'Zoe', phone: '4.47701E+11', lastVisit: '2025-10-01' }
  const lost = 'digits were lost in a spreadsheet, export the column as text'
  expect(await rows('rejected')).toEqual([{ ...zoe, message: lost }])
  const marie = { row: 7, firstName: 'Marie', phone: '+447700900501', lastVisit: '2025-08-01' }
  const twice = 'the number is in row 2 as well; they are one client'
  expect(await rows('merged')).toEqual([{ ...marie, message: twice }])
  const remarks =
    'the other number, ending in 506, is not used; Marketing Consent "perhaps" is neither yes nor no: please decide'
  expect(await rows('reported')).toMatchObject([{ row: 8, phone: '+447700900505', message: remarks }])
  expect(await rows('eligible')).toMatchObject([{ row: 2 }, { row: 3 }])
  expect(await rows('undecided_answer')).toMatchObject([{ row: 8 }])
  const objected = { row: 4, firstName: 'Orla', message: 'Objected or withdrew consent' }
  expect(await rows('objection')).toMatchObject([objected])
  expect(await rows('visited_recently')).toMatchObject([{ row: 5, firstName: 'Ella' }])
  expect(await rows('minor')).toEqual([])
  await staff.lists.remapList({ id, listId, mapping: { phone: 1 } })
  expect(await rows('unknown_last_visit')).toMatchObject(
    [2, 3, 4, 5, 8].map((row) => ({ row, firstName: null })),
  )
})

test('rows of an uploaded list come by pages, and not after it was stored or for another salon', async () => {
  const { app, staff, salon: one } = await testSalon()
  const two = await readySalon(app, 'Beth Nails')
  const lines = Array.from({ length: 101 }, (_, n) => `Ann,0770090${1000 + n},2025-09-01,Yes`)
  const { id: listId } = await (await uploadList(app, one.id, listOf(lines))).json()
  const wanted = { id: one.id, listId, part: 'eligible' } as const
  const pages = [await staff.lists.listRows(wanted)]
  for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor)
    pages.push(await staff.lists.listRows({ ...wanted, cursor }))
  expect(pages.map(({ items, nextCursor }) => [items.length, nextCursor])).toEqual([
    [50, '51'],
    [50, '101'],
    [1, null],
  ])
  expect(pages.flatMap(({ items }) => items.map(({ row }) => row))).toEqual(lines.map((_, n) => n + 2))
  await expect(staff.lists.listRows({ ...wanted, cursor: 'x' })).rejects.toThrow(/^422/)
  await expect(staff.lists.listRows({ ...wanted, id: two.id })).rejects.toThrow(/^404/)
  await expect(staff.lists.listRows({ ...wanted, listId: randomUUID() })).rejects.toThrow(/^404/)
  await commitList(app, one.id, listId)
  await expect(staff.lists.listRows(wanted)).rejects.toThrow(/^409/)
})

test('without the declaration no client may be texted', async () => {
  const { app, id } = await testSalon()
  const preview = await (await uploadList(app, id, listOf([MARY]))).json()
  await commitList(app, id, preview.id, { customers: true, knewOfTexts: 'unknown' })
  expect((await app.staff.clients.list({ id })).waterfall).toMatchObject({ no_basis: 1, eligible: 0 })
})

test('the same file again changes nothing; a newer one updates visits', async () => {
  const { app, id } = await testSalon()
  await storeList(app, id, [MARY, SIOBHAN])
  const { counts } = await storeList(app, id, [MARY, SIOBHAN])
  expect(counts).toMatchObject({ added: 0, updated: 0, unchanged: 2 })
  const newer = 'Mary,07700 900501,2026-03-08,Yes'
  expect((await storeList(app, id, [newer, NO])).counts).toMatchObject({ added: 1, updated: 1, unchanged: 0 })
  expect((await app.staff.clients.list({ id, q: 'mary' })).items).toMatchObject([
    { lastVisit: '2026-03-08', eligibility: { reason: 'visited_recently' } },
  ])
  expect((await app.staff.clients.list({ id, q: '900502' })).items).toHaveLength(1)
})

test('a newer list adds objections and consent of clients that earlier lists did not have', async () => {
  const { app, id } = await testSalon()
  await storeList(app, id, [MARY, NO])
  await storeList(app, id, ['Mary,07700 900501,2025-09-01,No', SIOBHAN, NO])
  const { items } = await app.staff.clients.list({ id })
  expect(items.map(({ firstName, eligibility }) => [firstName, eligibility.reason])).toEqual([
    ['Mary', 'objection'],
    ['Orla', 'objection'],
    ['Siobhán', 'eligible'],
  ])
  expect(await app.sql`select 1 from consent_events`).toHaveLength(4)
})

test('an undone list leaves everything as it was', async () => {
  const { app, staff, sql, id } = await testSalon()
  await storeList(app, id, [MARY, SIOBHAN])
  const state = () => sql`select phone, first_name, last_visit, list_id, flags from clients order by phone`
  const before = await state()
  const { listId } = await storeList(app, id, ['Mary,07700 900501,2026-03-08,Yes', NO])
  expect(await state()).not.toEqual(before)
  await staff.lists.undoList({ id, listId })
  expect(await state()).toEqual(before)
  expect(await sql`select 1 from consent_events where list_id = ${listId}`).toHaveLength(0)
  await expect(staff.lists.undoList({ id, listId })).rejects.toThrow(/^404/)
})

test('after a reload a list that waits opens again, and the last stored one can be undone before its first text', async () => {
  const { app, staff, sql, id } = await testSalon()
  const current = () => staff.lists.currentLists({ id })
  expect(await current()).toEqual({ preview: null, stored: null })
  const { listId } = await storeList(app, id, [MARY])
  expect(await current()).toMatchObject({ preview: null, stored: { id: listId, canUndo: true } })
  app.clock.advance(60_000)
  const { listId: newer, counts } = await storeList(app, id, [MARY, NO])
  const waiting = await (await uploadList(app, id, listOf([SIOBHAN]))).json()
  const undo = { deleted: 1, restored: 1, consents: 0, objections: 1 }
  const declared = { by: 'maya', at: app.clock().toISOString(), asOf: '2026-03-10', declaration }
  const about = { id: newer, fileName: 'clients.csv', counts, rejectedRows: 0, declared }
  const stored = { ...about, canUndo: true, undo }
  expect(await current()).toEqual({ preview: waiting, stored })
  const [orla] = (await staff.clients.list({ id, q: 'orla' })).items
  const text = await makeText(sql, { kind: 'offer', phone: '+447700900503' })
  await sql`update messages set client_id = ${orla?.id ?? ''}, salon_id = ${id} where id = ${text.id}`
  expect((await current()).stored).toMatchObject({ canUndo: false })
})

test('other columns can be chosen, and a preview can be discarded', async () => {
  const { app, staff, sql, id } = await testSalon()
  const preview = await (await uploadList(app, id, 'A,B\nMary,07700 900501\nPat,07700 900502\n')).json()
  expect(preview).toMatchObject({ needsPhoneColumn: true, proposedPhoneColumn: 1 })
  const list = await (await uploadList(app, id, 'Client,Mobile\nMary,07700 900501\n')).json()
  const remap = (mapping: object) => staff.lists.remapList({ id, listId: list.id, mapping })
  const mapping = { phone: 1, firstName: 0 }
  expect(await remap(mapping)).toMatchObject({ mapping, rows: 1 })
  await expect(remap({ phone: 9 })).rejects.toThrow(/^422/)
  await staff.lists.undoList({ id, listId: list.id })
  expect(await sql`select 1 from client_lists where id = ${list.id}`).toHaveLength(0)
})

test('a file that is no list is refused with its row and column, and nothing is stored', async () => {
  const { app, id } = await testSalon()
  const mixed = listOf(['Mary,07700 900501,25/12/2025,', 'Pat,07700 900502,12/25/2025,'])
  const table: [content: string | Blob, name: string, message: RegExp][] = [
    ['', 'clients.csv', /^The file is empty\.$/],
    [new Blob([new Uint8Array([0, 1, 2, 3, 255])]), 'photo.jpg', /CSV or XLSX/],
    [mixed, 'clients.csv', /row \d/i],
  ]
  for (const [content, name, message] of table) {
    const response = await uploadList(app, id, content, name)
    const refused = [response.status, await response.json()]
    expect(refused).toMatchObject([422, { message: expect.stringMatching(message) }])
  }
  expect(await app.sql`select 1 from client_lists`).toHaveLength(0)
})

test.each([
  ['demoted', `role = 'agent'`, 403],
  ['locked out', 'disabled_at = now()', 401],
])('an admin who is %s during the upload stores no list', async (_, change, status) => {
  const { app, salon } = await testSalon()
  const { early, end } = await inTransaction(app.sql, async (open) => {
    await open.unsafe(`update admins set ${change}`)
    return meanwhile(app, () => uploadList(app, salon.id, listOf([MARY])))
  })
  expect([early, (await end).status]).toEqual([false, status])
  expect(await app.sql`select 1 from client_lists`).toHaveLength(0)
})

test('clients and lists of one salon are not found with the id of another', async () => {
  const { app, staff, salon: one } = await testSalon()
  const two = await readySalon(app, 'Beth Nails')
  const { listId } = await storeList(app, one.id, [MARY])
  const [client] = (await staff.clients.list({ id: one.id })).items
  const clientId = client?.id ?? ''
  await expect(staff.clients.get({ id: two.id, clientId })).rejects.toThrow(/^404/)
  await expect(staff.lists.undoList({ id: two.id, listId })).rejects.toThrow(/^404/)
  expect((await uploadList(app, randomUUID(), listOf([MARY]))).status).toBe(404)
  expect((await staff.clients.list({ id: two.id })).items).toEqual([])
})
