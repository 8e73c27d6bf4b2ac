import { expect, test } from 'vitest'
import { commitList, listOf, uploadList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'

test('a commit that is killed in the middle leaves nothing, and is repeated once', async () => {
  const { app, sql, id } = await testSalon()
  const rows = ['Mary,07700 900501,2025-09-01,Yes', 'Orla,07700 900503,2025-10-01,No']
  const { id: listId } = await (await uploadList(app, id, listOf(rows))).json()
  const waiting = async () =>
    (
      await sql<{ pid: number }[]>`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into consent_events%'`
    ).map(({ pid }) => pid)

  // The commit has stored its clients when it waits for this table.
  const committed = await sql.begin(async (blocker) => {
    await blocker`lock table consent_events in exclusive mode`
    const commit = commitList(app, id, listId)
    await expect.poll(waiting).toHaveLength(1)
    const [killed] = await waiting()
    await sql`select pg_terminate_backend(${killed ?? 0})`
    await expect.poll(async () => (await waiting()).filter((pid) => pid !== killed)).toHaveLength(1)
    expect(await sql`select 1 from clients`).toHaveLength(0)
    expect(await sql`select state, file is not null as has_file from client_lists`).toEqual([
      { state: 'previewed', hasFile: true },
    ])
    // In an object: a promise would be awaited before the table is free.
    return { commit }
  })
  expect(await committed.commit).toMatchObject({ added: 2 })
  expect(await sql`select 1 from clients`).toHaveLength(2)
  expect(await sql`select 1 from audit_log where action = 'list.commit'`).toHaveLength(1)
})
