// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakePlatform, renderScreen } from '../../kit/testing.tsx'
import { OptOutRequests } from './OptOutRequests.tsx'

const request = (n: number) => ({
  id: `5d6ff7a0-0000-4000-8000-00000000000${n}`,
  phoneNumber: `+44770090012${n}`,
  reason: 'Unsubscribed at the till',
  at: new Date(Date.now() - 3_660_000).toISOString(),
  keyName: 'Zapier',
  salon: { id: '5d6ff7a0-0000-4000-8000-000000000009', name: 'Aoife Hair' },
})

test('each opt-out shows its number and where it comes from, and is decided with one press', async () => {
  const decide = vi.fn(async () => ({ message: 'Recorded' }))
  const optOutRequests = async () => [request(1), request(2)]
  renderScreen(
    <OptOutRequests />,
    fakePlatform({ inbox: { optOutRequests, decideOptOutRequest: decide } }, '/admin/dash'),
  )
  const rows = within(await screen.findByRole('region', { name: 'Opt-outs to decide' })).getAllByRole(
    'listitem',
  )
  expect(rows[0]?.textContent).toContain('Zapier, Aoife Hair, 1 hour ago: “Unsubscribed at the till”')
  const buttons = rows.map((row) => within(row).getAllByRole('button'))
  await userEvent.click(buttons[0]?.at(-2) as HTMLElement)
  await userEvent.click(buttons[1]?.at(-1) as HTMLElement)
  expect(decide.mock.calls).toMatchObject([
    [{ id: request(1).id, optOut: true }],
    [{ id: request(2).id, optOut: false }],
  ])
})
