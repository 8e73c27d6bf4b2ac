// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type FakeCalls, fakePlatform, renderAs } from '../kit/testing.tsx'
import { apiKeyForTests } from '../platform/keys/testing.ts'
import { deliveryForTests, receiverForTests } from '../platform/receivers/testing.ts'
import { ConnectPage } from './ConnectPage.tsx'

type KeyCalls = NonNullable<FakeCalls['keys']>
type ReceiverCalls = NonNullable<FakeCalls['receivers']>
const salon = { id: '5d6ff7a0-0000-4000-8000-000000000001', name: 'Glow', waiting: 0 }

function open(calls: KeyCalls = {}, role: 'admin' | 'agent' = 'admin', receivers: ReceiverCalls = {}) {
  const revoked = {
    name: 'Make',
    revokedAt: '2026-03-10T12:00:00.000Z',
    salon: { id: salon.id, name: 'Glow' },
  }
  const items = [apiKeyForTests(1), apiKeyForTests(2, revoked)]
  const platform = fakePlatform(
    {
      replies: { salons: async () => [salon] },
      receivers: { list: async () => [], ...receivers },
      keys: { list: async () => ({ url: 'https://salon.test/api/v1', items }), ...calls },
    },
    '/admin/salons/connect',
  )
  renderAs(role, <ConnectPage />, platform)
}

test('each key shows what it may do, for which salon, and its last use', async () => {
  open()
  const [, first, second] = await screen.findAllByRole('row')
  expect(first?.textContent).toContain('Zapier …wxyz')
  expect(first?.textContent).toContain('Send bookingsAllPence: 120 is 1.20')
  expect(second?.textContent).toContain('NeverRevoked')
  expect(screen.getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe(
    'https://salon.test/api/v1',
  )
})

test('a new key is shown once', async () => {
  const create = vi.fn<NonNullable<KeyCalls['create']>>(async () => ({
    ...apiKeyForTests(3),
    key: 'sbk_secret',
  }))
  open({ create })
  await userEvent.click(await screen.findByRole('button', { name: 'New key...' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Create key' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Please enter a name')
  await userEvent.type(dialog.getByLabelText('Name'), 'n8n')
  await userEvent.selectOptions(dialog.getByLabelText('Salon'), 'Glow')
  await userEvent.click(dialog.getByLabelText('Record opt-outs'))
  await userEvent.click(dialog.getByRole('button', { name: 'Create key' }))
  expect(((await dialog.findByLabelText('API key')) as HTMLInputElement).value).toBe('sbk_secret')
  expect(create).toHaveBeenCalledWith({ name: 'n8n', scopes: ['read', 'visits'], salonId: salon.id })
})

test('a key is revoked after a question', async () => {
  const revoke = vi.fn<NonNullable<KeyCalls['revoke']>>(async () => ({ message: 'Revoked' }))
  open({ revoke })
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Zapier' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('Zapier can no longer call the API.')).toBeTruthy()
  expect(revoke).toHaveBeenCalledWith({ id: apiKeyForTests(1).id })
})

test('an agent sees no keys', async () => {
  open({}, 'agent')
  expect(await screen.findByText('Only an admin connects other systems.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a receiver is added, and its secret is shown once', async () => {
  const create = vi.fn<NonNullable<ReceiverCalls['create']>>(async () => ({
    ...receiverForTests(1),
    secret: 'whsec_secret',
  }))
  open({}, 'admin', { create })
  await userEvent.click(await screen.findByRole('button', { name: 'New receiver...' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Address'), 'https://hooks.example/1')
  await userEvent.click(dialog.getByLabelText('A campaign has finished'))
  await userEvent.click(dialog.getByRole('button', { name: 'Add receiver' }))
  expect(((await dialog.findByLabelText('Signing secret')) as HTMLInputElement).value).toBe('whsec_secret')
  expect(create.mock.calls[0]?.[0]).toEqual({
    url: 'https://hooks.example/1',
    events: ['reply.received', 'opt_out.recorded', 'visit.recorded', 'statement.issued'],
    salonId: null,
  })
})

test('a receiver that is off says why; its deliveries show answers and can be sent again', async () => {
  const receiver = receiverForTests(1, { state: 'off', offReason: 'Every attempt of a day failed: 503' })
  const replay = vi.fn<NonNullable<ReceiverCalls['replay']>>(async () => ({
    message: 'The event is on its way again',
  }))
  open({}, 'admin', { list: async () => [receiver], deliveries: async () => [deliveryForTests(1)], replay })
  const item = within(await screen.findByRole('list', { name: 'Receivers' }))
  expect(item.getByRole('alert').textContent).toBe('Turned off: Every attempt of a day failed: 503.')
  expect((item.getByRole('button', { name: 'Send a test' }) as HTMLButtonElement).disabled).toBe(true)
  await userEvent.click(item.getByRole('button', { name: 'Last deliveries' }))
  expect((await item.findByRole('row', { name: /visit.recorded/ })).textContent).toContain(
    'Failed attempt 12503 down',
  )
  await userEvent.click(item.getByRole('button', { name: /^Send again: visit.recorded of / }))
  expect(await screen.findByText('The event is on its way again')).toBeTruthy()
  expect(replay).toHaveBeenCalledWith({ id: receiver.id, deliveryId: deliveryForTests(1).id })
})
