import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { renewSlot, takeSlot, withSlot } from './slots.ts'

test('two slots exist over all processes, each taken for the length of a lease', async () => {
  const { sql } = await testDatabase()
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()]
  expect(await Promise.all([takeSlot(sql, one), takeSlot(sql, two)])).toEqual([true, true])
  expect(await takeSlot(sql, three)).toBe(false)
  // As if the holder had crashed and its lease had expired.
  await sql`update import_slots set lease_until = now() where holder = ${one}`
  expect(await takeSlot(sql, three)).toBe(true)
  expect(await renewSlot(sql, one)).toBe(false)
  expect(await renewSlot(sql, two)).toBe(true)
  const left = await sql`select lease_until - now() > '50 s' as long from import_slots`
  expect(left).toMatchObject([{ long: true }, { long: true }])
})

test('a slot is free again after success and after failure', async () => {
  const { sql } = await testDatabase()
  const fail = () => Promise.reject(new Error('broken'))
  for (let n = 0; n < 3; n++) {
    expect(await withSlot(sql, async () => n)).toBe(n)
    await expect(withSlot(sql, fail)).rejects.toThrow('broken')
  }
})
