import { expect, test } from 'vitest'
import { listOf, uploadList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'
import { findSalonRules } from '../salons/queries.ts'
import { keptReading } from './listReadings.ts'
import { findPreviewed } from './queries.ts'

const MARY = 'Mary,07700 900501,2025-09-01,Perhaps'

/** An uploaded list, and what the process kept of it. */
async function uploaded(content: string | Blob = listOf([MARY])) {
  const { app, sql, staff, clock, id } = await testSalon()
  const { id: listId } = await (await uploadList(app, id, content)).json()
  const salon = await findSalonRules(sql, id)
  const kept = async () => {
    const list = await findPreviewed(sql, id, listId)
    return salon && list && keptReading(sql, list, salon, clock())
  }
  const remap = (change: object) => staff.lists.remapList({ id, listId, mapping: { phone: 1 }, ...change })
  const rows = () => staff.lists.listRows({ id, listId, part: 'eligible' })
  return { app, id, listId, kept, remap, rows }
}

test('the reading of an upload serves its rows and the tab', async () => {
  const { app, id, kept, rows } = await uploaded()
  const read = await kept()
  expect(read?.reading.clients).toMatchObject([{ phone: '+447700900501' }])
  await rows()
  await app.staff.lists.currentLists({ id })
  expect(await kept()).toBe(read)
})

test('other columns and answers are read from the same cells', async () => {
  const { kept, remap } = await uploaded()
  const before = await kept()
  await remap({})
  const other = await kept()
  expect(other).not.toBe(before)
  expect(other?.parsed?.cells.rows).toBe(before?.parsed?.cells.rows)
  await remap({
    mapping: { phone: 1, consent: 3 },
    consentAnswers: [{ value: 'Perhaps', answer: 'objection' }],
  })
  expect((await kept())?.parsed?.cells.rows).toBe(before?.parsed?.cells.rows)
  expect((await kept())?.reading.clients).toMatchObject([{ consent: 'no' }])
})

test('the cells of a very large list are not kept', async () => {
  const { kept } = await uploaded(`Name,Mobile\nMary,07700 900501${'\n'.repeat(10)}`)
  expect((await kept())?.parsed).not.toBeNull()
  const large = await uploaded(`Mobile${','.repeat(199)}\n${`07700900501${','.repeat(199)}\n`.repeat(2600)}`)
  expect(await large.kept()).toMatchObject({ parsed: null, reading: { rowCount: 2600 } })
})

test('a list that changed in the database is read again', async () => {
  const { app, listId, kept, rows } = await uploaded()
  await rows()
  await app.sql`update client_lists set file = ${Buffer.from(listOf(['Mary,[erased],2025-09-01,Yes', 'Pat,07700 900502,2025-09-01,Yes']))}
    where id = ${listId}`
  expect(await kept()).toBeUndefined()
  expect((await rows()).items).toMatchObject([{ phone: '+447700900502' }])
})

test('a stored or discarded list has no rows any more', async () => {
  const { app, id, listId, rows } = await uploaded()
  await app.staff.lists.undoList({ id, listId })
  await expect(rows()).rejects.toThrow(/^404/)
})
