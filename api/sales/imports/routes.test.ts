import { importUpload } from '@salonback/shared/sales/imports/contract.ts'
import { sessionCookie } from '@salonback/shared/testing/server.ts'
import { expect, test } from 'vitest'
import { systemActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { type App, testApp } from '../../testing/app.ts'
import { testDatabase } from '../../testing/database.ts'
import { makeProspect } from '../../testing/factories.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import {
  exportOf,
  FORM_START,
  halfAnUpload,
  idleTransactions,
  openImports,
  exportRecord as record,
  stalledUpload,
} from '../../testing/upload.ts'
import { importExport } from './import.ts'

async function upload({ staffRequest }: App, text: string, field = 'jsonFile') {
  const body = new FormData()
  body.append('note', 'fields beside the file do not matter')
  body.append(field, new File([text], 'export.json', { type: 'application/json' }))
  const response = await staffRequest(importUpload.path, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const counts = (recordsAdded: number, recordsDuplicated: number, recordsErrored: number) => ({
  status: 200,
  body: { id: expect.any(String), recordsAdded, recordsDuplicated, recordsErrored },
})

async function expectNothingStored({ sql, staff }: App) {
  expect(await sql`select 1 from prospects`).toHaveLength(0)
  expect(await sql`select 1 from import_errors`).toHaveLength(0)
  expect(await staff.imports.list()).toEqual([])
}

test('an import creates prospects, a history entry and an audit entry', async () => {
  const app = await testApp()
  const odd = { category: 'Day Spa', rating: '4.7', review_count: '1,204', team_size: ' 6 ' }
  const prospects = [
    record(1, { ...odd, phone_type: 'Mobile' }),
    record(2, { phoneType: 'landline', reviewCount: 3 }),
  ]
  expect(await upload(app, exportOf(prospects))).toEqual(counts(2, 0, 0))
  const [first, second] = await app.staff.prospects.list()
  expect(first).toMatchObject({ name: 'Salon 1', phone: '+12015550001', phoneType: 'mobile' })
  expect(first).toMatchObject({ rating: 4.7, reviewCount: 1204, teamSize: 6 })
  expect(second).toMatchObject({ name: 'Salon 2', phone: '+12015550002', phoneType: 'landline' })
  expect(second).toMatchObject({ rating: null, reviewCount: 3, category: null })
  expect(await app.staff.imports.list()).toEqual([
    {
      id: expect.any(String),
      exportId: 'e-1',
      sourceApp: 'scraper',
      totalRecords: 2,
      recordsAdded: 2,
      recordsDuplicated: 0,
      recordsErrored: 0,
      importedAt: '2026-03-10T12:00:00.000Z',
    },
  ])
  const log = await app.sql`select actor, detail from audit_log where action = 'import'`
  expect(log).toHaveLength(1)
  expect(log[0]).toMatchObject({ actor: 'maya', detail: { recordsAdded: 2 } })
})

test('importing a file twice adds nothing, and the history is newest first', async () => {
  const app = await testApp()
  const file = exportOf([record(1), record(2), null])
  expect(await upload(app, file)).toEqual(counts(2, 0, 1))
  app.clock.advance(1000)
  expect(await upload(app, file)).toEqual(counts(0, 2, 1))
  const history = await app.staff.imports.list()
  expect(history.map(({ recordsAdded }) => recordsAdded)).toEqual([0, 2])
})

test('numbers are deduplicated in any spelling, within the file and against the table; the first wins', async () => {
  const app = await testApp()
  await makeProspect(app.sql, { name: 'Here before', phone: '+447700900001', contactStatus: 'Responded' })
  const prospects = [
    { name: 'Twice', country: 'GB', phone: '07700 900002' },
    { name: 'Twice again', country: 'US', phone: '+44 (0)7700-900002' },
    { name: 'Known', country: 'GB', phone: '447700900001' },
  ]
  expect(await upload(app, exportOf(prospects))).toEqual(counts(1, 2, 0))
  expect(await app.staff.prospects.list()).toMatchObject([
    { name: 'Here before', contactStatus: 'Responded' },
    { name: 'Twice', phone: '+447700900002' },
  ])
})

test('invalid records are stored with index and reason, and the others are imported', async () => {
  const app = await testApp()
  const prospects = [
    'row',
    record(1),
    { country: 'US', phone: '+12015550002' },
    { name: 'No phone' },
    { name: 'Odd\0 phone', phone: 'call us' },
    record(3),
  ]
  const { body, ...answer } = await upload(app, exportOf(prospects))
  expect({ ...answer, body }).toEqual(counts(2, 0, 4))
  expect(await app.staff.imports.errors({ id: body.id as string })).toEqual([
    { index: 0, reason: 'This is not a record', record: 'row' },
    { index: 2, reason: 'The name is missing', record: { country: 'US', phone: '+12015550002' } },
    { index: 3, reason: 'The phone number is missing', record: { name: 'No phone' } },
    { index: 4, reason: 'The phone number cannot be read', record: { name: 'Odd phone', phone: 'call us' } },
  ])
})

test('several batches import every record', async () => {
  const app = await testApp()
  const prospects = Array.from({ length: 5000 }, (_, i) => (i % 100 === 99 ? 'bad' : record(i % 4000)))
  expect(await upload(app, exportOf(prospects))).toEqual(counts(3960, 990, 50))
  const [summary] = await app.staff.imports.list()
  expect(summary).toMatchObject({ totalRecords: 5000 })
  const rejected = await app.staff.imports.errors({ id: summary?.id as string })
  expect(rejected.map(({ index }) => index)).toEqual(Array.from({ length: 50 }, (_, i) => i * 100 + 99))
})

const manyRecords = Array.from({ length: 3000 }, (_, i) => record(i))

test.each([
  [
    'cut off after thousands of records',
    exportOf(manyRecords).slice(0, -1),
    'The file is not valid JSON: it ends in the middle and may have been cut off',
  ],
  [
    'broken between two records',
    exportOf(manyRecords).replace('},{"name":"Salon 2500"', '} {"name":"Salon 2500"'),
    'The file is not valid JSON: something is wrong after record 2500',
  ],
  [
    'without export_metadata after thousands',
    JSON.stringify({ prospects: manyRecords }),
    'The file has no export_metadata',
  ],
])('a file %s is rejected with the reason and stores nothing', async (_, text, message) => {
  const app = await testApp()
  expect(await upload(app, text)).toEqual({ status: 400, body: { message } })
  await expectNothingStored(app)
})

test('a file over the size limit is rejected and stores nothing, with or without Content-Length', async () => {
  const app = await testApp({ MAX_IMPORT_BYTES: String(1024 * 1024) })
  const text = exportOf(manyRecords.map((salon) => ({ ...salon, address: 'x'.repeat(400) })))
  const rejected = { status: 413, body: { message: 'The file is larger than 1 MB' } }
  expect(await upload(app, text)).toEqual(rejected)
  const body = new FormData()
  body.append('jsonFile', new Blob([text]), 'export.json')
  const form = new Response(body)
  const response = await app.staffRequest(importUpload.path, {
    method: 'POST',
    headers: { 'content-type': form.headers.get('content-type') as string },
    body: form.body,
    duplex: 'half',
  } as RequestInit)
  expect({ status: response.status, body: await response.json() }).toEqual(rejected)
  await expectNothingStored(app)
  expect(await upload(app, exportOf([record(1)]))).toEqual(counts(1, 0, 0))
})

test('a body that is not a multipart form is rejected with 415', async () => {
  const app = await testApp()
  for (const type of ['application/json', 'multipart/form-data', 'text/plain']) {
    const init = { method: 'POST', headers: { 'content-type': type }, body: exportOf([record(1)]) }
    expect((await app.staffRequest(importUpload.path, init)).status).toBe(415)
  }
  expect((await app.staffRequest(importUpload.path, { method: 'POST' })).status).toBe(415)
  await expectNothingStored(app)
})

test('a form without the file is rejected with the name of the field', async () => {
  const app = await testApp()
  const message = 'Please choose a JSON file (form field jsonFile)'
  expect(await upload(app, exportOf([record(1)]), 'other')).toEqual({ status: 400, body: { message } })
  await expectNothingStored(app)
})

test('a connection closed during the upload stores nothing and frees its slot', async () => {
  const app = await testApp()
  const { socket } = halfAnUpload(app.origin, await sessionCookie(app.origin), exportOf(manyRecords))
  await expect.poll(() => openImports(app.sql)).toHaveLength(1)
  socket.destroy()
  await expect.poll(() => openImports(app.sql)).toHaveLength(0)
  await expectNothingStored(app)
})

test.each([
  ['demoted', `role = 'agent'`, 403],
  ['locked out', 'disabled_at = now()', 401],
])('an admin who is %s during the upload stores nothing', async (_, change, status) => {
  const app = await testApp()
  const { early, end } = await inTransaction(app.sql, async (open) => {
    await open.unsafe(`update admins set ${change}`)
    return meanwhile(app, () => upload(app, exportOf([record(1)])))
  })
  expect([early, (await end).status]).toEqual([false, status])
  await app.sql`update admins set role = 'admin', disabled_at = null`
  await expectNothingStored(app)
})

test('a database connection lost while storing leaves nothing, and the next import works', async () => {
  const app = await testApp()
  const waiting = () => app.deps.reserved`
    select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await app.deps.reserved.begin(async (open) => {
    await open`lock table prospects in exclusive mode`
    const answer = upload(app, exportOf(manyRecords))
    await expect.poll(waiting).toHaveLength(1)
    for (const { pid } of await waiting()) await app.deps.reserved`select pg_terminate_backend(${pid})`
    expect((await answer).status).toBeGreaterThanOrEqual(500)
  })
  await expectNothingStored(app)
  expect(await upload(app, exportOf([record(1)]))).toEqual(counts(1, 0, 0))
})

test('a malformed file is rejected at its first wrong byte, before the upload ends', async () => {
  const app = await testApp()
  const cookie = await sessionCookie(app.origin)
  const { received, socket } = stalledUpload(app.origin, cookie, `${FORM_START}{'prospects'`)
  await expect.poll(received).toMatch(/^HTTP\/1\.1 400 .*The file is not valid JSON/s)
  socket.destroy()
})

test('concurrent imports of the same numbers add each number once', async () => {
  const app = await testApp()
  const lists = [manyRecords, manyRecords.toReversed()]
  const answers = await Promise.all(lists.map((list) => upload(app, exportOf(list))))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const added = answers.map(({ body }) => body.recordsAdded as number)
  expect(added.sort((a, b) => a - b)).toEqual([0, 3000])
  expect(await app.sql`select 1 from prospects`).toHaveLength(3000)
})

test('of ten stalled uploads two keep a slot, eight get 429, and none holds a transaction', async () => {
  const app = await testApp()
  const cookie = await sessionCookie(app.origin)
  const stalled = Array.from({ length: 10 }, () => halfAnUpload(app.origin, cookie, exportOf(manyRecords)))
  const rejected = () => stalled.filter(({ received }) => received() !== '').map(({ received }) => received())
  await expect.poll(rejected).toHaveLength(8)
  for (const answer of rejected()) {
    expect(answer).toMatch(/^HTTP\/1\.1 429 .*retry-after: 30.*Two files are being imported already/is)
  }
  expect(await openImports(app.sql)).toHaveLength(2)
  expect(await idleTransactions(app.sql)).toEqual([])
  expect(await upload(app, exportOf([record(1)]))).toMatchObject({ status: 429 })
  for (const { socket } of stalled) socket.destroy()
  await expect.poll(() => openImports(app.sql)).toHaveLength(0)
  expect(await upload(app, exportOf([record(1)]))).toEqual(counts(1, 0, 0))
})

test('of a million invalid records ten thousand are stored and all are counted', async () => {
  const { sql } = await testDatabase()
  async function* invalidRecords() {
    yield new TextEncoder().encode(`{"export_metadata":{},"prospects":[0`)
    const piece = new TextEncoder().encode(',0'.repeat(10_000))
    for (let n = 0; n < 100; n++) yield piece
    yield new TextEncoder().encode(']}')
  }
  const summary = await importExport(sql, invalidRecords(), systemActor('command line'), new Date())
  expect(summary).toMatchObject({ recordsAdded: 0, recordsDuplicated: 0, recordsErrored: 1_000_001 })
  const [kept] = await sql`select count(*)::int, max(index) as last from import_errors`
  expect(kept).toEqual({ count: 10_000, last: 9999 })
})
