import { expect, test } from 'vitest'
import { erase } from '../../core/erasure/erase.ts'
import { fictional } from '../../testing/factories.ts'
import { commitList, listOf, uploadList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'

const HOUR = 3_600_000
const LIST = `Days since last visit,Name,Mobile,Other\n90,Mary,${fictional(1)},${fictional(3)}\n80,Pat,${fictional(2)},\n`

async function uploaded(content = LIST) {
  const { app, sql, staff, clock, id } = await testSalon()
  const { id: listId, mapping } = await (await uploadList(app, id, content)).json()
  const rows = async () => (await staff.lists.listRows({ id, listId, part: 'eligible' })).items
  const staged = () => sql`select 1 from list_rows`
  /** From noon to the next day, in two steps: a session ends after 12 hours. */
  const nextDay = async () => {
    clock.advance(11 * HOUR)
    await rows()
    clock.advance(2 * HOUR)
  }
  return { app, sql, staff, clock, id, listId, mapping, rows, staged, nextDay }
}

test('the rows of a file are staged until the list is stored or discarded', async () => {
  const { app, sql, id, listId, staged } = await uploaded()
  expect(await staged()).toHaveLength(3)
  await commitList(app, id, listId)
  const other = await (await uploadList(app, id, listOf([`Mary,${fictional(1)},2025-09-01,Yes`]))).json()
  expect(await staged()).toHaveLength(2)
  await app.staff.lists.undoList({ id, listId: other.id })
  expect(await staged()).toHaveLength(0)
  expect(await sql`select file, parsed, preview from client_lists`).toEqual([
    { file: null, parsed: null, preview: null },
  ])
})

test('other columns and another day are read from the staged rows, without the file', async () => {
  const { sql, staff, id, listId, mapping, rows, nextDay } = await uploaded()
  await sql`update client_lists set file = 'no list'::bytea`
  expect(await rows()).toMatchObject([{ phone: fictional(1), lastVisit: '2025-12-10' }, { firstName: 'Pat' }])
  await staff.lists.remapList({ id, listId, mapping: { ...mapping, phone: 3 } })
  expect(await rows()).toMatchObject([{ phone: fictional(3), lastVisit: '2025-12-10' }])
  await nextDay()
  expect(await rows()).toMatchObject([{ phone: fictional(3), lastVisit: '2025-12-11' }])
})

test('a list that an earlier version read is read from its file', async () => {
  const { app, sql, id, listId, rows, staged } = await uploaded()
  const before = await rows()
  await sql`update client_lists set parsed = null, preview = null`
  await sql`delete from list_rows`
  expect(await rows()).toEqual(before)
  expect(await staged()).toHaveLength(3)
  expect(await commitList(app, id, listId)).toMatchObject({ added: 2 })
})

test('an erasure removes a person from staged rows', async () => {
  const { app, sql, clock, rows, nextDay } = await uploaded()
  await erase(sql, app.env, null, { phone: fictional(1), now: clock() })
  await erase(sql, app.env, null, { phone: fictional(3), now: clock() })
  expect(await rows()).toMatchObject([{ firstName: 'Pat' }])
  const left = JSON.stringify(
    await sql`select preview, r.* from client_lists l join list_rows r on r.list_id = l.id`,
  )
  expect(left).not.toContain(fictional(1).slice(-6))
  expect(left).not.toContain(fictional(3).slice(-6))
  await nextDay()
  expect(await rows()).toMatchObject([{ firstName: 'Pat' }])
})
