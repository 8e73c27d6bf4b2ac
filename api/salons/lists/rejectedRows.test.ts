import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { erase } from '../../core/erasure/erase.ts'
import { fictional } from '../../testing/factories.ts'
import { listOf, readySalon, storeList, uploadList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'

const MARY = 'Mary,07700 900501,2025-09-01,Yes'
const LOST = 'Zoe,4.47701E+11,2025-10-01,Yes'
const NONE = 'Ann,,2025-10-01,Yes'
/** Too long for a number, so that the row is rejected. */
const NOTE = `Pat,${fictional(123)} ${'rings after six '.repeat(15)},2025-10-01,Yes`

const DAY = 24 * 3_600_000

async function storedList(rows: string[]) {
  const { app, id } = await testSalon()
  const { listId } = await storeList(app, id, rows)
  const rejected = () => app.staff.lists.rejectedRows({ id, listId })
  const count = async () => (await app.staff.lists.currentLists({ id })).stored?.rejectedRows
  return { ...app, app, id, listId, rejected, count }
}

test('a stored list keeps which rows were rejected and why, without names', async () => {
  const { app, id, listId, rejected, count, staff, sql } = await storedList([LOST, MARY, NONE])
  expect(await rejected()).toEqual([
    {
      row: 2,
      column: 'Mobile Number',
      value: '4.47701E+11',
      reason: 'digits were lost in a spreadsheet, export the column as text',
    },
    { row: 4, column: 'Mobile Number', value: '', reason: 'no phone number' },
  ])
  expect(await count()).toBe(2)
  expect(JSON.stringify(await sql`select * from rejected_rows`)).not.toContain('Zoe')
  const other = await readySalon(app, 'Beth Nails')
  await expect(staff.lists.rejectedRows({ id: other.id, listId })).rejects.toThrow(/^404/)
  await expect(staff.lists.rejectedRows({ id, listId: randomUUID() })).rejects.toThrow(/^404/)
})

test('an uploaded list keeps none until it is stored, and an undone one none', async () => {
  const { app, id, listId, rejected, staff, sql } = await storedList([MARY, LOST])
  await uploadList(app, id, listOf([LOST, NONE, MARY]))
  expect(await sql`select 1 from rejected_rows`).toHaveLength(1)
  await staff.lists.undoList({ id, listId })
  expect(await rejected()).toEqual([])
})

test('a file with a wrong column keeps the first 5,000 rejected rows', async () => {
  const { rejected, count } = await storedList([MARY, ...Array.from({ length: 5001 }, () => NONE)])
  expect(await count()).toBe(5000)
  expect((await rejected()).at(-1)).toMatchObject({ row: 5002 })
})

test('rejected rows are deleted 7 days after the list was stored', async () => {
  const { sql, clock, worker } = await storedList([MARY, LOST])
  clock.advance(7 * DAY - 1000)
  await worker.round()
  expect(await sql`select 1 from rejected_rows`).toHaveLength(1)
  clock.advance(DAY)
  await worker.round()
  expect(await sql`select 1 from rejected_rows`).toHaveLength(0)
})

test('an erasure removes the number from rejected rows', async () => {
  const { rejected, sql, env, clock } = await storedList([MARY, NOTE, LOST])
  expect((await rejected())[0]?.value).toContain(fictional(123))
  await erase(sql, env, null, { phone: fictional(123), now: clock() })
  expect((await rejected()).map(({ value }) => value)).toEqual([
    expect.stringMatching(/^\[erased\] rings after six/),
    '4.47701E+11',
  ])
})
