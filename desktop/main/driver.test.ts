import { afterEach, expect, test, vi } from 'vitest'
import { driverAttached } from './driver.ts'

const held = globalThis as { __playwright_run?: () => void }
afterEach(() => {
  vi.useRealTimers()
  delete held.__playwright_run
})

test('without an inspector nobody is waited for', async () => {
  await driverAttached(undefined)
  expect(held.__playwright_run).toBeUndefined()
})

test('with one the driver says when it is ready', async () => {
  vi.useFakeTimers()
  const attached = vi.fn()
  void driverAttached('ws://127.0.0.1:1').then(attached)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(attached).not.toHaveBeenCalled()
  held.__playwright_run?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(attached).toHaveBeenCalledOnce()
})

test('whoever debugs without a driver sees the window after ten seconds', async () => {
  vi.useFakeTimers()
  const attached = vi.fn()
  void driverAttached('ws://127.0.0.1:1').then(attached)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(attached).toHaveBeenCalledOnce()
})
