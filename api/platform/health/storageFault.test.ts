import { filledQuestionnaire } from '@salonback/shared/sales/waitlist/testing.ts'
import { expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { SpoolError } from '../../sales/imports/spool.ts'
import { testApp } from '../../testing/app.ts'
import { joinApp } from '../../testing/joins.ts'
import { postJson } from '../../testing/postJson.ts'
import type { Database } from '../db/open.ts'
import { storageFaultOf } from '../db/storageFault.ts'

const NO_ROOM = 'There is no room left on the server’s disk. Nothing can be saved until there is.'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

test.each([
  ['53100', NO_ROOM],
  ['ENOSPC', NO_ROOM],
  ['EDQUOT', NO_ROOM],
  ['53200', 'The server has no memory left. Nothing can be saved until it has.'],
  ['53300', null],
  ['25006', null],
  ['23505', null],
  ['40P01', null],
  ['ECONNREFUSED', null],
  ['', null],
])('the code %s means %s', (code, fault) => {
  expect(storageFaultOf(withCode(code))).toBe(fault)
  expect(storageFaultOf(new SpoolError('not written', { cause: withCode(code) }))).toBe(fault)
})

/** Every insert and update of this table fails as on a full disk, until `free` is called. */
async function fillDisk(sql: Database, table: string) {
  await sql.unsafe(`
    create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger no_room before insert or update on ${table} for each row execute function no_room()`)
  return () => sql.unsafe('drop function no_room cascade')
}

test.each([
  ['leads', '/api/leads', { mobileNumber: '+447700900123' }],
  [
    'contact_queries',
    '/api/contact',
    { name: 'Dee', email: 'dee@willowandrye.ie', subject: 'Hello', message: 'How does it work?' },
  ],
  ['waitlist_responses', '/api/waitlist', filledQuestionnaire],
] as const)(
  'a full disk is named by the form that stores %s, and ends when there is room',
  async (table, path, body) => {
    const { request, sql } = await testApp()
    const free = await fillDisk(sql, table)
    const send = () => request(path, postJson(body))
    const refused = await send()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await refused.json()).toMatchObject({ message: NO_ROOM })
    expect(await sql`select 1 from ${sql(table)}`).toHaveLength(0)
    await free()
    expect((await send()).ok).toBe(true)
  },
)

test('an import onto a full disk names it and leaves nothing', async () => {
  const { staffRequest, sql } = await testApp()
  const free = await fillDisk(sql, 'prospects')
  const file = JSON.stringify({
    export_metadata: { export_id: 'x', source_app: 'y', exported_at: '2026-11-01', total_records: 1 },
    prospects: [{ name: 'Noir Nails', country: 'GB', phone: '07700 900123' }],
  })
  const send = () => {
    const form = new FormData()
    form.append('jsonFile', new File([file], 'export.json', { type: 'application/json' }))
    return staffRequest('/api/admin/import', { method: 'POST', body: form })
  }
  const refused = await send()
  expect([refused.status, await refused.json()]).toMatchObject([503, { message: NO_ROOM }])
  expect(await sql`select 1 from imports`).toHaveLength(0)
  await free()
  expect(await (await send()).json()).toMatchObject({ recordsAdded: 1 })
})

/** A pool with transactions that fail with this code. */
const failing = (pool: Database, code: string): Database =>
  new Proxy(pool, {
    get: (target, key) =>
      key === 'begin' ? () => Promise.reject(withCode(code)) : (Reflect.get(target, key) as unknown),
  })

test('readiness names a full disk, and is back when there is room', async () => {
  const { deps, staff } = await testApp()
  const full = createApp({ ...deps, reserved: failing(deps.reserved, '53100') })
  const answer = await full.request('/readyz')
  expect([answer.status, await answer.json()]).toEqual([503, { ready: false, message: NO_ROOM }])
  expect((await createApp(deps).request('/readyz')).status).toBe(200)
  expect((await staff.settings.service()).storageFault).toBeNull()
})

test('a failure for another reason is not called a full disk', async () => {
  const { deps } = await testApp()
  const app = createApp({ ...deps, reserved: failing(deps.reserved, 'ECONNREFUSED') })
  expect(await (await app.request('/readyz')).json()).toEqual({
    ready: false,
    message: 'The database cannot be reached',
  })
})

test('a page names a full disk too', async () => {
  const { ask, sql } = await joinApp()
  const free = await fillDisk(sql, 'join_requests')
  const refused = await ask('07700 900123')
  expect(refused.status).toBe(503)
  expect(await refused.text()).toContain('There is no room left on the server’s disk.')
  await free()
  expect((await ask('07700 900123')).status).toBe(200)
})
