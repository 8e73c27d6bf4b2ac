// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Tip, TipProvider } from './Tip.tsx'
import { StillObserver } from './testing.tsx'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

test('a tooltip opens after 700 ms; within 300 ms of another one, immediately', () => {
  vi.useFakeTimers()
  vi.stubGlobal('ResizeObserver', StillObserver)
  render(
    <TipProvider>
      <Tip content="First words">
        <button type="button">One</button>
      </Tip>
      <Tip content="Second words">
        <button type="button">Two</button>
      </Tip>
    </TipProvider>,
  )
  const over = (name: string) => fireEvent.pointerMove(screen.getByText(name), { pointerType: 'mouse' })
  const leave = (name: string) => {
    fireEvent.pointerLeave(screen.getByText(name), { pointerType: 'mouse' })
    // Away from the tooltip: Radix keeps it open while the pointer moves towards it.
    fireEvent.pointerMove(document.body, { pointerType: 'mouse', clientX: 900, clientY: 900 })
  }
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  over('One')
  wait(699)
  expect(screen.queryByRole('tooltip')).toBeNull()
  wait(1)
  expect(screen.getByRole('tooltip').textContent).toBe('First words')
  leave('One')
  wait(299)
  over('Two')
  wait(0)
  expect(screen.getByRole('tooltip').textContent).toBe('Second words')
  leave('Two')
  wait(301)
  over('One')
  wait(699)
  expect(screen.queryByRole('tooltip')).toBeNull()
})
