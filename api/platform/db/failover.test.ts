import { setTimeout as wait } from 'node:timers/promises'
import { logIn, openHours, startServer, until } from '@salonback/shared/testing/server.ts'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { systemClock } from '../../deps.ts'
import { createLog } from '../../log.ts'
import { fictional, makeProspects } from '../../testing/factories.ts'
import { textsPerHandset } from '../../testing/handsetTexts.ts'
import { signal, startPair } from '../../testing/postgresPair.ts'
import { postJson } from '../../testing/postJson.ts'
import { startApp } from '../../testing/start.ts'
import { messageSid, textFrom } from '../../testing/webhooks.ts'
import { chooseDatabase } from './chooseDatabase.ts'
import { watchDatabaseHealth } from './databaseHealth.ts'
import { migrate } from './migrate.ts'
import { openPools } from './pools.ts'

let pair: Awaited<ReturnType<typeof startPair>>
beforeAll(async () => {
  pair = await startPair(inject('certificateFile'))
})
afterAll(() => pair?.remove())

const TEXTS = 60

/** Sends replies until stopped; records acknowledged and refused ones. */
function replies(origin: string) {
  const acknowledged: string[] = []
  let refused = 0
  let going = true
  const ended = (async () => {
    for (let n = 0; going; n++) {
      const MessageSid = messageSid()
      const { status } = await textFrom(origin, fictional(n % 300), 'How much is it?', { MessageSid })
      if (status === 200) acknowledged.push(MessageSid)
      else refused++
      await wait(20)
    }
  })()
  return {
    acknowledged,
    refused: () => refused,
    stop() {
      going = false
      return ended
    },
  }
}

test('a failover during a campaign sends nothing twice and loses no acknowledged write', async () => {
  const url = await chooseDatabase({ DATABASE_URL: pair.url }, null)
  const pulse = watchDatabaseHealth(url, createLog('silent'))
  const pools = openPools(url, pulse)
  onTestFinished(async () => {
    pulse.stop()
    await pools.end()
  })
  await migrate(pools.sql)
  const settings = { SEND_RATE_PER_SECOND: '30' }
  const app = await startApp({ ...pools, clock: systemClock, settings })
  onTestFinished(app.stop)
  const prospectIds = (await makeProspects(app.sql, TEXTS)).map(({ id }) => id)
  const template = 'Hi {name}, Salonback here. Interested?'
  await app.staff.campaigns.start({ prospectIds, template, basis: 'consent' })
  await app.worker.start()
  const inbound = replies(app.origin)
  const arrived = () => textsPerHandset(app.sql)
  await until(arrived, (texts) => texts.length >= 10)

  await pair.kill(pair.first)
  await expect.poll(inbound.refused).toBeGreaterThan(0)
  const before = inbound.acknowledged.length
  await pair.second.promote()
  await expect.poll(() => inbound.acknowledged.length).toBeGreaterThan(before + 5)
  await inbound.stop()
  const queued = () => app.sql`select 1 from messages where kind = 'first_text' and status = 'queued'`
  await until(queued, (rows) => rows.length === 0)

  expect((await arrived()).filter(({ texts }) => texts > 1)).toEqual([])
  const stored = await app.sql`select sid from messages where sid = any(${inbound.acknowledged})`
  expect(stored).toHaveLength(inbound.acknowledged.length)
  const [first] = await app.sql<[{ texts: number }]>`
    select count(*)::int as texts from messages where kind = 'first_text'`
  expect(first.texts).toBe(TEXTS)
})

test('a suspended database: not ready, requests fail clearly, SIGTERM ends the process', async () => {
  const server = await startServer({ DATABASE_URL: pair.url, ...openHours })
  onTestFinished(() => server.remove())
  const { staff } = await logIn(server.origin)
  expect(await staff.auth.me()).toMatchObject({ username: 'maya' })
  const members = [pair.first, pair.second].map((one) => one.processes().catch(() => []))
  const processes = (await Promise.all(members)).flat()
  const all = (name: NodeJS.Signals) => {
    for (const pid of processes) signal(pid, name)
  }
  onTestFinished(() => all('SIGCONT'))
  all('SIGSTOP')
  const answerWithin = async (ms: number, path: string, init: RequestInit = {}) => {
    const answer = await fetch(server.origin + path, { ...init, signal: AbortSignal.timeout(ms) })
    return [answer.status, await answer.json()]
  }
  const lead = postJson({ mobileNumber: '+447700900321' })
  const [ready, posted] = await Promise.all([
    answerWithin(3000, '/readyz'),
    answerWithin(15_000, '/api/leads', lead),
  ])
  expect(ready).toEqual([503, { ready: false, message: 'The database does not answer' }])
  expect(posted).toMatchObject([503, { message: 'The service cannot answer now. Please try again.' }])
  const ended = await Promise.race([server.stop(), wait(30_000, 'still there', { ref: false })])
  expect([ended, ended === 0 ? '' : server.output()]).toEqual([0, ''])
})
