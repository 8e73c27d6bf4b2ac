// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type FakeCalls, fakePlatform, renderAs } from '../../kit/testing.tsx'
import type { Mail } from './contract.ts'
import { MailList } from './MailList.tsx'
import { mailForTests } from './testing.ts'

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
  renderAs(role, <MailList salonId="salon" />, platform)
  return again
}

test('each mail shows its state; only failed and unclear ones can be sent again', async () => {
  const again = show([
    mailForTests(1),
    mailForTests(2, { state: 'queued', problem: '451 later' }),
    mailForTests(3, { state: 'unknown', problem: 'The mail server did not confirm the e-mail' }),
    mailForTests(4, { state: 'failed', problem: '550 no such mailbox' }),
  ])
  const items = within(await screen.findByRole('list', { name: 'Emails' })).getAllByRole('listitem')
  const words = ['Sent', 'Waiting', 'May have arrived', 'Not sent']
  for (const [n, word] of words.entries())
    expect(within(items[n] as HTMLElement).getByText(word)).toBeTruthy()
  expect(screen.getByText('550 no such mailbox')).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Send again: Statement 3 from Salonback' }))
  expect(again).toEqual([{ id: mailForTests(3).id }])
})

test('an agent sees the mails and cannot send them again', async () => {
  show([mailForTests(4, { state: 'failed' })], {}, 'agent')
  expect(await screen.findByText('Not sent')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('five mails are shown, then all; a server that accepts nothing shows why', async () => {
  const trouble = { trouble: 'The mail server refused the user', troubleSince: '2026-03-10T11:00:00.000Z' }
  const mails = [1, 2, 3, 4, 5, 6, 7].map((n) => mailForTests(n))
  show(mails, { server: async () => ({ ...working, ...trouble }) })
  expect(await screen.findAllByRole('listitem')).toHaveLength(5)
  expect((await screen.findByRole('alert')).textContent).toMatch(/Emails wait since .*refused the user/)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 7' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(7)
})

test('an empty list says so', async () => {
  show([])
  expect(await screen.findByText('No emails yet.')).toBeTruthy()
})
