// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useNow } from './useNow.ts'

const Clock = () => <time>{useNow().toISOString().slice(11, 16)}</time>

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('the time updates every minute, and immediately after a while without listeners', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z') })
  render(<Clock />)
  expect(screen.getByText('09:00')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getByText('09:01')).toBeTruthy()
  cleanup()
  vi.setSystemTime(new Date('2026-11-20T11:30:00Z'))
  render(<Clock />)
  expect(screen.getByText('11:30')).toBeTruthy()
})
