import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { makeText } from '../../testing/factories.ts'
import { readySalon, storeList } from '../../testing/salons.ts'

const MARY = 'Mary,07700 900501,2025-09-01,Yes'
const MARY_NO = 'Mary,07700 900501,2025-09-01,No'
const ORLA = 'Orla,07700 900503,2025-10-01,Yes'
const ORLA_NO = 'Orla,07700 900503,2025-10-01,No'

/** Two stored lists, and a text to one client. */
interface Case {
  first: string[]
  second: string[]
  /** When Mary was texted; unset: never. */
  texted?: 'before' | 'after'
  undone: 'second' | 409
  /** Why each client may not be texted after the undo. */
  reasons: Record<string, string>
}

test.each<[string, Case]>([
  [
    'clients of the list only are deleted',
    { first: [MARY], second: [ORLA], undone: 'second', reasons: { Mary: 'eligible' } },
  ],
  [
    'a client that it updated is as before',
    {
      first: [MARY],
      second: ['Mary,07700 900501,2026-03-08,Yes'],
      undone: 'second',
      reasons: { Mary: 'eligible' },
    },
  ],
  [
    'an objection that only the undone list has stays',
    { first: [MARY], second: [MARY_NO], undone: 'second', reasons: { Mary: 'objection' } },
  ],
  [
    'an objection that both lists have stays',
    { first: [MARY_NO], second: [MARY_NO], undone: 'second', reasons: { Mary: 'objection' } },
  ],
  [
    'an objection of the earlier list stays',
    {
      first: [MARY, ORLA_NO],
      second: [MARY, ORLA],
      undone: 'second',
      reasons: { Mary: 'eligible', Orla: 'objection' },
    },
  ],
  [
    'texts before the list was stored do not matter',
    {
      first: [MARY, ORLA],
      second: [MARY, ORLA_NO],
      texted: 'before',
      undone: 'second',
      reasons: { Mary: 'texted_recently', Orla: 'objection' },
    },
  ],
  [
    'after a text to a client that it updated it stays',
    {
      first: [MARY, ORLA],
      second: [MARY, ORLA_NO],
      texted: 'after',
      undone: 409,
      reasons: { Mary: 'texted_recently', Orla: 'objection' },
    },
  ],
  [
    'after a text to a client that only the earlier list has it goes',
    {
      first: [MARY, ORLA],
      second: [ORLA_NO],
      texted: 'after',
      undone: 'second',
      reasons: { Mary: 'texted_recently', Orla: 'objection' },
    },
  ],
])('undo of a list: %s', async (_, { first, second, texted, undone, reasons }) => {
  const app = await testApp()
  const { staff, sql, clock } = app
  const { id } = await readySalon(app)
  const text = async () => {
    const [mary] = (await staff.clients.list({ id, q: 'mary' })).items
    const { id: messageId } = await makeText(sql, { kind: 'offer', phone: '+447700900501' })
    await sql`
      update messages set client_id = ${mary?.id ?? ''}, salon_id = ${id}, status = 'delivered', accepted_at = ${clock()},
        attempted_at = ${clock()}, created_at = ${clock()} where id = ${messageId}`
  }
  await storeList(app, id, first)
  if (texted === 'before') await text()
  clock.advance(60_000)
  const { listId } = await storeList(app, id, second)
  clock.advance(60_000)
  if (texted === 'after') await text()
  const canUndo = (await staff.clients.currentLists({ id })).stored?.canUndo
  expect(canUndo).toBe(undone !== 409)
  const undo = staff.clients.undoList({ id, listId })
  if (undone === 409) await expect(undo).rejects.toThrow(/^409/)
  else await undo
  const { items } = await staff.clients.list({ id })
  const found = items.map(({ firstName, eligibility }) => [firstName, eligibility.reason])
  expect(Object.fromEntries(found)).toEqual(reasons)
})

test('an objection of a deleted client counts when a later list names the number again', async () => {
  const app = await testApp()
  const { id } = await readySalon(app)
  const { listId } = await storeList(app, id, [MARY_NO])
  await app.staff.clients.undoList({ id, listId })
  expect((await app.staff.clients.list({ id })).items).toEqual([])
  await storeList(app, id, [MARY])
  expect((await app.staff.clients.list({ id })).waterfall).toMatchObject({ objection: 1, eligible: 0 })
})

test('before an undo its losses are counted', async () => {
  const app = await testApp()
  const { id } = await readySalon(app)
  await storeList(app, id, [MARY])
  app.clock.advance(60_000)
  await storeList(app, id, [MARY_NO, ORLA, 'Zoe,07700 900505,2025-10-01,'])
  expect((await app.staff.clients.currentLists({ id })).stored?.undo).toEqual({
    deleted: 2,
    restored: 1,
    consents: 2,
    objections: 1,
  })
})
