import { expect, test } from 'vitest'
import { allowIdle, inTransaction } from '../../platform/db/open.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { commitList, listOf, uploadList } from '../../testing/salons.ts'
import { textedSalon } from '../../testing/textedSalon.ts'

test('a list is stored although its transaction deadlocks with a closing salon and reminders being queued', async () => {
  const { app, salon } = await textedSalon()
  const { id, campaignId } = salon
  await app.sql`update campaigns set state = 'running'`
  const newer = await uploadList(app, id, listOf(['Mary,+447700900600,2026-03-09,Yes']))
  const { id: listId } = await newer.json()
  const waiting = (count: number) =>
    expect.poll(() => waitingForLocks(app.sql), { timeout: 10_000 }).toHaveLength(count)
  let freeVisits = () => {}
  const visits = inTransaction(app.sql, async (open) => {
    await allowIdle(open)
    await open`lock table visits in share mode`
    await new Promise<void>((resolve) => {
      freeVisits = resolve
    })
  })
  const [closed, stored] = await inTransaction(app.sql, async (open) => {
    await allowIdle(open)
    await open`select 1 from campaigns where id = ${campaignId} for share`
    const storing = commitList(app, id, listId)
    await waiting(1)
    // Waits for the list, which waits for the salon when the visits are free.
    const reminders = open`select 1 from clients where salon_id = ${id} for share`.execute()
    await waiting(2)
    const closing = app.staff.salons.update({ id, state: 'closed' })
    await waiting(3)
    // A session looks for a deadlock once, a second after it began to wait. The list must be the last.
    const early = () => app.sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and clock_timestamp() - query_start < interval '1100 ms'`
    await expect.poll(early, { timeout: 10_000 }).toHaveLength(0)
    freeVisits()
    await reminders
    return [closing, storing]
  })
  await visits
  expect(await stored).toMatchObject({ updated: 1 })
  expect(await closed).toMatchObject({ state: 'closed' })
})
