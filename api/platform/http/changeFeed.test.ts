import { eventNames } from '@salonback/shared/platform/http/wire.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { createChangeFeed } from './changeFeed.ts'

/** A feed that listens, and a function that reconnects its LISTEN connection as the driver does. */
async function listeningFeed() {
  const { sql } = await testDatabase()
  let reconnect = () => undefined as unknown
  const listener = Object.assign(Object.create(sql) as typeof sql, {
    listen: async (channel: string, _onPayload: unknown, onListening?: () => unknown) => {
      if (channel === 'events' && onListening) reconnect = onListening
      onListening?.()
    },
  })
  const feed = createChangeFeed(listener)
  await feed.listen()
  return { feed, reconnect: () => reconnect() }
}

test('every name may have changed until the feed listened, for 30 s', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { feed } = await listeningFeed()
  vi.advanceTimersByTime(2000)
  expect(feed.recent()).toEqual(Object.fromEntries(eventNames.map((name) => [name, 2000])))
  vi.advanceTimersByTime(29_000)
  expect(feed.recent()).toEqual({})
})

test('a reconnected LISTEN publishes every event name', async () => {
  const { feed, reconnect } = await listeningFeed()
  const reader = feed.subscribe('a').body.getReader()
  reconnect()
  const { value } = await reader.read()
  expect(new TextDecoder().decode(value)).toBe(
    eventNames.map((name) => `event: ${name}\ndata: {}\n\n`).join(''),
  )
})

test('callbacks of a failed LISTEN attempt are ignored', async () => {
  const { sql } = await testDatabase()
  const attempts: { onPayload: (payload: string) => void; onListening: () => void }[] = []
  let fails = true
  const listener = Object.assign(Object.create(sql) as typeof sql, {
    listen: async (channel: string, onPayload: (payload: string) => void, onListening?: () => void) => {
      if (channel === 'events' && onListening) attempts.push({ onPayload, onListening })
      if (fails) throw new Error('not now')
      onListening?.()
    },
  })
  const feed = createChangeFeed(listener)
  await expect(feed.listen()).rejects.toThrow('not now')
  fails = false
  // The driver retries the failed attempt before another stream starts a new one.
  attempts[0]?.onListening()
  await feed.listen()
  const reader = feed.subscribe('a').body.getReader()
  attempts[0]?.onListening()
  for (const { onPayload } of attempts) onPayload(JSON.stringify({ name: 'lead' }))
  const { value } = await reader.read()
  expect(new TextDecoder().decode(value)).toBe('event: lead\ndata: {}\n\n')
})
