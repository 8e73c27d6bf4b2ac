import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hearEvents } from './events.ts'

/** What of EventSource the code uses; the test plays the server. */
class Source extends EventTarget {
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  closed = false
  close() {
    this.closed = true
  }
}

function hearing() {
  const sources: Source[] = []
  const heard: unknown[] = []
  const states: string[] = []
  let back = () => {}
  const stop = hearEvents(
    (name, data) => heard.push([name, data]),
    (state) => states.push(state),
    {
      onBack: (listener) => {
        back = listener
        return () => {}
      },
      open: () => {
        const source = new Source()
        sources.push(source)
        return source as unknown as EventSource
      },
    },
  )
  return { sources, heard, states, stop, back: () => back(), last: () => sources.at(-1) as Source }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('events are told with their data; broken data is left out', () => {
  const { last, heard } = hearing()
  last().dispatchEvent(new MessageEvent('message', { data: '{"phone":"+447700900142","inbound":true}' }))
  last().dispatchEvent(new MessageEvent('lead', { data: '{}' }))
  last().dispatchEvent(new MessageEvent('lead', { data: 'nonsense' }))
  expect(heard).toEqual([
    ['message', { phone: '+447700900142', inbound: true }],
    ['lead', {}],
  ])
})

test('a line that breaks is taken up again, with growing pauses', () => {
  const { sources, states, last } = hearing()
  last().onopen?.()
  last().onerror?.()
  expect(states).toEqual(['live', 'reconnecting'])
  vi.advanceTimersByTime(499)
  expect(sources).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(sources).toHaveLength(2)
  last().onerror?.()
  vi.advanceTimersByTime(999)
  expect(sources).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(sources).toHaveLength(3)
})

test('a server that looks for changes every second says so with its first event', () => {
  const { last, states } = hearing()
  last().onopen?.()
  last().dispatchEvent(new MessageEvent('ready', { data: '{"polled":false}' }))
  expect(states).toEqual(['live'])
  last().dispatchEvent(new MessageEvent('ready', { data: '{"polled":true}' }))
  expect(states).toEqual(['live', 'polled'])
})

test('what changed while the console loaded is read again, once; after a break everything is read anyway', () => {
  const { last, heard } = hearing()
  last().dispatchEvent(new MessageEvent('ready', { data: '{"recent":["message"]}' }))
  expect(heard).toEqual([['message', {}]])
  last().onerror?.()
  vi.advanceTimersByTime(500)
  last().dispatchEvent(new MessageEvent('ready', { data: '{"recent":["message"]}' }))
  expect(heard).toHaveLength(1)
})

test('nobody waits out a pause when the server is known to be back', () => {
  const { sources, last, back } = hearing()
  back()
  expect(sources).toHaveLength(1)
  last().onerror?.()
  back()
  expect(sources).toHaveLength(2)
})

test('who stops hears nothing more', () => {
  const { sources, last, stop } = hearing()
  last().onerror?.()
  stop()
  vi.advanceTimersByTime(60_000)
  expect(sources).toHaveLength(1)
  expect(last().closed).toBe(true)
})
