import { eventsPath } from '@salonback/shared/platform/http/wire.ts'
import { freePort } from '@salonback/shared/testing/freePort.ts'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { logIn, startServer, until } from '@salonback/shared/testing/server.ts'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { expect, onTestFinished, test } from 'vitest'
import { CATCHING_UP } from '../core/messages/sendReply.ts'
import { testDatabase } from './database.ts'
import { FIRST_QUERY, startDatabaseProxy } from './databaseProxy.ts'
import { testServer } from './testServer.ts'

test('a restart keeps data and session; SIGTERM exits with 0', async () => {
  const server = await testServer()
  const { staff } = await logIn(server.origin)
  const reply = () => staff.inbox.reply({ phoneNumber: '+447700900123', message: 'Hello' })
  // Until the texts that came in before are fetched from the carrier, a reply is refused and sends nothing.
  const answer = await until(
    () => reply().catch(({ message }: Error) => message),
    (given) => !String(given).includes(CATCHING_UP),
  )
  expect(answer).toMatchObject({ status: 'sent' })
  expect(await server.stop()).toBe(0)
  const second = await server.restart()
  const conversation = await staff.inbox.conversation({ number: '+447700900123' })
  expect(conversation.messages).toMatchObject([{ body: 'Hello' }])
  expect(await second.stop()).toBe(0)
})

test('a database lost while connections are opened does not end the server', async () => {
  const { url } = await testDatabase()
  const proxy = await startDatabaseProxy(url)
  const server = await testServer({ DATABASE_URL: proxy.url, LOG_LEVEL: 'info' })
  proxy.failQueries(FIRST_QUERY)
  proxy.dropConnections()
  await expect.poll(proxy.failedQueries).toBeGreaterThanOrEqual(3)
  proxy.stopFailing()
  proxy.dropConnections()
  await expect.poll(async () => (await fetch(`${server.origin}/readyz`)).ok).toBe(true)
  expect(server.child.exitCode).toBeNull()
  expect(await server.stop()).toBe(0)
})

test('a server that loses its database during startup retries and is not ready until then', async () => {
  const { url } = await testDatabase()
  const proxy = await startDatabaseProxy(url)
  proxy.failQueries('simulated_account', 1)
  proxy.holdQueries('listen "outbox"')
  const port = await freePort()
  const starting = startServer({ DATABASE_URL: proxy.url }, { dataDir: await temporaryFolder(), port })
  onTestFinished(async () => {
    proxy.releaseQueries()
    const server = await starting
    await server.kill()
    await server.remove()
  })
  await expect.poll(proxy.heldQueries).toBeGreaterThan(0)
  expect(proxy.failedQueries()).toBe(1)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503)
  proxy.releaseQueries()
  expect((await starting).output()).toContain('retrying')
  expect(await (await starting).stop()).toBe(0)
})

test('an unreachable database ends startup with one line', async () => {
  const unreachable = `postgres://salon:secret@127.0.0.1:${await freePort()}/postgres`
  const failing = startServer({ DATABASE_URL: unreachable })
  await expect(failing).rejects.toThrow(
    /become ready:\n(npm [^\n]*\n)*Wrong setting DATABASE_URL: connect ECONNREFUSED 127\.0\.0\.1:\d+ \(ECONNREFUSED\); start the server there[^\n]*\n$/,
  )
})

test('SIGTERM, even twice, finishes a reply being sent and closes event streams', async () => {
  const { sql, url } = await testDatabase()
  const server = await testServer({ DATABASE_URL: url })
  const { staff, staffFetch } = await logIn(server.origin)
  await staffFetch(server.origin + eventsPath)
  await handsetsOf(server.origin).injectFault({ kind: 'delay', ms: 5000, count: 1 })
  const reply = staff.inbox.reply({ phoneNumber: '+447700900123', message: 'Hello' })
  await expect.poll(() => sql`select 1 from messages`).toHaveLength(1)
  const stopped = [server.stop(), server.stop()]
  // The carrier accepts the text before its delayed response, so the receipt may arrive first.
  expect((await reply).status).toMatch(/^(sent|delivered)$/)
  expect(await Promise.all(stopped)).toEqual([0, 0])
})

test('SIMULATOR=on in production logs a warning that texts reach no phone', async () => {
  const { url } = await testDatabase()
  const server = await testServer({ DATABASE_URL: url, NODE_ENV: 'production', SIMULATOR: 'on' })
  expect(server.output()).toContain('texts reach no phone')
  expect(await server.stop()).toBe(0)
})
