import { contracts } from '@salonback/shared/contracts.ts'
import type { AnyEndpoint } from '@salonback/shared/http/endpoint.ts'
import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'

// Reads of staff may begin while their session is looked up; what they find leaves only if it still holds.

const NOBODY = '00000000-0000-4000-8000-000000000000'
const reads = Object.entries(contracts).flatMap(([feature, calls]) =>
  Object.entries(calls as Record<string, AnyEndpoint>)
    .filter(([, row]) => row.method === 'GET' && row.access === 'staff')
    .map(([name, row]) => ({ name: `${feature}.${name}`, path: row.path.replace(/\{\w+\}/g, NOBODY) })),
)

async function statusesOf(request: (path: string) => Promise<Response>) {
  const found: Record<string, string> = {}
  for (const { name, path } of reads) {
    const response = await request(path)
    const { message } = (await response.json()) as { message?: string }
    found[name] = response.ok ? 'told' : `${response.status} ${message}`
  }
  return found
}

const all = (outcome: string) => Object.fromEntries(reads.map(({ name }) => [name, outcome]))

test('a read that began before its session was found to have ended tells nothing, not even that something is missing', async () => {
  const { sql, staffRequest } = await testApp()
  const before = await statusesOf(staffRequest)
  expect(Object.values(before)).toContain('told')
  await sql`delete from sessions`
  expect(await statusesOf(staffRequest)).toEqual(all('401 Please log in'))
})

test('nor does it once the password has to be changed', async () => {
  const { sql, staffRequest } = await testApp()
  await statusesOf(staffRequest)
  await sql`update admins set must_change_password = true`
  const after = await statusesOf(staffRequest)
  expect(after).toEqual({ ...all('403 Please choose a password of your own first'), 'auth.me': 'told' })
})

test('a read is under way while its session is looked up', async () => {
  const { sql, staffRequest } = await testApp()
  const list = () => staffRequest('/api/admin/leads')
  expect((await list()).status).toBe(200)
  let answer: Promise<Response> | undefined
  await sql.begin(async (open) => {
    await open`lock table sessions, leads in access exclusive mode`
    answer = list()
    const waiting = () => sql`
      select relation::regclass::text as name from pg_locks
      where not granted and relation in ('sessions'::regclass, 'leads'::regclass) order by name`
    await expect.poll(waiting).toEqual([{ name: 'leads' }, { name: 'sessions' }])
  })
  expect((await answer)?.status).toBe(200)
})
