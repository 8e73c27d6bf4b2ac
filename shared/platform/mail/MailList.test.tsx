// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createQueryClient } from '../../host/query.ts'
import { type FakeCalls, fakePlatform, renderScreen } from '../../kit/testing.tsx'
import type { Mail } from './contract.ts'
import { MailList } from './MailList.tsx'

afterEach(cleanup)

const mail = (n: number, more: Partial<Mail> = {}): Mail => ({
  id: `mail-${n}`,
  kind: 'statement',
  to: 'aoife@glow.example',
  subject: `Statement ${n}`,
  state: 'sent',
  stateAt: '2026-03-10T12:00:00.000Z',
  createdAt: '2026-03-10T12:00:00.000Z',
  problem: null,
  ...more,
})

const working = { on: true, simulated: false, trouble: null, troubleSince: null }

function show(mails: Mail[], calls: FakeCalls['mail'] = {}, role: 'admin' | 'agent' = 'admin') {
  const again: unknown[] = []
  const platform = fakePlatform({
    mail: {
      server: async () => working,
      ofSalon: async () => mails,
      sendAgain: async (input: object) => {
        again.push(input)
        return { message: 'The email will be sent again' }
      },
      ...calls,
    },
  })
  const client = createQueryClient()
  client.setQueryData(['/api/admin/me'], { id: 'maya', username: 'maya', role })
  renderScreen(<MailList salonId="salon" />, platform, client)
  return again
}

test('each mail shows its state; only failed and unclear ones can be sent again', async () => {
  const again = show([
    mail(1),
    mail(2, { state: 'queued', problem: '451 later' }),
    mail(3, { state: 'unknown', problem: 'The mail server did not confirm the e-mail' }),
    mail(4, { state: 'failed', problem: '550 no such mailbox' }),
  ])
  const items = within(await screen.findByRole('list', { name: 'Emails' })).getAllByRole('listitem')
  const words = ['Sent', 'Waiting', 'May have arrived', 'Not sent']
  for (const [n, word] of words.entries())
    expect(within(items[n] as HTMLElement).getByText(word)).toBeTruthy()
  expect(screen.getByText('550 no such mailbox')).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Send again: Statement 3' }))
  expect(again).toEqual([{ id: 'mail-3' }])
})

test('an agent sees the mails and cannot send them again', async () => {
  show([mail(4, { state: 'failed' })], {}, 'agent')
  expect(await screen.findByText('Not sent')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('five mails are shown, then all; a server that accepts nothing shows why', async () => {
  show(
    [1, 2, 3, 4, 5, 6, 7].map((n) => mail(n)),
    {
      server: async () => ({
        ...working,
        trouble: 'The mail server refused the user',
        troubleSince: '2026-03-10T11:00:00.000Z',
      }),
    },
  )
  expect(await screen.findAllByRole('listitem')).toHaveLength(5)
  expect((await screen.findByRole('alert')).textContent).toMatch(/Emails wait since .*refused the user/)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 7' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(7)
})

test('an empty list says so', async () => {
  show([])
  expect(await screen.findByText('No emails yet.')).toBeTruthy()
})
