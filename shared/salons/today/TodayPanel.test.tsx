// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { errorResponse, type FakeCalls, fakePlatform, renderAs } from '../../kit/testing.tsx'
import { openStatementForTests } from '../billing/testing.ts'
import { offerForTests } from '../offers/testing.ts'
import type { TodayItem } from './contract.ts'
import { TodayPanel } from './TodayPanel.tsx'

const item = (n: number, more: Partial<TodayItem> = {}): TodayItem => ({
  salonId: `5d6ff7a0-0000-4000-8000-00000000000${n}`,
  salonName: `Salon ${n}`,
  kind: 'visits',
  text: '5 visits to decide',
  since: null,
  count: 5,
  ...more,
})

function open(items: TodayItem[], calls: FakeCalls = {}) {
  const platform = fakePlatform({ today: { list: async () => items }, ...calls }, '/admin/salons')
  renderAs('admin', <TodayPanel />, platform)
  return platform
}

const rowsOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const toDo = () => screen.findByRole('list', { name: 'To do' })

test('a task that is alone in its group shows what it is, the salon, since when, and its one action', async () => {
  const hourAgo = new Date(Date.now() - 3_660_000).toISOString()
  const platform = open([
    item(1, { kind: 'overdue', text: '1 statement is overdue' }),
    item(1, { kind: 'replies', text: '2 replies wait', since: hourAgo }),
    item(2),
  ])
  expect(rowsOf(await toDo())).toEqual([
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

test('tasks of one kind at several salons are one row, which opens to them', async () => {
  const hoursAgo = new Date(Date.now() - 3 * 3_660_000).toISOString()
  const platform = open([
    item(1, { kind: 'replies', text: '70 replies wait', count: 70, since: hoursAgo }),
    item(2, { kind: 'replies', text: '7 replies wait', count: 7 }),
    item(1),
    item(2),
  ])
  expect(rowsOf(await toDo())).toEqual([
    'Replies77 wait at 2 salons3 hours agoAnswer',
    'Visits10 visits to decide at 2 salonsDecide',
  ])
  await userEvent.click(screen.getByRole('link', { name: 'Answer: Replies, 77 wait at 2 salons' }))
  expect(platform.route.get()).toBe('/admin/salons/replies')
  await userEvent.click(screen.getByRole('button', { name: /^Visits/ }))
  expect(rowsOf(screen.getByRole('list', { name: 'Visits' }))).toEqual([
    '5 visits to decideSalon 1Decide',
    '5 visits to decideSalon 2Decide',
  ])
})

test('t, j, k and the arrows move over the actions of the list, and right and left open and close a group', async () => {
  open([item(1), item(2), item(1, { kind: 'disputes', text: '1 dispute waits' })])
  await toDo()
  const focused = () => document.activeElement?.getAttribute('aria-label')
  await userEvent.keyboard('t')
  expect(focused()).toBe('Decide: Visits, 10 visits to decide at 2 salons')
  await userEvent.keyboard('j')
  expect(focused()).toBe('Decide: Salon 1')
  await userEvent.keyboard('k{ArrowRight}{ArrowDown}{ArrowDown}')
  expect(focused()).toBe('Decide: Salon 2')
  await userEvent.keyboard('{ArrowLeft}')
  expect(focused()).toBe('Decide: Visits, 10 visits to decide at 2 salons')
  expect(screen.queryByRole('list', { name: 'Visits' })).toBeNull()
})

test('one press asks each owner for a list, by e-mail where a text cannot be sent, and names what failed', async () => {
  const list = vi.fn(async () => [1, 2, 3].map((n) => item(n, { kind: 'listOld', count: 1 })))
  const createLink = vi.fn(async ({ id, text }: { id: string; text?: boolean }) => {
    if (id !== item(1).salonId && text) throw errorResponse(409, "Enter the owner's number first")
    if (id === item(3).salonId) throw errorResponse(409, "Enter the owner's email address first")
    return { url: '', expiresAt: null }
  })
  open([], { today: { list }, salons: { createLink } })
  await userEvent.click(await screen.findByRole('button', { name: 'Ask 3 owners for a list' }))
  expect(await screen.findByText('2 owners asked for a list')).toBeTruthy()
  expect(screen.getByText("Not Salon 3: Enter the owner's number first")).toBeTruthy()
  const [one, two, three] = [1, 2, 3].map((n) => ({ id: item(n).salonId, purpose: 'list' }))
  expect(createLink.mock.calls.map(([call]) => call)).toEqual([
    { ...one, text: true },
    { ...two, text: true },
    { ...two, mail: true },
    { ...three, text: true },
    { ...three, mail: true },
  ])
  await waitFor(() => expect(list).toHaveBeenCalledTimes(2))
})

test('the preview shows the clients and words of each campaign, and one press starts those that are ticked', async () => {
  const offer = offerForTests(1, { state: 'approved', text: 'Glow: hello' })
  const preview = {
    ...{ leftOut: {}, segments: 20, days: 1, firstAt: null, lastAt: null },
    estimate: { cost: [], unpriced: 0 },
  }
  const start = vi.fn(async () => ({}))
  open(
    [1, 2, 3].map((n) => item(n, { kind: 'canText', text: '20 clients could be texted now', count: 20 })),
    {
      offers: { list: async () => ({ items: [offer], nextCursor: null }) },
      campaigns: {
        preview: async ({ id }: { id: string }) => ({
          ...preview,
          recipients: id === item(3).salonId ? 0 : 20,
        }),
        start,
      } as never,
    },
  )
  expect(rowsOf(await toDo())).toEqual(['Ready to text3 salons, 60 clientsStart 3 campaigns'])
  await userEvent.click(screen.getByRole('button', { name: 'Start 3 campaigns' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Start campaigns' }))
  await dialog.findByRole('button', { name: 'Start 2 campaigns: text 40 clients' })
  expect(dialog.getByText('No client may be texted now')).toBeTruthy()
  await userEvent.click(dialog.getByRole('checkbox', { name: /Salon 2/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Start 1 campaign: text 20 clients' }))
  expect(await screen.findByText('1 campaign started')).toBeTruthy()
  expect(start.mock.calls.map(([call]: unknown[]) => call)).toEqual([
    expect.objectContaining({ id: item(1).salonId, offerId: offer.id, perDay: 20, keptAside: 10 }),
  ])
})

test('one press reminds of every overdue statement that can be reminded of, and statements are issued from here', async () => {
  const remind = vi.fn(async () => ({ sentBy: 'text' as const, reminders: 1 }))
  const statements = [
    openStatementForTests(1, { overdue: true }),
    openStatementForTests(2, { overdue: true, noReminder: 'Two were sent' }),
  ]
  open(
    [
      item(1, { kind: 'overdue', count: 2 }),
      item(2, { kind: 'statement', text: 'Issue a statement', count: 1 }),
    ],
    { billing: { open: async () => ({ items: statements, openFrom: null, issued: 2 }), remind } },
  )
  expect(await screen.findByText('2 overdue statements, 1 salon to bill')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Remind 1' }))
  expect(await screen.findByText('1 reminder sent')).toBeTruthy()
  expect(remind).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('button', { name: 'Issue statements...' }))
  expect(await screen.findByRole('dialog', { name: 'Issue statements' })).toBeTruthy()
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

test('an empty list says that nothing waits', async () => {
  open([])
  expect(await screen.findByText(/^Nothing waits/)).toBeTruthy()
})
