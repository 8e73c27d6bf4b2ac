import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { makeProspect } from '../../testing/factories.ts'
import { postJson } from '../../testing/postJson.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

test('prospects are listed by name, ignoring case', async () => {
  const { staff, sql } = await testApp()
  for (const [i, name] of ['velvet', 'Amber', 'Élan', 'Noir', 'bare'].entries()) {
    await makeProspect(sql, { name, phone: `+44770090000${i}` })
  }
  const list = await staff.prospects.list()
  expect(list.map(({ name }) => name)).toEqual(['Amber', 'bare', 'Élan', 'Noir', 'velvet'])
  const given = { name: 'Amber', category: 'Nail Salon', country: 'GB', phone: '+447700900001' }
  const unknown = { address: null, rating: null, reviewCount: null, teamSize: null, contactStatus: null }
  expect(list[0]).toEqual({ id: expect.any(String), ...given, phoneType: 'mobile', ...unknown })
})

test('staff responses may not be cached', async () => {
  const { staffRequest } = await testApp()
  expect((await staffRequest('/api/admin/prospects')).headers.get('cache-control')).toBe('no-store')
})

test('setting, changing and clearing a status is audited', async () => {
  const { staff, sql } = await testApp()
  const { id } = await makeProspect(sql)
  for (const contactStatus of ['Selected', 'Submitted', 'Contacted', 'Responded', null] as const) {
    expect(await staff.prospects.setStatus({ id, contactStatus })).toMatchObject({ id, contactStatus })
    expect((await staff.prospects.list())[0]).toMatchObject({ contactStatus })
  }
  const log =
    await sql`select actor, subject, detail from audit_log where action = 'prospect.status' order by id`
  expect(log).toHaveLength(5)
  expect(log[0]).toEqual({ actor: 'maya', subject: id, detail: { contactStatus: 'Selected' } })
})

test('bulk status skips unknown and repeated ids in its count', async () => {
  const { staff, sql } = await testApp()
  const one = await makeProspect(sql, { phone: '+447700900001' })
  const two = await makeProspect(sql, { phone: '+447700900002' })
  await makeProspect(sql, { phone: '+447700900003' })
  const ids = [one.id, two.id, UNKNOWN_ID, one.id]
  expect(await staff.prospects.setStatuses({ ids, contactStatus: 'Selected' })).toEqual({ updated: 2 })
  const statuses = (await staff.prospects.list()).map(({ contactStatus }) => contactStatus)
  expect(statuses.filter((status) => status === 'Selected')).toHaveLength(2)
  expect(await staff.prospects.setStatuses({ ids: [two.id], contactStatus: null })).toEqual({ updated: 1 })
  expect(await staff.prospects.setStatuses({ ids: [], contactStatus: null })).toEqual({ updated: 0 })
  const log = await sql`select detail from audit_log where action = 'prospect.bulk_status' order by id`
  expect(log[0]).toEqual({ detail: { contactStatus: 'Selected', updated: 2 } })
})

test.each([
  ['setStatus', { contactStatus: 'Won' }, 'contactStatus'],
  ['setStatus', {}, 'contactStatus'],
  ['setStatuses', { ids: ['garbage'], contactStatus: null }, 'ids.0'],
  ['setStatuses', { contactStatus: null }, 'ids'],
  ['setStatuses', { ids: [], contactStatus: 1 }, 'contactStatus'],
])('%s rejects %j and names the field', async (call, body, field) => {
  const { staffRequest, sql } = await testApp()
  const { id } = await makeProspect(sql)
  const path = call === 'setStatus' ? `${id}/status` : 'bulk-status'
  const request = { ...postJson(body), method: 'PATCH' }
  const response = await staffRequest(`/api/admin/prospects/${path}`, request)
  expect(response.status).toBe(422)
  expect(Object.keys(((await response.json()) as { fields: object }).fields)).toEqual([field])
})
