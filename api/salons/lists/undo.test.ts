import { expect, test } from 'vitest'
import { makeText } from '../../testing/factories.ts'
import { storeList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'

const MARY = 'Mary,07700 900501,2025-09-01,Yes'
const MARY_LATER = 'Mary,07700 900501,2026-03-08,Yes'
const MARY_NO = 'Mary,07700 900501,2025-09-01,No'
const ORLA = 'Orla,07700 900503,2025-10-01,Yes'
const ORLA_NO = 'Orla,07700 900503,2025-10-01,No'

/** Why each client may not be texted after a no of Orla, and after a text to Mary as well. */
const orlaRefused = { Mary: 'eligible', Orla: 'objection' }
const texted = { Mary: 'texted_recently', Orla: 'objection' }

/** Two stored lists, why each client may not be texted after the undo, and when Mary was texted; unset: never. */
type Case = [
  title: string,
  first: string[],
  second: string[],
  reasons: Record<string, string>,
  text?: 'before' | 'after',
  refused?: boolean,
]

test.each<Case>([
  ['clients of the list only are deleted', [MARY], [ORLA], { Mary: 'eligible' }],
  ['a client that it updated is as before', [MARY], [MARY_LATER], { Mary: 'eligible' }],
  ['an objection that only the undone list has stays', [MARY], [MARY_NO], { Mary: 'objection' }],
  ['an objection that both lists have stays', [MARY_NO], [MARY_NO], { Mary: 'objection' }],
  ['an objection of the earlier list stays', [MARY, ORLA_NO], [MARY, ORLA], orlaRefused],
  ['texts before the list was stored do not matter', [MARY, ORLA], [MARY, ORLA_NO], texted, 'before'],
  ['after a text to a client that it updated it stays', [MARY, ORLA], [MARY, ORLA_NO], texted, 'after', true],
  [
    'after a text to a client that only the earlier list has it goes',
    [MARY, ORLA],
    [ORLA_NO],
    texted,
    'after',
  ],
])('undo of a list: %s', async (_, first, second, reasons, when, refused = false) => {
  const { app, staff, sql, clock, id } = await testSalon()
  const text = async () => {
    const [mary] = (await staff.clients.list({ id, q: 'mary' })).items
    const { id: messageId } = await makeText(sql, { kind: 'offer', phone: '+447700900501' })
    await sql`
      update messages set client_id = ${mary?.id ?? ''}, salon_id = ${id}, status = 'delivered', accepted_at = ${clock()},
        attempted_at = ${clock()}, created_at = ${clock()} where id = ${messageId}`
  }
  await storeList(app, id, first)
  if (when === 'before') await text()
  clock.advance(60_000)
  const { listId } = await storeList(app, id, second)
  clock.advance(60_000)
  if (when === 'after') await text()
  const canUndo = (await staff.lists.currentLists({ id })).stored?.canUndo
  expect(canUndo).toBe(!refused)
  const undo = staff.lists.undoList({ id, listId })
  if (refused) await expect(undo).rejects.toThrow(/^409/)
  else await undo
  const { items } = await staff.clients.list({ id })
  const found = items.map(({ firstName, eligibility }) => [firstName, eligibility.reason])
  expect(Object.fromEntries(found)).toEqual(reasons)
})

test('an objection of a deleted client counts when a later list names the number again', async () => {
  const { app, id } = await testSalon()
  const { listId } = await storeList(app, id, [MARY_NO])
  await app.staff.lists.undoList({ id, listId })
  expect((await app.staff.clients.list({ id })).items).toEqual([])
  await storeList(app, id, [MARY])
  expect((await app.staff.clients.list({ id })).waterfall).toMatchObject({ objection: 1, eligible: 0 })
})

test('before an undo its losses are counted', async () => {
  const { app, id } = await testSalon()
  await storeList(app, id, [MARY])
  app.clock.advance(60_000)
  await storeList(app, id, [MARY_NO, ORLA, 'Zoe,07700 900505,2025-10-01,'])
  const { stored } = await app.staff.lists.currentLists({ id })
  expect(stored?.undo).toEqual({ deleted: 2, restored: 1, consents: 2, objections: 1 })
})
