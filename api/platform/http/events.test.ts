import { eventsPath } from '@salonback/shared/platform/http/wire.ts'
import { logIn } from '@salonback/shared/testing/server.ts'
import { expect, inject, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { fictional, makeProspect } from '../../testing/factories.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { openDatabase } from '../db/open.ts'

type Get = (path: string, init?: RequestInit) => Promise<Response>

/** Reads events from an open stream, one `event: data` line each. */
async function listen(get: Get) {
  const abort = new AbortController()
  const response = await get(eventsPath, { signal: abort.signal })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  const next = async (): Promise<{ event: string; data: Record<string, unknown> }> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        const [, event] = /^event: (.*)$/m.exec(block) ?? []
        const [, data] = /^data: (.*)$/m.exec(block) ?? []
        if (event) return { event, data: JSON.parse(data ?? '{}') }
        continue
      }
      const { value, done } = await reader.read()
      if (done) throw new Error('the stream ended')
      text += decoder.decode(value, { stream: true })
    }
  }
  const { data: ready } = await next()
  return { next, ready, response, close: () => abort.abort() }
}

test('a committed text is published to every stream', async () => {
  const { origin, staffRequest } = await testApp()
  const screens = await Promise.all([listen(staffRequest), listen(staffRequest)])
  await textFrom(origin, fictional(70), 'Hello?')
  for (const screen of screens) {
    expect(await screen.next()).toMatchObject({
      event: 'message',
      data: { phone: fictional(70), inbound: true },
    })
    screen.close()
  }
})

test('an automatic reply is published without a notification', async () => {
  const { origin, staffRequest } = await testApp()
  const screen = await listen(staffRequest)
  await textFrom(origin, fictional(70), 'I am driving with Do Not Disturb turned on.')
  const { event, data } = await screen.next()
  expect({ event, inbound: Boolean((data as { inbound?: boolean }).inbound) }).toEqual({
    event: 'message',
    inbound: false,
  })
  screen.close()
})

test('a review decision is published to every stream', async () => {
  const { origin, staff, staffRequest } = await testApp()
  await textFrom(origin, fictional(71), 'Hello, wrong number?')
  const [asked] = await staff.inbox.inbound()
  const screen = await listen(staffRequest)
  await staff.inbox.decide({ id: asked?.id ?? '', optOut: false })
  expect(await screen.next()).toMatchObject({ event: 'message', data: { phone: fictional(71) } })
  screen.close()
})

test('events for leads, contact, waitlist and statuses carry no content', async () => {
  const { sql, staff, visitor, staffRequest } = await testApp()
  const { id } = await makeProspect(sql)
  const screen = await listen(staffRequest)
  await visitor.contact.submit({
    name: 'Ana',
    email: 'ana@example.com',
    subject: 'Hi',
    message: 'A long secret message',
  })
  expect(await screen.next()).toEqual({ event: 'contact', data: {} })
  await staff.prospects.setStatus({ id, contactStatus: 'Selected' })
  expect(await screen.next()).toEqual({ event: 'prospect', data: {} })
  await visitor.leads.submit({ mobileNumber: '07700 900 071', country: 'GB' })
  const names = [(await screen.next()).event, (await screen.next()).event]
  expect(names.sort()).toEqual(['lead', 'message'])
  screen.close()
})

test('events resume after a database outage', async () => {
  const { sql, staffRequest } = await testApp()
  const [{ name }] = await sql<[{ name: string }]>`select current_database() as name`
  const close = async (to: boolean) => {
    const elsewhere = openDatabase(inject('databaseUrl'), { max: 1 })
    await elsewhere`alter database ${elsewhere(name)} allow_connections ${elsewhere.unsafe(String(!to))}`
    await elsewhere.end()
  }
  await close(true)
  expect((await staffRequest(eventsPath)).status).toBe(500)
  await close(false)
  // A stream opened during the driver's last failed attempt fails with it.
  await expect
    .poll(async () => {
      const { status, body } = await staffRequest(eventsPath)
      await body?.cancel()
      return status
    })
    .toBe(200)
  const screen = await listen(staffRequest)
  await makeProspect(sql)
  await sql`update prospects set contact_status = 'Selected'`
  expect(await screen.next()).toMatchObject({ event: 'prospect' })
  screen.close()
})

test('a stream ends with its own session only', async () => {
  const { origin, staffRequest } = await testApp()
  const other = await logIn(origin)
  const streams = {
    mine: await listen(staffRequest),
    other: await listen((path, init) => other.staffFetch(origin + path, init)),
  }
  const ended = streams.mine.next().then(
    () => 'an event',
    (error: Error) => error.message,
  )
  const began = Date.now()
  await staffRequest('/api/admin/logout', { method: 'POST' })
  expect(await ended).toBe('the stream ended')
  // Without the NOTIFY the stream would end at its next heartbeat, after 20 s.
  expect(Date.now() - began).toBeLessThan(19_000)
  await textFrom(origin, fictional(73), 'Hello?')
  expect(await streams.other.next()).toMatchObject({ event: 'message' })
  streams.other.close()
})

test('an open stream does not extend its session', async () => {
  const { origin, clock, sql } = await testApp()
  const short = await logIn(origin)
  // Half a second before the idle limit of 12 h.
  await sql`update sessions set last_seen_at = ${new Date(clock().getTime() - 12 * 3_600_000 + 500)}`
  const stream = await listen((path, init) => short.staffFetch(origin + path, init))
  const ended = stream.next().then(
    () => 'an event',
    (error: Error) => error.message,
  )
  clock.advance(500)
  expect(await ended).toBe('the stream ended')
})

test('a session has at most 20 streams, and another one its own', async () => {
  const app = await testApp()
  const { origin, staffRequest } = app
  const screens = await Promise.all(Array.from({ length: 20 }, () => listen(staffRequest)))
  const refused = await staffRequest(eventsPath)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('30')
  const other = await logIn(origin)
  const abort = new AbortController()
  expect((await other.staffFetch(`${origin}${eventsPath}`, { signal: abort.signal })).status).toBe(200)
  abort.abort()
  screens[0]?.close()
  await expect
    .poll(async () => {
      const again = new AbortController()
      const { status } = await staffRequest(eventsPath, { signal: again.signal })
      again.abort()
      return status
    })
    .toBe(200)
  for (const screen of screens) screen.close()
})
