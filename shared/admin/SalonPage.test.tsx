// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { errorResponse, type FakeCalls, fakePlatform, fieldError, renderScreen } from '../kit/testing.tsx'
import type { Salon } from '../salons/salons/contract.ts'
import { salonForTests } from '../salons/salons/testing.ts'
import { SalonPage } from './SalonPage.tsx'

type SalonCalls = NonNullable<FakeCalls['salons']>
type Open = { part?: string; simulated?: boolean; more?: FakeCalls }

function open(salon: Salon, calls: SalonCalls = {}, { part = '', simulated = true, more }: Open = {}) {
  const state = { salon }
  const service = async () => ({ simulated }) as never
  const platform = fakePlatform(
    { salons: { get: async () => state.salon, ...calls }, settings: { service }, ...more },
    `/admin/salons/${salon.id}${part && `?part=${part}`}`,
  )
  renderScreen(<SalonPage />, platform)
  return { platform, state }
}

const glow = salonForTests(1)
const step = (name: string) =>
  within(
    screen.getAllByRole('listitem').find(({ textContent }) => textContent?.startsWith(name)) as HTMLElement,
  )

test('the head shows name, state and next step; the checklist what is done', async () => {
  open({
    ...glow,
    agreedAt: '2026-11-23T09:00:00.000Z',
    agreedBy: 'Aoife B.',
    checklist: { ...glow.checklist, agreement: true },
    nextStep: 'Get a number',
  })
  expect(await screen.findByRole('heading', { level: 2, name: 'Glow & Co.' })).toBeTruthy()
  expect(screen.getByText('Setup')).toBeTruthy()
  expect(screen.getByText('Next step:').textContent).toBe('Next step: Get a number')
  const names = screen
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.match(/^.*?(Done|Open)/)?.[0])
  expect(names).toEqual([
    'Agreement Done',
    'Number Open',
    'Client list Open',
    'Consent Open',
    'Offer Open',
    'Campaign Open',
  ])
  expect(screen.getByText('1 of 6 done')).toBeTruthy()
  expect(screen.getByText(/^Accepted by Aoife B\. on Nov 23, 2026/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send link' })).toBeNull()
})

test('the open steps lead to their parts', async () => {
  const { platform } = open(glow)
  await screen.findByText('Checklist')
  for (const [name, button, part] of [
    ['Client list', 'Upload a list', 'clients'],
    ['Consent', 'See clients', 'clients'],
    ['Offer', 'Write the offer', 'offer'],
    ['Campaign', 'Plan the campaign', 'campaigns'],
  ] as const) {
    await userEvent.click(step(name).getByRole('button', { name: button }))
    expect(platform.route.get()).toBe(`/admin/salons/${glow.id}?part=${part}`)
    await userEvent.click(await screen.findByRole('tab', { name: 'Overview' }))
  }
})

test('on the simulated network one click gets a number', async () => {
  const setSender = vi.fn<NonNullable<SalonCalls['setSender']>>(async () => {
    state.salon = { ...glow, sender, checklist: { ...glow.checklist, sender: true } }
    return sender
  })
  const sender = { id: glow.id, address: '+447700900800', kind: 'number' as const, stoppedReason: null }
  const { state } = open(glow, { setSender })
  await userEvent.click(await screen.findByRole('button', { name: 'Get a number' }))
  expect(await screen.findByText('Glow & Co. texts from +44 7700 900800.')).toBeTruthy()
  expect(setSender).toHaveBeenCalledWith({ id: glow.id, simulated: true })
  await waitFor(() => expect(step('Number').getByText('Done')).toBeTruthy())
})

test('at the carrier staff enter a number, and its problem shows at the field', async () => {
  const setSender = vi
    .fn()
    .mockRejectedValueOnce(errorResponse(409, '+447700900100 is not in the account at the carrier'))
    .mockRejectedValueOnce(fieldError('address', 'Please enter a number like +447700900100'))
    .mockResolvedValue({ id: glow.id, address: '+447700900101', kind: 'number', stoppedReason: null })
  open(glow, { setSender }, { simulated: false })
  await userEvent.click(await screen.findByRole('button', { name: 'Enter a number' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'A number for Glow & Co.' }))
  const send = () => userEvent.click(dialog.getByRole('button', { name: 'Use this number' }))
  await send()
  expect((await dialog.findByRole('alert')).textContent).toBe('Please enter a number')
  await userEvent.type(dialog.getByRole('textbox'), '+447700900100')
  await send()
  expect((await dialog.findByRole('alert')).textContent).toMatch(/is not in the account/)
  await send()
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toMatch(/like \+447700900100/))
  await send()
  expect(await screen.findByText('Number set')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const url = 'https://salonback.example/o/abcdefghijklmnopqrstuv'
const link = { url, expiresAt: '2026-12-06T09:00:00.000Z' }

test('the owner’s link is created, copied, or put into an email', async () => {
  const createLink = vi.fn(async () => link)
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  open(glow, { createLink })
  await userEvent.click(await screen.findByRole('button', { name: 'Send link' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Owner’s page of Glow & Co.' }))
  expect(createLink).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(await dialog.findByRole('textbox', { name: 'Link' })).toHaveProperty('value', url)
  expect(createLink).toHaveBeenCalledWith({ id: glow.id, purpose: 'home' })
  await userEvent.click(dialog.getByRole('button', { name: 'Copy' }))
  expect(writeText).toHaveBeenCalledWith(url)
  expect(await screen.findByText('Link copied')).toBeTruthy()
  const mail = dialog.getByRole('link', { name: 'Write an email' }).getAttribute('href') ?? ''
  expect(mail).toMatch(/^mailto:aoife@example\.com\?subject=Your%20page%20for%20Glow%20%26%20Co\.&body=/)
  expect(decodeURIComponent(mail)).toContain(url)
})

test('the link is texted to the owner; a refusal shows the reason', async () => {
  const createLink = vi
    .fn()
    .mockRejectedValueOnce(errorResponse(409, 'This number has opted out. Nothing was sent.'))
    .mockResolvedValue(link)
  open(glow, { createLink })
  await userEvent.click(await screen.findByRole('button', { name: 'Send link' }))
  const text = await screen.findByRole('button', { name: 'Text it to Aoife' })
  await userEvent.click(text)
  expect(await screen.findByText('This number has opted out. Nothing was sent.')).toBeTruthy()
  await userEvent.click(text)
  expect(await screen.findByText('The link is on its way to Aoife.')).toBeTruthy()
  expect(createLink).toHaveBeenLastCalledWith({ id: glow.id, purpose: 'home', text: true })
})

test('after changed terms the link is for the agreement alone', async () => {
  const createLink = vi.fn(async () => link)
  const agreedAt = '2026-10-01T09:00:00.000Z'
  open({ ...glow, agreedAt, agreedBy: 'Aoife Byrne' }, { createLink })
  await userEvent.click(await screen.findByRole('button', { name: 'Send link' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Agreement for Glow & Co.' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(createLink).toHaveBeenCalledWith({ id: glow.id, purpose: 'agree' })
})

test('a home link has no end, and can be sent at any time', async () => {
  const createLink = vi.fn(async () => ({ url, expiresAt: null }))
  open(glow, { createLink })
  await userEvent.click(await screen.findByRole('button', { name: 'Send Aoife their page' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Owner’s page of Glow & Co.' }))
  expect(dialog.getByText(/A new link ends the one that Aoife has\.$/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(await dialog.findByText(/^It works until you create a new one/)).toBeTruthy()
  const mail = dialog.getByRole('link', { name: 'Write an email' }).getAttribute('href') ?? ''
  expect(decodeURIComponent(mail)).toContain('The link stays the same until we send you a new one.')
})

test('without the owner’s number the link cannot be texted', async () => {
  open({ ...glow, ownerPhone: null })
  await userEvent.click(await screen.findByRole('button', { name: 'Send link' }))
  await screen.findByText('Enter Aoife’s mobile number in Settings to text the link.')
  expect(screen.queryByRole('button', { name: 'Text it to Aoife' })).toBeNull()
})

test('Settings saves only what was changed', async () => {
  const update = vi.fn(async (changes: object) => ({ ...glow, ...changes, ownerPhone: '+447700900302' }))
  const { platform } = open(glow, { update })
  await userEvent.click(await screen.findByRole('tab', { name: 'Settings' }))
  expect(platform.route.get()).toBe(`/admin/salons/${glow.id}?part=settings`)
  await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Nothing to save')).toBeTruthy()
  const phone = screen.getByLabelText('Mobile number (optional)')
  await userEvent.clear(phone)
  await userEvent.type(phone, '07700 900302')
  await userEvent.clear(screen.getByLabelText('Booking page (optional)'))
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(update).toHaveBeenCalledWith({ id: glow.id, ownerPhone: '07700 900302', bookingUrl: null })
  await waitFor(() => expect(phone).toHaveProperty('value', '+447700900302'))
})

test('a salon is paused and resumed, and closing asks first', async () => {
  const ready = { ...glow, state: 'ready' as const }
  const update = vi.fn<NonNullable<SalonCalls['update']>>(async ({ state }) => ({
    ...glow,
    state: state ?? 'ready',
  }))
  open(ready, { update }, { part: 'settings' })
  await userEvent.click(await screen.findByRole('button', { name: 'Pause' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Resume' }))
  await screen.findByRole('button', { name: 'Pause' })
  await userEvent.click(screen.getByRole('button', { name: 'Close salon...' }))
  const ask = within(await screen.findByRole('alertdialog', { name: 'Close Glow & Co.?' }))
  expect(ask.getByText(/cannot be opened again/)).toBeTruthy()
  expect(update).toHaveBeenCalledTimes(2)
  await userEvent.click(ask.getByRole('button', { name: 'Close salon' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull())
  expect(update.mock.calls.map(([{ state }]) => state)).toEqual(['paused', 'ready', 'closed'])
  expect(screen.getByLabelText('Trading name').closest('fieldset')).toHaveProperty('disabled', true)
})

test('a closed salon has no actions', async () => {
  open({ ...glow, state: 'closed', nextStep: 'Closed' })
  await screen.findByText('Checklist')
  expect(screen.queryByText('Next step:')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Send link' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Get a number' })).toBeNull()
})

test('an unknown salon leads back to the list; an unknown part shows the overview', async () => {
  const { platform } = open(glow, {}, { part: 'nonsense' })
  await screen.findByText('Checklist')
  cleanup()
  const gone = open(glow, { get: () => Promise.reject(errorResponse(404, 'Salon not found')) })
  await userEvent.click(await screen.findByRole('button', { name: 'All salons' }))
  expect(gone.platform.route.get()).toBe('/admin/salons')
  act(() => platform.route.set('/admin'))
})

test('clients who asked to be called are listed until they were called', async () => {
  const request = {
    id: '5d6ff7a0-0000-4000-8000-000000000041',
    clientId: '5d6ff7a0-0000-4000-8000-000000000042',
    firstName: 'MARY',
    phone: '+447700900600',
    requestedAt: '2026-11-24T09:00:00.000Z',
  }
  const salon = { ...glow, counts: { ...glow.counts, callsWaiting: 1 } }
  const markCalled = vi.fn(async () => {
    state.salon = glow
    return []
  })
  const bookingLinks = { listCallRequests: async () => [request], markCalled }
  const { state } = open(salon, {}, { more: { bookingLinks } })
  expect(await screen.findByText('Mary')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Called' }))
  await waitFor(() => expect(screen.queryByText('Asked to be called')).toBeNull())
  expect(markCalled.mock.calls[0]?.[0 as never]).toEqual({ id: salon.id, requestId: request.id })
})
