import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { subscribeToEvents } from './serverEvents.ts'

/** A fake EventSource; the test plays the server. */
class Source extends EventTarget {
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  closed = false
  close() {
    this.closed = true
  }
}

function subscribe() {
  const sources: Source[] = []
  const received: unknown[] = []
  const states: string[] = []
  let back = () => {}
  const stop = subscribeToEvents(
    (name, data) => received.push([name, data]),
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
  return { sources, received, states, stop, back: () => back(), last: () => sources.at(-1) as Source }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('events are passed on with their data; invalid data is dropped', () => {
  const { last, received } = subscribe()
  last().dispatchEvent(new MessageEvent('message', { data: '{"phone":"+447700900142","inbound":true}' }))
  last().dispatchEvent(new MessageEvent('lead', { data: '{}' }))
  last().dispatchEvent(new MessageEvent('lead', { data: 'nonsense' }))
  expect(received).toEqual([
    ['message', { phone: '+447700900142', inbound: true }],
    ['lead', {}],
  ])
})

test('a broken connection is reopened with a growing delay', () => {
  const { sources, states, last } = subscribe()
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

test('recent changes of the first ready event become events, those after a reconnect do not', () => {
  const { last, received } = subscribe()
  last().dispatchEvent(new MessageEvent('ready', { data: '{"recent":["message"]}' }))
  expect(received).toEqual([['message', {}]])
  last().onerror?.()
  vi.advanceTimersByTime(500)
  last().dispatchEvent(new MessageEvent('ready', { data: '{"recent":["message"]}' }))
  expect(received).toHaveLength(1)
})

test('changes before the page began to load are not read again', () => {
  vi.advanceTimersByTime(1000)
  const { last, received } = subscribe()
  const ages = { message: 1500, lead: 900, waitlist: 30_000 }
  const data = JSON.stringify({ recent: ['message', 'lead', 'waitlist', 'contact'], ages })
  last().dispatchEvent(new MessageEvent('ready', { data }))
  expect(received).toEqual([
    ['lead', {}],
    ['contact', {}],
  ])
})

test('onBack reconnects without waiting', () => {
  const { sources, last, back } = subscribe()
  back()
  expect(sources).toHaveLength(1)
  last().onerror?.()
  back()
  expect(sources).toHaveLength(2)
})

test('unsubscribing closes the connection and stops retrying', () => {
  const { sources, last, stop } = subscribe()
  last().onerror?.()
  stop()
  vi.advanceTimersByTime(60_000)
  expect(sources).toHaveLength(1)
  expect(last().closed).toBe(true)
})
