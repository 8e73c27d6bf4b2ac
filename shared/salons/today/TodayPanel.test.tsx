// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakePlatform, renderScreen } from '../../kit/testing.tsx'
import type { TodayItem } from './contract.ts'
import { TodayPanel } from './TodayPanel.tsx'

const item = (n: number, more: Partial<TodayItem> = {}): TodayItem => ({
  salonId: `5d6ff7a0-0000-4000-8000-00000000000${n}`,
  salonName: `Salon ${n}`,
  kind: 'visits',
  text: '5 visits to decide',
  since: null,
  ...more,
})

function open(items: TodayItem[]) {
  const platform = fakePlatform({ today: { list: async () => items } }, '/admin/salons')
  renderScreen(<TodayPanel />, platform)
  return platform
}

test('each row shows the task, the salon, since when it waits, and its one action', async () => {
  const hourAgo = new Date(Date.now() - 3_660_000).toISOString()
  const platform = open([
    item(1, { kind: 'replies', text: '2 replies wait', since: hourAgo }),
    item(2),
    item(1, { kind: 'overdue', text: '1 statement is overdue' }),
  ])
  const rows = within(await screen.findByRole('list', { name: 'To do' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '2 replies waitSalon 11 hour agoAnswer',
    '5 visits to decideSalon 2Decide',
    '1 statement is overdueSalon 1See fees',
  ])
  expect(screen.getByText('3 things to do')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Answer: Salon 1' }))
  expect(platform.route.get()).toBe(`/admin/salons/replies?salon=${item(1).salonId}`)
  await userEvent.click(screen.getByRole('link', { name: 'Decide: Salon 2' }))
  expect(platform.route.get()).toBe(`/admin/salons/${item(2).salonId}?part=visits`)
})

test('a task of all salons names none, and leads to the page where it is done', async () => {
  const platform = open([
    item(1, { kind: 'receiverOff', text: 'Events to n8n.example are off', salonId: null, salonName: '' }),
    item(2, { kind: 'optOutRequests', text: '2 opt-outs to decide' }),
  ])
  await userEvent.click(
    await screen.findByRole('link', { name: 'Look at it: Events to n8n.example are off' }),
  )
  expect(platform.route.get()).toBe('/admin/salons/connect')
  await userEvent.click(screen.getByRole('link', { name: 'Decide: Salon 2' }))
  expect(platform.route.get()).toBe('/admin?tab=dash&show=optouts')
})

test('a long list shows its first rows until *Show all* is pressed', async () => {
  open([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => item(n)))
  const list = within(await screen.findByRole('list', { name: 'To do' }))
  expect(list.getAllByRole('listitem')).toHaveLength(8)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 9' }))
  expect(list.getAllByRole('listitem')).toHaveLength(9)
})

test('an empty list says that nothing waits', async () => {
  open([])
  expect(await screen.findByText(/^Nothing waits/)).toBeTruthy()
})
