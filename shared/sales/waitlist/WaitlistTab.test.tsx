// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { WaitlistPage } from '../../admin/WaitlistPage.tsx'
import { serviceForTests } from '../../core/settings/testing.ts'
import { errorResponse, type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { salonForTests } from '../../salons/salons/testing.ts'
import type { WaitlistResponse } from './contract.ts'
import { filledQuestionnaire, leftOut } from './testing.ts'
import { WaitlistTab } from './WaitlistTab.tsx'

const response: WaitlistResponse = {
  ...filledQuestionnaire,
  ...leftOut,
  id: '5d6ff7a0-0000-4000-8000-000000000001',
  knownAs: null,
  email: 'hello@thelashroom.example',
  submittedAt: '2026-11-20T08:12:00.000Z',
}
const eager: WaitlistResponse = {
  ...response,
  id: '5d6ff7a0-0000-4000-8000-000000000002',
  mobileNumber: '+12065550167',
  email: null,
  customerCount: '1000+',
  avgSpend: '100+',
  whenToStart: 'immediately',
}

const service = serviceForTests({ alertNumber: '+447700900001' })

const calls = (over: FakeCalls = {}): FakeCalls => ({
  waitlist: { list: async () => [response, eager] },
  settings: {
    get: async ({ key }) => ({ settingKey: key, settingValue: 'true' }),
    service: async () => service,
  },
  ...over,
})

test('lists responses with priority, contact, size, intent and day, and counts urgent ones', async () => {
  renderScreen(<WaitlistTab />, fakePlatform(calls()))
  expect(await screen.findByRole('heading', { name: 'Waitlist Responses (Newest First)' })).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Priority',
    'Contact',
    'Business Size',
    'Intent',
    'Submitted',
    'Actions',
  ])
  const [, first, second] = screen.getAllByRole('row')
  expect(first?.textContent).toContain('Medium 10')
  expect(first?.textContent).toContain('+44 7700 900204hello@thelashroom.example')
  expect(first?.querySelector('wbr')?.previousSibling?.textContent).toBe('hello@')
  expect(first?.textContent).toContain('500–1,000 customers250–500 mobiles')
  expect(first?.textContent).toContain('Not asked')
  expect(first?.textContent).toContain('Nov 20, 2026')
  expect(second?.textContent).toContain('High 17')
  expect(second?.textContent).toContain('Immediately')
  expect(screen.getByText('total responses').previousSibling?.textContent).toBe('2')
  expect(screen.getByText('wants immediate access').previousSibling?.textContent).toBe('1')
})

test('each response shows its rank, and one click sorts by priority', async () => {
  const platform = fakePlatform(calls(), '/admin?tab=waitlist')
  renderScreen(<WaitlistTab />, platform)
  const ranks = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => /Rank \d of \d/.exec(row.textContent ?? '')?.[0])
  await screen.findByText('Rank 1 of 2')
  expect(ranks()).toEqual(['Rank 2 of 2', 'Rank 1 of 2'])
  await userEvent.click(screen.getByRole('button', { name: 'Highest score first' }))
  expect(
    await screen.findByRole('heading', { name: 'Waitlist Responses (Highest Score First)' }),
  ).toBeTruthy()
  expect(ranks()).toEqual(['Rank 1 of 2', 'Rank 2 of 2'])
  expect(platform.route.get()).toBe('/admin?tab=waitlist&sort=score')
  await userEvent.click(screen.getByRole('button', { name: 'Newest first' }))
  expect(ranks()).toEqual(['Rank 2 of 2', 'Rank 1 of 2'])
})

test('View Details opens a card with the explained score and five sections', async () => {
  renderScreen(<WaitlistTab />, fakePlatform(calls(), '/admin?tab=waitlist'))
  await userEvent.click(await screen.findByRole('button', { name: 'View Details of +44 7700 900204' }))
  const card = await screen.findByRole('region', { name: 'Details of +44 7700 900204' })
  const titles = within(card).getAllByRole('heading')
  expect(titles.map((title) => title.textContent)).toEqual([
    'Contact Information',
    'Customer Data',
    'Marketing Experience',
    'Retention & Goals',
    'Intent & Timeline',
  ])
  const parts = within(card).getAllByRole('row')
  expect(parts.map((row) => row.textContent)).toEqual([
    'Customers500–1,0004 of 5 points',
    'Spend£60–1003 of 4 points',
    'StartNot asked0 of 5 points',
    'ConsentYes, clearly3 of 3 points',
  ])
  expect(card.textContent).toContain('They forget us')
  await userEvent.click(screen.getByRole('button', { name: 'Close details' }))
  expect(screen.queryByRole('region', { name: 'Details of +44 7700 900204' })).toBeNull()
})

test('the alert switch names its number and confirms the change', async () => {
  const set = vi.fn(async ({ key, value }: { key: string; value: 'true' | 'false' }) => ({
    settingKey: key,
    settingValue: value,
  }))
  renderScreen(<WaitlistTab />, fakePlatform(calls({ settings: { ...calls().settings, set } })))
  const toggle = await screen.findByRole('checkbox', { name: 'SMS Notifications' })
  await waitFor(() => expect(toggle).toHaveProperty('checked', true))
  expect(await screen.findByText('+44 7700 900001')).toBeTruthy()
  await userEvent.click(toggle)
  expect(set).toHaveBeenCalledWith({ key: 'waitlist_sms_enabled', value: 'false' })
  expect(await screen.findByText('SMS notifications disabled')).toBeTruthy()
  expect(screen.getByText('Settings Updated')).toBeTruthy()
})

test('the alert switch rolls back when the server refuses', async () => {
  const set = () => Promise.reject(errorResponse(500, 'internal'))
  renderScreen(<WaitlistTab />, fakePlatform(calls({ settings: { ...calls().settings, set } })))
  const toggle = await screen.findByRole('checkbox', { name: 'SMS Notifications' })
  await waitFor(() => expect(toggle).toHaveProperty('checked', true))
  await userEvent.click(toggle)
  expect(await screen.findByText('Failed to update SMS settings')).toBeTruthy()
  await waitFor(() => expect(toggle).toHaveProperty('checked', true))
})

test('shows the empty state without responses', async () => {
  renderScreen(<WaitlistTab />, fakePlatform(calls({ waitlist: { list: async () => [] } })))
  expect(await screen.findByText('No waitlist responses yet.')).toBeTruthy()
})

test('Create salon is filled in with what the response says', async () => {
  const create = vi.fn(async () => salonForTests(1))
  const path = `/admin?tab=waitlist&response=${eager.id}`
  const platform = fakePlatform(calls({ salons: { create } }), path)
  renderScreen(<WaitlistPage />, platform)
  await userEvent.click(await screen.findByRole('button', { name: 'Create salon' }))
  const form = within(await screen.findByRole('dialog', { name: 'Create salon' }))
  expect(platform.route.get()).toBe(`${path}&add=salon`)
  expect(form.getByLabelText('Country')).toHaveProperty('value', 'US')
  expect(form.getByLabelText('Currency')).toHaveProperty('value', 'USD')
  expect(form.getByLabelText('Mobile number (optional)')).toHaveProperty('value', '+12065550167')
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Trading name')))
  await userEvent.type(form.getByLabelText('Trading name'), 'Glow & Co.')
  await userEvent.type(form.getByLabelText('Name'), 'Aoife Byrne')
  await userEvent.click(form.getByRole('button', { name: 'Create salon' }))
  await waitFor(() => expect(platform.route.get()).toBe(`/admin/salons/${salonForTests(1).id}`))
  expect(create).toHaveBeenCalledWith(
    expect.objectContaining({ sourceId: eager.id, ownerPhone: '+12065550167', ownerEmail: null }),
  )
})

test('a response becomes one salon only', async () => {
  const message = 'There is a salon for this response already'
  const create = () => Promise.reject(errorResponse(409, message))
  const path = `/admin?tab=waitlist&response=${response.id}&add=salon`
  renderScreen(<WaitlistPage />, fakePlatform(calls({ salons: { create } }), path))
  const form = within(await screen.findByRole('dialog', { name: 'Create salon' }))
  expect(form.getByLabelText('Email (optional)')).toHaveProperty('value', response.email)
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Trading name')))
  await userEvent.type(form.getByLabelText('Trading name'), 'Glow & Co.')
  await userEvent.type(form.getByLabelText('Name'), 'Aoife Byrne')
  await userEvent.click(form.getByRole('button', { name: 'Create salon' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(form.getByLabelText('Trading name')).toHaveProperty('value', 'Glow & Co.')
})

test('the exported file contains all responses in the order shown', async () => {
  const platform = fakePlatform(calls(), '/admin?tab=waitlist&sort=score')
  renderScreen(<WaitlistPage />, platform)
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
  const [head, ...lines] = String(platform.saved[0]?.text).split('\r\n')
  expect(head).toMatch(/^\uFEFFMobile Number,Email,Customers,/)
  expect(lines.map((line) => line.split(',')[0])).toEqual(['+12065550167', '+447700900204', ''])
})

test('a row names the salon or prospect of its number, which opens it', async () => {
  const salonId = '5d6ff7a0-0000-4000-8000-000000000099'
  const list = async () => [
    { ...response, knownAs: { name: 'The Lash Room', salonId } },
    { ...eager, knownAs: { name: 'Glow', salonId: null } },
  ]
  renderScreen(<WaitlistTab />, fakePlatform(calls({ waitlist: { list } })))
  const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await link('The Lash Room')).toBe(`/admin/salons/${salonId}`)
  expect(await link('Glow')).toBe('/admin/people/%2B12065550167')
})
