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
