import { logIn } from '@salonback/shared/testing/server.ts'
import { expect, onTestFinished, test } from 'vitest'
import { testClock } from '../testing/app.ts'
import { testDatabase } from '../testing/database.ts'
import { startPgbouncer } from '../testing/pgbouncer.ts'
import { startApp } from '../testing/start.ts'
import { messageSid, textFrom } from '../testing/webhooks.ts'
import { detectPooler } from './detectPooler.ts'
import { inTransaction, openDatabase } from './open.ts'
import { openPools } from './pools.ts'

const WEBHOOKS = 184
const LOGINS = 16

test.each([
  ['transaction', { pooled: true, listenUrl: null }],
  ['session', { pooled: true, listenUrl: expect.any(String) }],
] as const)(
  'behind PgBouncer in %s mode 200 concurrent webhooks and logins succeed',
  async (mode, expected) => {
    const { sql, url } = await testDatabase()
    const setup = await detectPooler({ DATABASE_URL: await startPgbouncer(url, mode) })
    expect(setup).toMatchObject(expected)
    const pools = openPools(setup)
    onTestFinished(() => pools.end())
    const app = await startApp({ ...pools, clock: testClock() })
    onTestFinished(app.stop)
    const sids = Array.from({ length: WEBHOOKS }, messageSid)
    const texts = sids.map((MessageSid, n) =>
      textFrom(app.origin, `+4477009${String(n).padStart(5, '0')}`, 'STOP', { MessageSid }),
    )
    const sessions = Array.from({ length: LOGINS / 8 }, async () => {
      const clients = []
      for (let n = 0; n < 8; n++) clients.push(await logIn(app.origin))
      return clients
    })
    expect(new Set((await Promise.all(texts)).map(({ status }) => status))).toEqual(new Set([200]))
    for (const { staff } of (await Promise.all(sessions)).flat()) {
      expect(await staff.auth.me()).toMatchObject({ username: 'maya' })
    }
    // Bypasses the pooler.
    const [stored] = await sql`select
      (select count(*)::int from messages where sid = any(${sids})) as texts,
      (select count(*)::int from suppressions) as stopped,
      (select count(*)::int from sessions) - 1 as logins`
    expect(stored).toEqual({ texts: WEBHOOKS, stopped: WEBHOOKS, logins: LOGINS })
  },
)

test('DATABASE_DIRECT_URL enables LISTEN behind a transaction pooler; wrong values are refused', async () => {
  const { url } = await testDatabase()
  const other = await testDatabase()
  const DATABASE_URL = await startPgbouncer(url, 'transaction')
  expect(await detectPooler({ DATABASE_URL, DATABASE_DIRECT_URL: url })).toEqual({
    url: DATABASE_URL,
    pooled: true,
    listenUrl: url,
  })
  const refused = (settings: object) => detectPooler({ DATABASE_URL, ...settings })
  const wrong = { DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: other.url }
  await expect(refused(wrong)).rejects.toThrow(
    /^DATABASE_DIRECT_URL: a NOTIFY through DATABASE_URL does not arrive there/,
  )
  await expect(refused({ DATABASE_POOLER: 'session' })).rejects.toThrow(
    /^DATABASE_POOLER: .*set transaction$/,
  )
})

test('concurrent statements on few connections get their own results', async () => {
  const { url } = await testDatabase()
  const pool = openDatabase(await startPgbouncer(url, 'transaction'), { max: 3, pooled: true })
  onTestFinished(() => pool.end({ timeout: 1 }))
  const numbers = Array.from({ length: 300 }, (_, n) => n)
  const asked = numbers.map((n) =>
    n % 3 ? pool<[{ n: number }]>`select ${n}::int as n` : pool.unsafe<[{ n: number }]>(`select ${n} as n`),
  )
  expect((await Promise.all(asked)).map(([row]) => row.n)).toEqual(numbers)
})

test('acknowledged writes are stored even if the pooler was not detected', async () => {
  const { sql, url } = await testDatabase()
  const forgiving =
    'ignore_startup_parameters = idle_in_transaction_session_timeout, lock_timeout, statement_timeout, tcp_keepalives_idle, tcp_keepalives_interval, tcp_keepalives_count, tcp_user_timeout'
  const pooler = await startPgbouncer(url, 'transaction', [forgiving])
  const pools = Array.from({ length: 4 }, () => openDatabase(pooler, { max: 4 }))
  onTestFinished(async () => void (await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })))))
  const keys = Array.from({ length: 400 }, (_, n) => `key ${n}`)
  const outcomes = await Promise.allSettled(
    keys.map((key, n) =>
      inTransaction(pools[n % 4] ?? sql, async (open) => {
        await open`insert into settings (key, value) values (${key}, 'x')`
        return key
      }),
    ),
  )
  const promised = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const stored = (await sql<{ key: string }[]>`select key from settings`).map(({ key }) => key)
  expect(promised.filter((key) => !stored.includes(key))).toEqual([])
  expect(promised.length).toBeGreaterThan(0)
})
