// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PlatformProvider } from '../host/platform.ts'
import { createQueryClient } from '../host/query.ts'
import { fakePlatform } from '../kit/testing.tsx'
import { listKey } from '../prospects/data.ts'
import { DeferredQueries, useDeferredQueries } from './DeferredQueries.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** At this address, while the list of prospects is being read. */
function open(path: string) {
  const platform = fakePlatform({}, path)
  const client = createQueryClient()
  const list = { resolve: (_: object[]) => {}, reject: (_: Error) => {} }
  const answer = new Promise<object[]>((resolve, reject) => Object.assign(list, { resolve, reject }))
  const read = client.prefetchQuery({ queryKey: listKey, queryFn: () => answer })
  const { result } = renderHook(useDeferredQueries, {
    wrapper: ({ children }) => (
      <PlatformProvider value={platform}>
        <QueryClientProvider client={client}>
          <DeferredQueries>{children}</DeferredQueries>
        </QueryClientProvider>
      </PlatformProvider>
    ),
  })
  const ends = (how: () => void) =>
    act(async () => {
      how()
      await read
    })
  return { platform, list, ends, areMade: () => result.current.enabled }
}

test('what stands around the prospects is read when their list is there', async () => {
  const { list, ends, areMade } = open('/admin?tab=prospects')
  expect(areMade()).toBe(false)
  await ends(() => list.resolve([]))
  expect(areMade()).toBe(true)
})

test('or when it has failed', async () => {
  const { list, ends, areMade } = open('/admin?tab=prospects')
  await ends(() => list.reject(new Error('no answer')))
  expect(areMade()).toBe(true)
})

test('at another tab at once, also while the list still comes', () => {
  const { platform, areMade } = open('/admin?tab=prospects')
  expect(areMade()).toBe(false)
  act(() => platform.route.set('/admin?tab=leads'))
  expect(areMade()).toBe(true)
})

test('a list that takes long holds it up for two seconds', () => {
  vi.useFakeTimers()
  const { areMade } = open('/admin?tab=prospects')
  act(() => void vi.advanceTimersByTime(1999))
  expect(areMade()).toBe(false)
  act(() => void vi.advanceTimersByTime(1))
  expect(areMade()).toBe(true)
})
