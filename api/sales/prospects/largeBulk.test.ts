import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

test('bulk status takes 100,000 ids and rejects more', async () => {
  const { staff, sql } = await testApp()
  await sql`
    insert into prospects (name, phone)
    select 'Salon ' || n, '+1' || (2000000000 + n) from generate_series(1, 100000) n`
  const ids = (await sql<{ id: string }[]>`select id from prospects`).map(({ id }) => id)
  expect(await staff.prospects.setStatuses({ ids, contactStatus: 'Selected' })).toEqual({ updated: 100_000 })
  const more = staff.prospects.setStatuses({ ids: [...ids, UNKNOWN_ID], contactStatus: null })
  await expect(more).rejects.toMatchObject({ status: 422 })
  expect(await staff.prospects.list()).toHaveLength(100_000)
})
