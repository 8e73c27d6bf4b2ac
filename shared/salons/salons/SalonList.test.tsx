// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SalonsPage } from '../../admin/SalonsPage.tsx'
import { errorResponse, fakePlatform, fieldError, renderScreen } from '../../kit/testing.tsx'
import { latestForTests, shownFunnel } from '../results/testing.ts'
import { noCounts, salonForTests } from './testing.ts'

const glow = salonForTests(1)
const lash = salonForTests(2, {
  name: 'The Lash Room',
  ownerName: 'Kim Osei',
  state: 'ready',
  counts: {
    ...{ ...noCounts, clients: 1240, repliesWaiting: 3, campaignsRunning: 1 },
    ...{ owed: 4050, later: 900, outstanding: 123_456 },
  },
  nextStep: '3 replies wait',
})

const latest = async () => ({
  items: [latestForTests(2, { salonId: lash.id, salonName: lash.name })],
  nextCursor: null,
})

const list = (...items: (typeof glow)[]) => ({ list: async () => ({ items, nextCursor: null }) })

test('lists salons with state, counts and next step', async () => {
  const countEligible = async ({ id }: { id: string }) => ({ eligible: id === lash.id ? 310 : 0 })
  const calls = { salons: list(glow, lash), clients: { countEligible } }
  renderScreen(<SalonsPage />, fakePlatform(calls, '/admin/salons'))
  await screen.findByRole('cell', { name: '310' })
  const textOf = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent).join(' | ')
  expect(textOf(screen.getAllByRole('columnheader'))).toBe(
    'Salon | State | Clients | Eligible | Replies waiting | Running campaigns | ' +
      'Not yet payable | Payable | Outstanding | Next step',
  )
  expect(textOf(within(screen.getByRole('row', { name: /Lash/ })).getAllByRole('cell'))).toBe(
    'The Lash RoomKim Osei | Ready | 1,240 | 310 | 3 | 1 | £9.00 | £40.50 | £1,234.56 | 3 replies wait',
  )
})

test('the latest campaign of each salon shows its steps, and each number opens its clients', async () => {
  const calls = { salons: list(glow, lash), results: { latest } }
  const platform = fakePlatform(calls, '/admin/salons')
  renderScreen(<SalonsPage />, platform)
  const table = within(await screen.findByRole('region', { name: 'Latest campaigns' }))
  const cells = within(table.getAllByRole('row')[1] as HTMLElement).getAllByRole('cell')
  expect(cells[0]?.textContent).toMatch(/^The Lash RoomNov 17, 2026.*Running$/)
  expect(cells.map(({ textContent }) => textContent).slice(1)).toEqual([...shownFunnel, '52.1%', '£845.00'])
  await userEvent.click(table.getByRole('link', { name: '12 booked' }))
  expect(platform.route.get()).toBe(
    `/admin/salons/${lash.id}?part=results&campaign=${latestForTests(2).id}&step=booked`,
  )
})

test('without campaigns there is no list of them, and a failure is shown', async () => {
  const calls = {
    salons: list(glow),
    results: { latest: async () => ({ items: [], nextCursor: null }) },
  }
  const { unmount } = renderScreen(<SalonsPage />, fakePlatform(calls, '/admin/salons'))
  await screen.findByRole('link', { name: 'Glow & Co.' })
  expect(screen.queryByText(/latest campaigns/i)).toBeNull()
  unmount()
  const failing = { ...calls, results: { latest: () => Promise.reject(errorResponse(500, 'Broken')) } }
  renderScreen(<SalonsPage />, fakePlatform(failing, '/admin/salons'))
  expect(await screen.findByText('Failed to load the latest campaigns')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Glow & Co.' })).toBeTruthy()
})

test('a click, its link, and j with Enter open a salon', async () => {
  const platform = fakePlatform({ salons: list(glow, lash) }, '/admin/salons')
  renderScreen(<SalonsPage />, platform)
  await userEvent.click(await screen.findByRole('cell', { name: '3 replies wait' }))
  expect(platform.route.get()).toBe(`/admin/salons/${lash.id}`)
  await userEvent.click(screen.getByRole('link', { name: 'Glow & Co.' }))
  expect(platform.route.get()).toBe(`/admin/salons/${glow.id}`)
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('jj{Enter}')
  expect(platform.route.get()).toBe(`/admin/salons/${lash.id}`)
})

test('the next page loads on demand', async () => {
  const read = vi.fn(async ({ cursor }: { cursor?: string | undefined } = {}) =>
    cursor ? { items: [lash], nextCursor: null } : { items: [glow], nextCursor: glow.id },
  )
  renderScreen(<SalonsPage />, fakePlatform({ salons: { list: read } }, '/admin/salons'))
  await userEvent.click(await screen.findByRole('button', { name: 'Load more salons' }))
  expect(await screen.findByRole('link', { name: 'The Lash Room' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Glow & Co.' })).toBeTruthy()
  expect(read.mock.calls.map(([input]) => input)).toEqual([{}, { cursor: glow.id }])
  expect(screen.queryByRole('button', { name: 'Load more salons' })).toBeNull()
})

test('an empty list says how salons are added; a failed one can be tried again', async () => {
  const read = vi.fn().mockRejectedValueOnce(errorResponse(500, 'The database is away'))
  read.mockResolvedValue({ items: [], nextCursor: null })
  const platform = fakePlatform({ salons: { list: read } }, '/admin/salons')
  renderScreen(<SalonsPage />, platform)
  expect(await screen.findByText('Failed to load salons')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No salons yet.')).toBeTruthy()
  expect(screen.getByText('Add one, or turn a waitlist response into one.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Open the waitlist' }))
  expect(platform.route.get()).toBe('/admin?tab=waitlist')
})

const form = () => within(screen.getByRole('dialog', { name: 'Add salon' }))

async function openForm(create: (details: object) => Promise<typeof glow>) {
  const platform = fakePlatform({ salons: { ...list(), create } }, '/admin/salons')
  renderScreen(<SalonsPage />, platform)
  await screen.findByText('No salons yet.')
  await userEvent.click(screen.getByRole('button', { name: 'Add salon' }))
  await screen.findByRole('dialog', { name: 'Add salon' })
  // The dialog focuses its first field when it opens.
  await waitFor(() => expect(document.activeElement).toBe(form().getByLabelText('Trading name')))
  return platform
}

test('the country sets time zone and currency, and the new salon opens', async () => {
  const create = vi.fn(async () => glow)
  const platform = await openForm(create)
  expect(platform.route.get()).toBe('/admin/salons?add=salon')
  await userEvent.type(form().getByLabelText('Trading name'), ' Glow & Co. ')
  await userEvent.selectOptions(form().getByLabelText('Country'), 'United States')
  expect(form().getByLabelText('Time zone')).toHaveProperty('value', 'America/New_York')
  expect(form().getByLabelText('Currency')).toHaveProperty('value', 'USD')
  await userEvent.selectOptions(form().getByLabelText('Time zone'), 'Pacific (Los Angeles)')
  await userEvent.type(form().getByLabelText('Name'), 'Aoife Byrne')
  await userEvent.type(form().getByLabelText('Mobile number (optional)'), '(206) 555-0167')
  await userEvent.click(form().getByRole('button', { name: 'Add salon' }))
  await waitFor(() => expect(platform.route.get()).toBe(`/admin/salons/${glow.id}`))
  expect(create).toHaveBeenCalledWith(
    expect.objectContaining({
      name: 'Glow & Co.',
      country: 'US',
      timeZone: 'America/Los_Angeles',
      currency: 'USD',
      ownerName: 'Aoife Byrne',
      ownerPhone: '(206) 555-0167',
      ownerEmail: null,
      paymentDays: 14,
    }),
  )
  expect(await screen.findByText('Salon added')).toBeTruthy()
})

test('wrong fields show their error, also those that only the server sees', async () => {
  const create = vi.fn(() => Promise.reject(fieldError('ownerPhone', 'Please enter a valid mobile number')))
  await openForm(create)
  await userEvent.type(form().getByLabelText('Booking page (optional)'), 'http://glow.example')
  await userEvent.type(form().getByLabelText('Email (optional)'), 'aoife')
  await userEvent.click(form().getByRole('button', { name: 'Add salon' }))
  const alerts = () =>
    form()
      .getAllByRole('alert')
      .map(({ textContent }) => textContent)
  expect(alerts()).toEqual([
    "Please enter the salon's trading name",
    'Please enter an address that begins with https://',
    "Please enter the owner's name",
    'Please enter a valid email address',
  ])
  expect(create).not.toHaveBeenCalled()
  await userEvent.type(form().getByLabelText('Trading name'), 'Glow')
  await userEvent.clear(form().getByLabelText('Booking page (optional)'))
  await userEvent.clear(form().getByLabelText('Email (optional)'))
  await userEvent.type(form().getByLabelText('Name'), 'Aoife')
  const phone = form().getByLabelText('Mobile number (optional)')
  await userEvent.type(phone, '12')
  await userEvent.click(form().getByRole('button', { name: 'Add salon' }))
  await waitFor(() => expect(alerts()).toEqual(['Please enter a valid mobile number']))
  expect(document.activeElement).toBe(phone)
})
