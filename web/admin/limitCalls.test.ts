import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitCalls } from './limitCalls.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a few calls are made at once, many at most as often as allowed, and the last of them is not lost', () => {
  const act = vi.fn()
  const limited = limitCalls(act, { burst: 20, refillMs: 400 })
  for (let n = 0; n < 20; n++) limited.call()
  expect(act).toHaveBeenCalledTimes(20)
  for (let n = 0; n < 300; n++) {
    vi.advanceTimersByTime(100)
    limited.call()
  }
  // In 30 s: the first ones and one in each 400 ms, fewer than Safari's 100.
  expect(act).toHaveBeenCalledTimes(20 + 75)
  limited.call()
  vi.advanceTimersByTime(400)
  expect(act).toHaveBeenCalledTimes(20 + 76)
  vi.advanceTimersByTime(60_000)
  expect(act).toHaveBeenCalledTimes(20 + 76)
})

test('a call that waits can be taken back', () => {
  const act = vi.fn()
  const limited = limitCalls(act, { burst: 1, refillMs: 400 })
  limited.call()
  limited.call()
  limited.cancel()
  vi.advanceTimersByTime(1000)
  expect(act).toHaveBeenCalledTimes(1)
})
