import { expect, test } from 'vitest'
import { erase } from '../../core/erasure/erase.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { commitList, uploadList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'

const unknown =
  'Name,Ring me on,Last Visit\nMary Byrne,07700900801,2025-08-04\nSiobhán Kelly,07700900802,2025-09-11\n'
const bare = 'Mary Byrne,07700900811,2025-08-04\nSiobhán Kelly,07700900812,2025-09-11\n'
const last = 'Client Ref,Visited,Kontakt X\nMary,2025-08-04,07700900821\nPat,2025-09-11,07700900822\n'

test.each([
  ['an unknown name', unknown, 1],
  ['no header', bare, 1],
  ['the number last', last, 2],
])('a list with %s is stored after the column was chosen', async (_, csv, column) => {
  const { app, staff, id } = await testSalon()
  const response = await uploadList(app, id, csv)
  const preview = await response.json()
  expect(response.status).toBe(200)
  const asked = { needsPhoneColumn: true, proposedPhoneColumn: column, waterfall: { eligible: 0 } }
  expect(preview).toMatchObject(asked)
  expect(preview.phoneColumns[column].values).toHaveLength(2)
  const { id: listId, mapping } = preview
  const commit = () => commitList(app, id, listId)
  await expect(commit()).rejects.toThrow(/^422.*choose the column/)
  const chosen = await staff.lists.remapList({ id, listId, mapping: { ...mapping, phone: column } })
  expect(chosen).toMatchObject({ needsPhoneColumn: false, phoneColumns: [], rows: 2 })
  expect(await commit()).toMatchObject({ added: 2, rejected: 0 })
})

test('two changes of one list at the same time: the second is refused', async () => {
  const { app, sql, id } = await testSalon()
  const { id: listId } = await (await uploadList(app, id, 'Client,Mobile\nMary,07700 900501\n')).json()
  // A commit reads the file, and the columns change before it stores the clients.
  const blocked = await sql.begin(async (other) => {
    await other`update client_lists set mapping = '{"phone": 0}' where id = ${listId}`
    const commit = commitList(app, id, listId).then(
      () => 'stored',
      (error: Error) => error.message,
    )
    await expect.poll(() => waitingForLocks(sql)).toHaveLength(1)
    return { commit }
  })
  expect(await blocked.commit).toMatch(/^409/)
  expect(await sql`select 1 from clients`).toHaveLength(0)
})

test('an erased number on a later list is no client', async () => {
  const { app, staff, sql, id } = await testSalon()
  const csv = 'Name,Mobile,Last Visit\nMary,07700 900501,2025-09-01\nPat,07700 900502,2025-09-01\n'
  await erase(sql, app.env, null, { phone: '+447700900501', emails: [], now: app.clock() })
  const preview = await (await uploadList(app, id, csv)).json()
  expect(preview.waterfall).toMatchObject({ erased: 1, eligible: 1 })
  expect(await commitList(app, id, preview.id)).toMatchObject({ added: 1, rejected: 1 })
  expect((await staff.clients.list({ id })).items).toMatchObject([{ firstName: 'Pat' }])
  expect(await sql`select 1 from consent_events where phone = '+447700900501'`).toHaveLength(0)
})
