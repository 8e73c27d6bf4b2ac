import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { deferred } from '../../testing/deferred.ts'
import { allowIdle, inTransaction, openDatabase, type Sql } from './open.ts'
import { retryOnDeadlock } from './retryOnDeadlock.ts'

type Steps = (open: Sql, lose: () => Promise<void>) => Promise<unknown>

const ways: [string, Steps][] = [
  [
    'while it waits for an answer',
    async (open, lose) => {
      const answer = open`select pg_sleep(30)`.execute()
      await lose()
      await answer
    },
  ],
  ['between two of its queries', async (open, lose) => [await lose(), await open`select 1`]],
  [
    'long before its next query',
    async (open, lose) => {
      await lose()
      await wait(200)
      await open`select 1`
    },
  ],
  ['before its end', async (_, lose) => lose()],
  [
    'in a savepoint',
    (open, lose) => inTransaction(open, async (inner) => [await lose(), await inner`select 1`]),
  ],
]

test.each(ways)('a connection lost in a transaction, %s, fails only that transaction', async (_, steps) => {
  const { sql, url } = await testDatabase()
  const pool = openDatabase(url, { max: 1 })
  for (let round = 0; round < 2; round++) {
    const lost = inTransaction(pool, async (open) => {
      const [self] = await open<[{ pid: number }]>`select pg_backend_pid() as pid`
      await open`insert into settings (key, value) values (${`round ${round}`}, 'x')`
      await steps(open, async () => void (await sql`select pg_terminate_backend(${self.pid})`))
    })
    await expect(lost).rejects.toThrow()
    await expect.poll(() => pool`select 1 as one`.catch(() => [])).toEqual([{ one: 1 }])
    await inTransaction(pool, (open) => open`select 2 as two`)
  }
  expect(await sql`select 1 from settings`).toHaveLength(0)
  await pool.end()
})

test('errors of the steps and of the database end the transaction and are thrown', async () => {
  const { sql } = await testDatabase()
  const failing = inTransaction(sql, async (open) => {
    await open`insert into settings (key, value) values ('a', 'x')`
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  await expect(inTransaction(sql, (open) => open`select no_such_column`)).rejects.toMatchObject({
    code: '42703',
  })
  expect(await sql`select 1 from settings`).toHaveLength(0)
})

test('an idle transaction is ended; waiting sessions and listeners continue', async () => {
  const { sql } = await testDatabase()
  await sql`insert into settings (key, value) values ('a', 'x')`
  const set = (open: Sql, value: string) => open`update settings set value = ${value} where key = 'a'`
  const heard = new Promise<string>((resolve) => void sql.listen('news', resolve))
  const { promise: thawed, resolve: thaw } = deferred()
  const { promise: holding, resolve: hold } = deferred()
  const still = inTransaction(sql, async (open) => {
    await set(open, 'from who stood still')
    hold()
    await thawed
    await set(open, 'from who stood still, later')
  })
  const ended = expect(still).rejects.toThrow()
  await holding
  await retryOnDeadlock(sql, (open) => set(open, 'from who waited'))
  thaw()
  await ended
  expect(await sql`select value from settings where key = 'a'`).toEqual([{ value: 'from who waited' }])
  await sql.notify('news', 'good')
  expect(await heard).toBe('good')
})

test('a transaction with allowIdle may idle; a waiting session gets a lock timeout', async () => {
  const { sql } = await testDatabase()
  await sql`insert into settings (key, value) values ('a', 'x')`
  const { promise: thawed, resolve: thaw } = deferred()
  const { promise: holding, resolve: hold } = deferred()
  const slow = inTransaction(sql, async (open) => {
    await allowIdle(open)
    await open`update settings set value = 'slow' where key = 'a'`
    hold()
    await thawed
    await open`update settings set value = 'slow, later' where key = 'a'`
  })
  await holding
  const waiting = sql`update settings set value = 'y' where key = 'a'`
  await expect(waiting).rejects.toMatchObject({ code: '55P03' })
  thaw()
  await slow
  expect(await sql`select value from settings where key = 'a'`).toEqual([{ value: 'slow, later' }])
})

test('without pipelining a lock wait blocks no other statement', async () => {
  const { sql: other, url } = await testDatabase()
  const sql = openDatabase(url, { max: 2, unpipelined: true })
  onTestFinished(() => sql.end())
  const ended: string[] = []
  const lock = (key: number) => sql`select pg_advisory_xact_lock(${key}), pg_sleep(0.05)`
  // The driver pipelines only prepared statements.
  await Promise.all([lock(1), lock(2)])
  let waiting: Promise<unknown> | undefined
  await inTransaction(other, async (holder) => {
    await holder`select pg_advisory_xact_lock(7)`
    waiting = lock(7).then(() => ended.push('waiting'))
    await Promise.all(Array.from({ length: 60 }, () => sql`select 1`))
    ended.push('sixty')
  })
  await waiting
  expect(ended).toEqual(['sixty', 'waiting'])
  expect(await inTransaction(sql, (open) => open`select 1 as one`)).toEqual([{ one: 1 }])
})
