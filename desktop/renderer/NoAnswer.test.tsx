// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServerCheck } from '../bridge.ts'
import { NoAnswer } from './NoAnswer.tsx'

const found: ServerCheck = { kind: 'found', origin: 'https://a.example', encrypted: true, version: '1.0.0' }
let answer: ServerCheck
let asked: string[]

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  answer = { kind: 'unreachable' }
  asked = []
  window.desktop = {
    checkServer: async (address: string) => {
      asked.push(address)
      return answer
    },
  } as typeof window.desktop
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function waiting() {
  const box = document.createElement('div')
  const root = createRoot(box)
  const onAnswer = vi.fn(() => root.unmount())
  await act(async () => root.render(<NoAnswer server="https://a.example" onAnswer={onAnswer} />))
  return { box, onAnswer }
}

test('a silent server is asked again every five seconds, and the app goes on once it answers', async () => {
  const { box, onAnswer } = await waiting()
  expect(box.textContent).toContain('No connection')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(asked).toEqual(['https://a.example', 'https://a.example'])
  expect(onAnswer).not.toHaveBeenCalled()
  answer = found
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(onAnswer).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked).toHaveLength(3)
})

test('Try again asks at once', async () => {
  const { box, onAnswer } = await waiting()
  answer = found
  await act(async () => box.querySelector<HTMLButtonElement>('.sb-entry-button')?.click())
  expect(asked).toHaveLength(2)
  expect(onAnswer).toHaveBeenCalledTimes(1)
})
