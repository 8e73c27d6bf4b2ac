// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fakePlatform, refusal, renderScreen } from '../kit/testing.tsx'
import type { Lead } from './contract.ts'
import { LeadsTab } from './LeadsTab.tsx'

afterEach(cleanup)

const leads: Lead[] = [
  {
    id: '5d6ff7a0-0000-4000-8000-000000000001',
    mobileNumber: '+447700900142',
    createdAt: '2025-01-05T15:07:00.000Z',
    held: null,
  },
  {
    id: '5d6ff7a0-0000-4000-8000-000000000002',
    mobileNumber: '+12065550167',
    createdAt: '2025-01-04T09:00:00.000Z',
    held: null,
  },
]

test('lists every lead with its number, date and badge, and counts them', async () => {
  renderScreen(<LeadsTab />, fakePlatform({ leads: { list: async () => leads } }))
  expect(await screen.findByRole('cell', { name: '+44 7700 900142' })).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Phone Number',
    'Date Submitted',
    'Status',
    'Actions',
  ])
  expect(screen.getByRole('cell', { name: /^Jan 5, 2025 at \d{1,2}:07 (AM|PM)$/ })).toBeTruthy()
  expect(screen.getAllByText('New Lead')).toHaveLength(2)
  expect(screen.getByText('From website contact form')).toBeTruthy()
  expect(screen.getByText('Total leads:').textContent).toBe('Total leads: 2')
})

test('Text back opens the conversation with that number', async () => {
  const platform = fakePlatform({ leads: { list: async () => leads } })
  renderScreen(<LeadsTab />, platform)
  await userEvent.click(await screen.findByRole('button', { name: 'Text back +44 7700 900142' }))
  expect(platform.route.get()).toBe('/admin?tab=sms&number=%2B447700900142')
})

test('says what fills the tab when it is empty', async () => {
  renderScreen(<LeadsTab />, fakePlatform({ leads: { list: async () => [] } }))
  expect(
    await screen.findByText(/Leads appear when people submit phone numbers through the website/),
  ).toBeTruthy()
})

test('a failed load says so in the words of the server, and can be tried again', async () => {
  const list = vi
    .fn<() => Promise<Lead[]>>()
    .mockRejectedValueOnce(refusal(500, 'The database is away'))
    .mockResolvedValue(leads)
  renderScreen(<LeadsTab />, fakePlatform({ leads: { list } }))
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load leads')
  expect(screen.getByText('The database is away')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('+44 7700 900142')).toBeTruthy()
})

test('shows the loading sentence while it waits', async () => {
  renderScreen(<LeadsTab />, fakePlatform({ leads: { list: () => new Promise(() => {}) } }))
  expect(await screen.findByText('Loading leads...')).toBeTruthy()
})
