import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { deferred } from '../../testing/deferred.ts'
import type { Sql } from './open.ts'
import { retryOnDeadlock } from './retryOnDeadlock.ts'

test('two deadlocked transactions both succeed', async () => {
  const { sql } = await testDatabase()
  await sql`insert into settings (key, value) values ('a', '0'), ('b', '0')`
  const { promise: both, resolve: meet } = deferred()
  let arrived = 0
  const add = (open: Sql, key: string) =>
    open`update settings set value = (value::int + 1)::text where key = ${key}`
  const crosswise = (first: string, then: string) =>
    retryOnDeadlock(sql, async (open) => {
      await add(open, first)
      arrived += 1
      if (arrived === 2) meet()
      await both
      await add(open, then)
    })
  await Promise.all([crosswise('a', 'b'), crosswise('b', 'a')])
  // The retried one may deadlock again.
  expect(arrived).toBeGreaterThan(2)
  expect(await sql`select key, value from settings order by key`).toEqual([
    { key: 'a', value: '2' },
    { key: 'b', value: '2' },
  ])
})

test('other errors are not retried', async () => {
  const { sql } = await testDatabase()
  let tries = 0
  const failing = retryOnDeadlock(sql, (open) => {
    tries += 1
    return open`select 1 / 0`
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(tries).toBe(1)
})
