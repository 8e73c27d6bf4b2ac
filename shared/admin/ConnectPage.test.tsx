// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../host/query.ts'
import { resetUserState } from '../host/reset.ts'
import { type FakeCalls, fakePlatform, renderScreen } from '../kit/testing.tsx'
import { apiKeyForTests } from '../platform/keys/testing.ts'
import { ConnectPage } from './ConnectPage.tsx'

afterEach(() => {
  cleanup()
  resetUserState()
})

type KeyCalls = NonNullable<FakeCalls['keys']>
const salon = { id: '5d6ff7a0-0000-4000-8000-000000000001', name: 'Glow', waiting: 0 }

function open(calls: KeyCalls = {}, role: 'admin' | 'agent' = 'admin') {
  const items = [
    apiKeyForTests(1),
    apiKeyForTests(2, {
      name: 'Make',
      revokedAt: '2026-03-10T12:00:00.000Z',
      salon: { id: salon.id, name: 'Glow' },
    }),
  ]
  const platform = fakePlatform(
    {
      salonReplies: { salons: async () => [salon] },
      keys: { list: async () => ({ url: 'https://salon.test/api/v1', items }), ...calls },
    },
    '/admin/salons/connect',
  )
  const client = createQueryClient()
  client.setQueryData(['/api/admin/me'], { id: 'maya', username: 'maya', role })
  renderScreen(<ConnectPage />, platform, client)
}

test('each key shows what it may do, for which salon, and its last use', async () => {
  open()
  const [, first, second] = await screen.findAllByRole('row')
  expect(first?.textContent).toContain('Zapier …wxyz')
  expect(first?.textContent).toContain('Send bookingsAllNever')
  expect(second?.textContent).toContain('GlowNeverRevoked')
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
