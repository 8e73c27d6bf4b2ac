import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryKeyOf } from '../kit/data.ts'
import { createRefresher } from './events.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const client = new QueryClient()
  const paths: string[] = []
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async (filters) => {
    paths.push((filters?.queryKey ?? ['all']).join('/'))
  })
  return { client, paths, refresher: createRefresher(client) }
}

test('a text invalidates the inbox, its conversation and the counts', () => {
  const { paths, refresher } = setUp()
  refresher.onEvent('message', { phone: '+447700900142', inbound: true })
  expect(paths).toContain('/api/admin/inbound-sms/page')
  expect(paths).toContain('/api/admin/inbound-sms/counts')
  expect(paths).toContain('/api/admin/conversation/+447700900142')
  expect(paths).toContain('/api/admin/sms-metrics')
})

test('a salon event reads salons, their visits and fees, and replies, but no list of the agency', async () => {
  const client = new QueryClient()
  const list = queryKeyOf('salons', 'list')
  const one = queryKeyOf('salons', 'get', { id: '5d6ff7a0-0000-4000-8000-000000000001' })
  const replies = queryKeyOf('replies', 'list', { state: 'waiting' })
  const conversation = queryKeyOf('replies', 'conversation', { id: 'x', number: '+447700900142' })
  const [id, number] = ['5d6ff7a0-0000-4000-8000-000000000001', 1]
  const ofMoney = [
    queryKeyOf('visits', 'list', { id, state: 'to_decide' }),
    queryKeyOf('billing', 'entries', { id }),
    queryKeyOf('billing', 'statements', { id }),
    queryKeyOf('billing', 'statement', { id, number }),
  ]
  const eligible = queryKeyOf('clients', 'countEligible', { id })
  const waiting = queryKeyOf('replies', 'waiting')
  const deskSalons = queryKeyOf('replies', 'salons')
  const ofSalons = [list, one, eligible, replies, conversation, waiting, deskSalons, ...ofMoney]
  const ofAgency = [queryKeyOf('inbox', 'inboxPage'), queryKeyOf('metrics', 'sms')]
  for (const key of [...ofSalons, ...ofAgency]) client.setQueryData(key, {})
  const refresher = createRefresher(client)
  refresher.onEvent('salon', {})
  for (const key of ofSalons) expect(client.getQueryState(key)?.isInvalidated).toBe(true)
  for (const key of ofAgency) expect(client.getQueryState(key)?.isInvalidated).toBe(false)
  refresher.stop()
})

test('a thousand receipts read the inbox immediately and once more after the interval', () => {
  const { paths, refresher } = setUp()
  for (let n = 0; n < 1000; n++) refresher.onEvent('message', { phone: '+447700900142' })
  const reads = () => paths.filter((path) => path === '/api/admin/inbound-sms/page').length
  expect(reads()).toBe(1)
  vi.advanceTimersByTime(400)
  expect(reads()).toBe(2)
  vi.advanceTimersByTime(60_000)
  expect(reads()).toBe(2)
})

test.each([
  [5000, 1250],
  [100_000, 6000],
])('a list of %i prospects is read at most every %i ms', (length, interval) => {
  const { client, paths, refresher } = setUp()
  client.setQueryData(['/api/admin/prospects'], Array(length).fill({}))
  const reads = () => paths.filter((path) => path === '/api/admin/prospects').length
  for (let n = 0; n < 1000; n++) refresher.onEvent('prospect', {})
  expect(reads()).toBe(1)
  vi.advanceTimersByTime(interval - 10)
  expect(reads()).toBe(1)
  vi.advanceTimersByTime(20)
  expect(reads()).toBe(2)
  vi.advanceTimersByTime(60_000)
  expect(reads()).toBe(2)
})

test('a read that still runs is not canceled by the next event', () => {
  const { client, paths, refresher } = setUp()
  const isFetching = vi.spyOn(client, 'isFetching').mockReturnValue(1)
  const reads = () => paths.filter((path) => path === '/api/admin/leads').length
  refresher.onEvent('lead', {})
  refresher.onEvent('lead', {})
  vi.advanceTimersByTime(2000)
  expect(reads()).toBe(1)
  isFetching.mockReturnValue(0)
  vi.advanceTimersByTime(300)
  expect(reads()).toBe(2)
})

test('nothing is read after stop', () => {
  const { paths, refresher } = setUp()
  refresher.onEvent('lead', {})
  refresher.onEvent('lead', {})
  refresher.stop()
  const before = paths.length
  expect(before).toBeGreaterThan(0)
  vi.advanceTimersByTime(60_000)
  expect(paths).toHaveLength(before)
})
