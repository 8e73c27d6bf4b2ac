import { afterEach, expect, test, vi } from 'vitest'
import { waitForTestDriver } from './testDriver.ts'

const globals = globalThis as { __playwright_run?: () => void }
afterEach(() => {
  vi.useRealTimers()
  delete globals.__playwright_run
})

test('without an inspector the app does not wait', async () => {
  await waitForTestDriver(undefined)
  expect(globals.__playwright_run).toBeUndefined()
})

test('with an inspector the app waits until the driver calls __playwright_run', async () => {
  vi.useFakeTimers()
  const attached = vi.fn()
  void waitForTestDriver('ws://127.0.0.1:1').then(attached)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(attached).not.toHaveBeenCalled()
  globals.__playwright_run?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(attached).toHaveBeenCalledOnce()
})

test('with an inspector and no driver the app starts after ten seconds', async () => {
  vi.useFakeTimers()
  const attached = vi.fn()
  void waitForTestDriver('ws://127.0.0.1:1').then(attached)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(attached).toHaveBeenCalledOnce()
})
