import { eventNames } from '@salonback/shared/http/wire.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { testDatabase } from '../testing/database.ts'
import { createListeningHub } from './changes.ts'

/** A hub that hears, and who makes its listening connection begin anew, as the driver does after a loss. */
async function hearing() {
  const { sql } = await testDatabase()
  let again = () => undefined as unknown
  const listener = Object.assign(Object.create(sql) as typeof sql, {
    listen: async (channel: string, _told: unknown, begun?: () => unknown) => {
      if (channel === 'events' && begun) again = begun
      begun?.()
    },
  })
  const hub = createListeningHub({ listener, sql, log: createLog('silent') })
  await hub.listen()
  return { hub, again: () => again() }
}

test('until it has heard for half a minute a hub takes everything for changed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { hub } = await hearing()
  expect(hub.recent()).toEqual([...eventNames])
  vi.advanceTimersByTime(31_000)
  expect(hub.recent()).toEqual([])
})

test('a hub that listens again after a loss tells every screen that anything may have changed', async () => {
  const { hub, again } = await hearing()
  const told: string[] = []
  hub.join({ write: async (bytes) => void told.push(new TextDecoder().decode(bytes)) }, 'a')
  again()
  await expect
    .poll(() => told.join(''))
    .toBe(eventNames.map((name) => `event: ${name}\ndata: {}\n\n`).join(''))
})

test('a hub whose first attempt to listen failed, and was then taken up by the driver, tells what happens and no more', async () => {
  const { sql } = await testDatabase()
  const attempts: { told: (payload: string) => void; begun: () => void }[] = []
  let refused = true
  const listener = Object.assign(Object.create(sql) as typeof sql, {
    listen: async (channel: string, told: (payload: string) => void, begun?: () => void) => {
      if (channel === 'events' && begun) attempts.push({ told, begun })
      if (refused) throw new Error('not now')
      begun?.()
    },
  })
  const hub = createListeningHub({ listener, sql, log: createLog('silent') })
  await expect(hub.listen()).rejects.toThrow('not now')
  refused = false
  // The driver listens again for the attempt that failed, before another stream asks for one.
  attempts[0]?.begun()
  await hub.listen()
  const told: string[] = []
  hub.join({ write: async (bytes) => void told.push(new TextDecoder().decode(bytes)) }, 'a')
  attempts[0]?.begun()
  for (const { told: tell } of attempts) tell(JSON.stringify({ name: 'lead' }))
  await expect.poll(() => told.join('')).toBe('event: lead\ndata: {}\n\n')
})
