// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServerCheck } from '../bridge.ts'
import { NoConnection } from './NoConnection.tsx'

const found: ServerCheck = { kind: 'found', origin: 'https://a.example', encrypted: true, version: '1.0.0' }
let result: ServerCheck
let checked: string[]

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  result = { kind: 'unreachable' }
  checked = []
  window.desktop = {
    checkServer: async (address: string) => {
      checked.push(address)
      return result
    },
  } as typeof window.desktop
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function render() {
  const box = document.createElement('div')
  const root = createRoot(box)
  const onConnected = vi.fn(() => root.unmount())
  await act(async () => root.render(<NoConnection server="https://a.example" onConnected={onConnected} />))
  return { box, onConnected }
}

test('an unreachable server is checked every five seconds until it answers', async () => {
  const { box, onConnected } = await render()
  expect(box.textContent).toContain('No connection')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(checked).toEqual(['https://a.example', 'https://a.example'])
  expect(onConnected).not.toHaveBeenCalled()
  result = found
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(onConnected).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(checked).toHaveLength(3)
})

test('Try again checks immediately', async () => {
  const { box, onConnected } = await render()
  result = found
  await act(async () => box.querySelector<HTMLButtonElement>('.sb-entry-form button')?.click())
  expect(checked).toHaveLength(2)
  expect(onConnected).toHaveBeenCalledTimes(1)
})
