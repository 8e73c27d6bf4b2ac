// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeAfter } from './toastTimer.ts'

let toast: HTMLElement
let button: HTMLElement
const close = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  close.mockReset()
  document.body.innerHTML = '<p tabindex="0">Elsewhere</p><div><button>Close</button></div>'
  toast = document.querySelector('div') as HTMLElement
  button = document.querySelector('button') as HTMLElement
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

const move = (x: number) => toast.dispatchEvent(new MouseEvent('pointermove', { clientX: x, clientY: 5 }))
const leave = () => toast.dispatchEvent(new MouseEvent('pointerleave'))

test.each([5000, 6000])('closes after %i ms', (duration) => {
  closeAfter(toast, duration, close)
  vi.advanceTimersByTime(duration - 1)
  expect(close).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(close).toHaveBeenCalledOnce()
})

test('hovering pauses the timer; leaving continues with the remaining time', () => {
  closeAfter(toast, 5000, close)
  vi.advanceTimersByTime(4000)
  move(1)
  move(2)
  vi.advanceTimersByTime(60_000)
  leave()
  vi.advanceTimersByTime(999)
  expect(close).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(close).toHaveBeenCalledOnce()
})

test('a pointer that already rested there does not pause the timer', () => {
  closeAfter(toast, 5000, close)
  move(1)
  move(1)
  vi.advanceTimersByTime(5000)
  expect(close).toHaveBeenCalledOnce()
})

test('focus pauses the timer', async () => {
  closeAfter(toast, 5000, close)
  button.focus()
  vi.advanceTimersByTime(60_000)
  expect(close).not.toHaveBeenCalled()
  document.querySelector('p')?.focus()
  await Promise.resolve()
  vi.advanceTimersByTime(5000)
  expect(close).toHaveBeenCalledOnce()
})

test('a canceled timer never closes the toast', () => {
  closeAfter(toast, 5000, close)()
  move(1)
  leave()
  vi.advanceTimersByTime(60_000)
  expect(close).not.toHaveBeenCalled()
})
