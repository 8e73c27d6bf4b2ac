import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showWhenReady } from './showWhenReady.ts'

class FakeWindow extends EventEmitter {
  calls: string[] = []
  destroyed = false
  isDestroyed = () => this.destroyed
  maximize = () => void this.calls.push('maximize')
  show = () => void this.calls.push('show')
}

const opened = (maximized = false) => {
  const window = new FakeWindow()
  showWhenReady(window as unknown as BrowserWindow, { maximized })
  return window
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a window is shown once, after its first paint', () => {
  const window = opened(true)
  expect(window.calls).toEqual([])
  window.emit('ready-to-show')
  expect(window.calls).toEqual(['maximize', 'show'])
  vi.runAllTimers()
  expect(window.calls).toEqual(['maximize', 'show'])
})

test('a window that does not paint while hidden is shown after two seconds', () => {
  const window = opened()
  vi.advanceTimersByTime(1999)
  expect(window.calls).toEqual([])
  vi.advanceTimersByTime(1)
  window.emit('ready-to-show')
  expect(window.calls).toEqual(['show'])
})

test('a destroyed window is not shown', () => {
  const window = opened()
  window.destroyed = true
  vi.runAllTimers()
  expect(window.calls).toEqual([])
})
