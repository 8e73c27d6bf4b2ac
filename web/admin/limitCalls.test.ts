import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitCalls } from './limitCalls.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a burst is called immediately, further calls at the refill rate, and the last call is not lost', () => {
  const act = vi.fn()
  const limited = limitCalls(act, { burst: 20, refillMs: 400 })
  for (let n = 0; n < 20; n++) limited.call()
  expect(act).toHaveBeenCalledTimes(20)
  for (let n = 0; n < 300; n++) {
    vi.advanceTimersByTime(100)
    limited.call()
  }
  // In 30 s: the burst and one call every 400 ms, below Safari's limit of 100.
  expect(act).toHaveBeenCalledTimes(20 + 75)
  limited.call()
  vi.advanceTimersByTime(400)
  expect(act).toHaveBeenCalledTimes(20 + 76)
  vi.advanceTimersByTime(60_000)
  expect(act).toHaveBeenCalledTimes(20 + 76)
})

test('a delayed call can be canceled', () => {
  const act = vi.fn()
  const limited = limitCalls(act, { burst: 1, refillMs: 400 })
  limited.call()
  limited.call()
  limited.cancel()
  vi.advanceTimersByTime(1000)
  expect(act).toHaveBeenCalledTimes(1)
})
