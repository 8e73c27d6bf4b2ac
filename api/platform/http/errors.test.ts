import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { makeProspect } from '../../testing/factories.ts'
import { postJson } from '../../testing/postJson.ts'
import { allowIdle, inTransaction } from '../db/open.ts'

test('a lock timeout answers 503 and changes nothing', async () => {
  const { sql, staff, staffRequest } = await testApp()
  const { id } = await makeProspect(sql)
  await inTransaction(sql, async (open) => {
    await allowIdle(open)
    await open`select 1 from prospects where id = ${id} for update`
    const status = postJson({ contactStatus: 'Selected' })
    const response = await staffRequest(`/api/admin/prospects/${id}/status`, { ...status, method: 'PATCH' })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.json()).toMatchObject({ message: 'The service is busy. Please try again.' })
  })
  expect(await staff.prospects.list()).toMatchObject([{ contactStatus: null }])
  expect(await sql`select 1 from audit_log where action like 'prospect%'`).toHaveLength(0)
})
