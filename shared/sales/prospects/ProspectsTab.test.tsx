// @vitest-environment happy-dom

import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { statusTone } from '../../core/inbox/StatusBadge.tsx'
import { errorResponse, type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import type { CampaignPreview } from '../firstTexts/contract.ts'
import { campaignForTests } from '../firstTexts/testing.ts'
import type { Prospect } from './contract.ts'
import { ProspectsTab } from './ProspectsTab.tsx'
import { prospectForTests } from './testing.ts'

const id = (n: number) => `5d6ff7a0-0000-4000-8000-${String(n).padStart(12, '0')}`
const rows = Array.from({ length: 12 }, (_, n) =>
  prospectForTests(n, {
    category: n % 2 ? 'Nail Salon' : 'Day Spa',
    country: n % 3 ? 'GB' : 'US',
    phoneType: n === 5 ? 'landline' : 'mobile',
    address: `${n} Mare St`,
    rating: 4 + n / 20,
    reviewCount: n * 20,
    teamSize: n,
    contactStatus: n === 1 ? 'Contacted' : null,
  }),
)

const preview: CampaignPreview = {
  recipients: 10,
  waiting: 4,
  segments: 20,
  leftOut: [
    { prospectId: id(5), reason: 'landline' },
    { prospectId: id(1), reason: 'already_texted' },
  ],
  samples: [],
  prices: [],
}
const campaign = campaignForTests()

function open(calls: FakeCalls = {}, path = '/admin?tab=prospects') {
  const platform = fakePlatform({ prospects: { list: async () => rows }, ...calls }, path)
  renderScreen(<ProspectsTab />, platform)
  return platform
}

beforeEach(() =>
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} })),
)

/** Names of the rows, from top to bottom. */
const names = () =>
  [...screen.getByRole('table', { name: 'Prospects' }).querySelectorAll<HTMLElement>('tr[data-index]')].map(
    (row) => row.querySelector('td button')?.textContent,
  )

const showing = (count: number) => screen.findByText(`Showing ${count} of 12 prospects`)

test('filters narrow the list; an empty result says so and offers to clear them', async () => {
  open()
  await showing(12)
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Nail Salon')
  await showing(6)
  await userEvent.selectOptions(screen.getByLabelText('Contact Status'), 'Contacted')
  await showing(1)
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'US')
  expect(await screen.findByText('No prospects found matching your filters.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear 3 filters' }))
  await showing(12)
})

test('on a phone a button that counts the filters shows and hides them', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width: 37.49em'),
    addEventListener() {},
    removeEventListener() {},
  }))
  open()
  await showing(12)
  const fold = screen.getByRole('button', { name: 'Filters' })
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByLabelText('Category')).toBeNull()

  fold.focus()
  await userEvent.keyboard('{Enter}')
  expect(fold.getAttribute('aria-expanded')).toBe('true')
  const category = screen.getByLabelText('Category')
  expect(document.getElementById(fold.getAttribute('aria-controls') ?? '')?.contains(category)).toBe(true)
  await userEvent.selectOptions(category, 'Nail Salon')
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'GB')
  await showing(4)
  expect(fold.textContent).toBe('Filters · 2 set')

  await userEvent.click(fold)
  expect(screen.queryByLabelText('Category')).toBeNull()
  await showing(4)
})

test('a dashboard figure opens exactly the prospects it counts, without earlier filters', async () => {
  const reached = vi
    .fn()
    .mockRejectedValueOnce(errorResponse(500, 'x'))
    .mockImplementation(async ({ after }) => (after ? [id(7), id(8)] : Array(20_000).fill(id(2))))
  const calls = { metrics: { reached } }
  open(calls)
  await userEvent.selectOptions(await screen.findByLabelText('Category'), 'Nail Salon')
  cleanup()
  const platform = open(calls, '/admin?tab=prospects&reached=positive')
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await showing(3)
  expect(reached.mock.calls.at(-1)?.[0]).toEqual({ step: 'positive', limit: 20_000, after: id(2) })
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(String(platform.saved[0]?.text).match(/^Salon \d+/gm)).toEqual(['Salon 2', 'Salon 7', 'Salon 8'])
  await userEvent.click(screen.getByRole('button', { name: 'Positive Responses: remove this filter' }))
  await showing(12)
})

test('filters, search and order are read from the address and written to it', async () => {
  const platform = open({}, '/admin?tab=prospects&country=GB&category=Day+Spa&sort=-rating&search=salon')
  await showing(4)
  expect(names()).toEqual(['Salon 10', 'Salon 8', 'Salon 4', 'Salon 2'])
  expect(screen.getByLabelText('Country')).toHaveProperty('value', 'GB')
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'salon')
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Nail Salon')
  await userEvent.type(screen.getByRole('searchbox'), ' 1')
  await showing(2)
  expect(platform.route.get()).toBe(
    '/admin?tab=prospects&country=GB&category=Nail+Salon&sort=-rating&search=salon+1',
  )
  act(() => platform.route.set('/admin?tab=prospects&status=Contacted'))
  await showing(1)
  expect(screen.getByLabelText('Country')).toHaveProperty('value', '')
})

test('a heading sorts by its column, then reverses; missing values come last', async () => {
  const list = rows.map((row, n) => (n === 11 ? { ...row, rating: null } : row))
  const platform = open({ prospects: { list: async () => list } })
  await showing(12)
  const head = (name: string) => screen.getByRole('columnheader', { name })
  expect(head('Name').getAttribute('aria-sort')).toBe('ascending')
  expect(names().slice(0, 3)).toEqual(['Salon 0', 'Salon 1', 'Salon 2'])
  await userEvent.click(screen.getByRole('button', { name: 'Rating' }))
  expect(head('Rating').getAttribute('aria-sort')).toBe('descending')
  expect(head('Name').getAttribute('aria-sort')).toBeNull()
  expect(platform.route.get()).toBe('/admin?tab=prospects&sort=-rating')
  expect([names()[0], names().at(-1)]).toEqual(['Salon 10', 'Salon 11'])
  await userEvent.click(screen.getByRole('button', { name: 'Rating' }))
  expect(head('Rating').getAttribute('aria-sort')).toBe('ascending')
  expect([names()[0], names().at(-1)]).toEqual(['Salon 0', 'Salon 11'])
  expect(screen.getByText('Sorted by rating')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(platform.route.get()).toBe('/admin?tab=prospects')
})

test.each(['Address', 'Status'])(
  '%s sorts ascending first, also with a missing first value',
  async (name) => {
    const list = rows.map((row) => ({ ...row, address: null, contactStatus: null }))
    open({ prospects: { list: async () => list } })
    await showing(12)
    await userEvent.click(screen.getByRole('button', { name }))
    expect(screen.getByRole('columnheader', { name }).getAttribute('aria-sort')).toBe('ascending')
  },
)

test('an empty database leads to the import', async () => {
  const platform = open({ prospects: { list: async () => [] } })
  await userEvent.click(await screen.findByRole('button', { name: 'Import prospects' }))
  expect(platform.route.get()).toBe('/admin?tab=import')
})

test('a bulk status is shown and rolled back when the server rejects it', async () => {
  const setStatuses = vi
    .fn()
    .mockRejectedValueOnce(errorResponse(500, 'x'))
    .mockImplementation(async ({ contactStatus }) => {
      list = rows.map((row) => ({ ...row, contactStatus }))
      return { updated: 12 }
    })
  let list = rows
  open({ prospects: { list: async () => list, setStatuses } })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all 12' }))
  expect(screen.getByText('12 selected')).toBeTruthy()
  const marks = screen.getAllByRole('button', { name: /^Mark / }).map((button) => button.textContent)
  expect(marks).toEqual(['Mark Selected', 'Mark Contacted', 'Mark Responded', 'Mark Submitted'])
  await userEvent.click(screen.getByRole('button', { name: 'Mark Responded' }))
  expect(await screen.findByText('Failed to update contact status')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Status of Salon 1: Contacted' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Mark Responded' }))
  expect(await screen.findByText('Contact status updated successfully')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Status of Salon 1: Responded' })).toBeTruthy()
  expect(setStatuses).toHaveBeenLastCalledWith({ ids: rows.map((row) => row.id), contactStatus: 'Responded' })
  expect(screen.queryByText('12 selected')).toBeNull()
})

test('a prospect selected during a bulk change stays selected', async () => {
  let respond = (_reply: { updated: number }) => {}
  const reply = new Promise<{ updated: number }>((resolve) => {
    respond = resolve
  })
  open({ prospects: { list: async () => rows, setStatuses: () => reply } })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Salon 2' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Salon 3' }))
  await userEvent.click(screen.getByRole('button', { name: 'Mark Responded' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Salon 7' }))
  expect(screen.getByText('3 selected')).toBeTruthy()
  respond({ updated: 2 })
  expect(await screen.findByText('Contact status updated successfully')).toBeTruthy()
  expect(screen.getByText('1 selected')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Salon 7' }).checked).toBe(true)
})

test('m focuses the Mark buttons, or says that nothing is selected', async () => {
  open()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all 12' }))
  await userEvent.keyboard('m')
  expect(document.activeElement?.textContent).toBe('Mark Selected')
  await userEvent.keyboard('{Escape}m')
  expect(await screen.findByText('No Selection')).toBeTruthy()
  expect(screen.getByText('Please select prospects to update')).toBeTruthy()
})

test('the summary counts all prospects by status; each status has its colour', async () => {
  open()
  await showing(12)
  const summary = document.querySelector('.sb-summary dl')
  const counts = [...(summary?.querySelectorAll('div') ?? [])].map((part) => part.textContent)
  expect(counts.map((text) => text?.replaceAll(' ', ''))).toEqual([
    'Total12',
    'Selected0',
    'Contacted1',
    'Responded0',
  ])
  expect(statusTone).toEqual({
    none: 'grey',
    Selected: 'blue',
    Contacted: 'yellow',
    Responded: 'green',
    Submitted: 'purple',
  })
})

test('No Status clears the status with null', async () => {
  const setStatus = vi.fn(async ({ contactStatus }) => {
    list = rows.map((row) => (row.id === id(1) ? { ...row, contactStatus } : row))
    return list[1] as Prospect
  })
  let list = rows
  open({ prospects: { list: async () => list, setStatus } })
  await userEvent.click(await screen.findByRole('button', { name: 'Status of Salon 1: Contacted' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'No Status' }))
  expect(setStatus.mock.calls[0]?.[0]).toEqual({ id: id(1), contactStatus: null })
  expect(await screen.findByRole('button', { name: 'Status of Salon 1: No Status' })).toBeTruthy()
})

test('the exported file contains the filtered list', async () => {
  const platform = open()
  await showing(12)
  await userEvent.selectOptions(screen.getByLabelText('Phone Type'), 'landline')
  await showing(1)
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  const [file] = platform.saved
  expect(String(file?.text).split('\r\n')).toEqual([
    '\uFEFFName,Category,Country,Phone,Phone Type,Address,Rating,Reviews,Employees,Contact Status',
    'Salon 5,Nail Salon,GB,+447700900405,landline,5 Mare St,4.25,100,5,',
    '',
  ])
})

describe('first texts', () => {
  const calls = (start: unknown): FakeCalls => ({
    prospects: { list: async () => rows },
    firstTexts: {
      preview: async () => preview,
      start: start as never,
      get: async () => campaign,
      recipients: async () => [],
      leftOut: async () => [
        { reason: 'landline', count: 1 },
        { reason: 'already_texted', count: 1 },
      ],
    },
  })

  test('first texts need a reason; a double click starts one campaign and shows its progress', async () => {
    const start = vi.fn().mockResolvedValue(campaign)
    const platform = open(calls(start))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all 12' }))
    await userEvent.click(screen.getByRole('button', { name: 'Send First Texts...' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Send First Texts' }))
    expect(await drawer.findByText('10 get the text')).toBeTruthy()
    expect(drawer.getByText('2 left out')).toBeTruthy()
    await userEvent.click(drawer.getByRole('button', { name: /^Landline/ }))
    expect(drawer.getByText('Salon 5')).toBeTruthy()
    await userEvent.click(drawer.getByRole('button', { name: 'Send 10 First Texts' }))
    expect(drawer.getByText('Please choose why you may write to them')).toBeTruthy()
    expect(start).not.toHaveBeenCalled()
    await userEvent.click(drawer.getByRole('radio', { name: /They agreed to texts from us/ }))
    await userEvent.dblClick(drawer.getByRole('button', { name: 'Send 10 First Texts' }))
    expect(start).toHaveBeenCalledTimes(1)
    expect(start.mock.calls[0]?.[0]).toMatchObject({
      basis: 'consent',
      prospectIds: rows.map((row) => row.id),
    })
    expect(start.mock.calls[0]?.[1].idempotencyKey).toMatch(/^[\da-f-]{36}$/)
    expect(await screen.findByText('Sent, no receipt yet')).toBeTruthy()
    expect(await screen.findByText('Left out: 1 landline, 1 already had a first text')).toBeTruthy()
    expect(platform.route.get()).toContain(`campaign=${campaign.id}`)
  })

  test('a rejection shows the message of the server and keeps the drawer open', async () => {
    open(calls(vi.fn().mockRejectedValue(errorResponse(422, 'No recipients are left'))))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all 12' }))
    await userEvent.click(screen.getByRole('button', { name: 'Send First Texts...' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Send First Texts' }))
    await userEvent.click(await drawer.findByRole('radio', { name: /They agreed to texts from us/ }))
    await userEvent.click(await drawer.findByRole('button', { name: 'Send 10 First Texts' }))
    expect(await screen.findByText('No recipients are left')).toBeTruthy()
    expect(screen.getByRole('dialog', { name: 'Send First Texts' })).toBeTruthy()
  })
})
