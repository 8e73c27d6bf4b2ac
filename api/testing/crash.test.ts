import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventsPath } from '@salonback/shared/platform/http/wire.ts'
import { freePort } from '@salonback/shared/testing/freePort.ts'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { logIn, startServer, until } from '@salonback/shared/testing/server.ts'
import { expect, test } from 'vitest'
import { CATCHING_UP } from '../core/messages/sendReply.ts'
import { testDatabase } from './database.ts'
import { FIRST_QUERY, startDatabaseProxy } from './databaseProxy.ts'

test('a restart keeps data and session; SIGTERM exits with 0', async () => {
  const server = await startServer()
  try {
    const { staff } = await logIn(server.origin)
    const reply = () => staff.messages.reply({ phoneNumber: '+447700900123', message: 'Hello' })
    // Until the carrier has said which texts came in before, a reply is refused and sends nothing.
    const answer = await until(
      () => reply().catch(({ message }: Error) => message),
      (given) => !String(given).includes(CATCHING_UP),
    )
    expect(answer).toMatchObject({ status: 'sent' })
    expect(await server.stop()).toBe(0)
    const second = await server.restart()
    const conversation = await staff.messages.conversation({ number: '+447700900123' })
    expect(conversation.messages).toMatchObject([{ body: 'Hello' }])
    expect(await second.stop()).toBe(0)
  } finally {
    await server.kill()
    await server.remove()
  }
})

test('a database lost while connections are opened does not end the server', async () => {
  const { url } = await testDatabase()
  const proxy = await startDatabaseProxy(url)
  const server = await startServer({ DATABASE_URL: proxy.url, LOG_LEVEL: 'info' })
  try {
    proxy.failQueries(FIRST_QUERY)
    proxy.dropConnections()
    await until(
      () => Promise.resolve(proxy.failedQueries()),
      (failed) => failed >= 3,
    )
    proxy.stopFailing()
    proxy.dropConnections()
    await until(
      () => fetch(`${server.origin}/readyz`),
      ({ ok }) => ok,
    )
    expect(server.child.exitCode).toBeNull()
    expect(await server.stop()).toBe(0)
  } finally {
    await server.kill()
    await server.remove()
    proxy.stop()
  }
})

test('a server that loses its database during startup retries and is not ready until then', async () => {
  const { url } = await testDatabase()
  const proxy = await startDatabaseProxy(url)
  proxy.failQueries('simulated_account', 1)
  proxy.holdQueries('listen "outbox"')
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'salonback-server-'))
  const starting = startServer({ DATABASE_URL: proxy.url }, { dataDir, port })
  try {
    await until(
      () => Promise.resolve(proxy.heldQueries()),
      (held) => held > 0,
    )
    expect(proxy.failedQueries()).toBe(1)
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503)
    proxy.releaseQueries()
    expect((await starting).output()).toContain('retrying')
    expect(await (await starting).stop()).toBe(0)
  } finally {
    proxy.releaseQueries()
    const server = await starting
    await server.kill()
    await server.remove()
    proxy.stop()
  }
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
  const server = await startServer({ DATABASE_URL: url })
  try {
    const { staff, staffFetch } = await logIn(server.origin)
    await staffFetch(server.origin + eventsPath)
    await handsetsOf(server.origin).injectFault({ kind: 'delay', ms: 5000, count: 1 })
    const reply = staff.messages.reply({ phoneNumber: '+447700900123', message: 'Hello' })
    await until(
      () => sql`select 1 from messages`,
      (rows) => rows.length === 1,
    )
    const stopped = [server.stop(), server.stop()]
    // The carrier accepts the text before its delayed response, so the receipt may arrive first.
    expect((await reply).status).toMatch(/^(sent|delivered)$/)
    expect(await Promise.all(stopped)).toEqual([0, 0])
  } finally {
    await server.kill()
    await server.remove()
  }
})

test('SIMULATOR=on in production logs a warning that texts reach no phone', async () => {
  const { url } = await testDatabase()
  const server = await startServer({ DATABASE_URL: url, NODE_ENV: 'production', SIMULATOR: 'on' })
  try {
    expect(server.output()).toContain('texts reach no phone')
    expect(await server.stop()).toBe(0)
  } finally {
    await server.kill()
    await server.remove()
  }
})
