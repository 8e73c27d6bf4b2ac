import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showWhenReady } from './showWhenReady.ts'

class FakeWindow extends EventEmitter {
  done: string[] = []
  destroyed = false
  isDestroyed = () => this.destroyed
  maximize = () => void this.done.push('maximize')
  show = () => void this.done.push('show')
}

const opened = (maximized = false) => {
  const window = new FakeWindow()
  showWhenReady(window as unknown as BrowserWindow, { maximized })
  return window
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a window is shown once, when it has its first picture', () => {
  const window = opened(true)
  expect(window.done).toEqual([])
  window.emit('ready-to-show')
  expect(window.done).toEqual(['maximize', 'show'])
  vi.runAllTimers()
  expect(window.done).toEqual(['maximize', 'show'])
})

test('a window that is never ready while hidden is shown after two seconds', () => {
  const window = opened()
  vi.advanceTimersByTime(1999)
  expect(window.done).toEqual([])
  vi.advanceTimersByTime(1)
  window.emit('ready-to-show')
  expect(window.done).toEqual(['show'])
})

test('a window closed before is left alone', () => {
  const window = opened()
  window.destroyed = true
  vi.runAllTimers()
  expect(window.done).toEqual([])
})
