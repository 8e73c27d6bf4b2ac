import { randomBytes } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl } from '../testing/global.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

/** A database with nothing in it. */
async function emptyDatabase() {
  const server = openDatabase(inject('databaseUrl'), { max: 1 })
  const name = `empty_${randomBytes(6).toString('hex')}`
  await server.unsafe(`create database ${name}`)
  onTestFinished(async () => {
    await server.unsafe(`drop database ${name} with (force)`)
    await server.end()
  })
  return databaseUrl(inject('databaseUrl'), name)
}

test('of several that start at once one migrates, and none goes on before it is done', async () => {
  const url = await emptyDatabase()
  const pools = Array.from({ length: 6 }, () => openDatabase(url, { max: 1 }))
  const done = await Promise.all(
    pools.map(async (sql) => {
      const names = await migrate(sql)
      await sql`select 1 from messages`
      return names
    }),
  )
  expect(done.filter((names) => names.length > 0)).toEqual([
    ['0001_initial.sql', '0002_simulator.sql', '0003_reply_status.sql'],
  ])
  expect(await migrate(pools[0] as (typeof pools)[0])).toEqual([])
  for (const sql of pools) await sql.end()
})
