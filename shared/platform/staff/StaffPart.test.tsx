// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Account } from '../../admin/Account.tsx'
import { errorResponse, type FakeCalls, fakePlatform, renderAs } from '../../kit/testing.tsx'
import type { StaffMember } from './contract.ts'

const member = (username: string, more: Partial<StaffMember> = {}): StaffMember => ({
  id: username,
  username,
  role: 'agent',
  state: 'active',
  lastSeenAt: null,
  secondFactor: false,
  ...more,
})
const people = [
  member('maya', { role: 'admin', secondFactor: true }),
  member('nora'),
  member('olga', { state: 'invited' }),
  member('zoe', { state: 'disabled' }),
]
const link = {
  url: 'http://salon.test/admin/invitation#secret',
  expiresAt: '2026-03-13T12:00:00.000Z',
  mailedTo: null,
}

/** The account dialog at Staff; `made` lists the calls of changes. */
function open(calls: FakeCalls['staff'] = {}, role: 'admin' | 'agent' = 'admin') {
  const made: unknown[] = []
  const record =
    <R,>(name: string, reply: R) =>
    async (input: object) => {
      made.push([name, input])
      return reply
    }
  const platform = fakePlatform(
    {
      staff: {
        list: async () => people,
        invite: record('invite', link),
        createLink: record('createLink', link),
        setRole: record('setRole', { message: 'Role changed' }),
        disable: record('disable', { message: 'Locked out' }),
        enable: record('enable', { message: 'Enabled' }),
        ...calls,
      },
    },
    '/admin?account=staff',
  )
  renderAs(role, <Account username="maya" codes={null} onCodes={() => {}} />, platform)
  return made
}

async function openMenu(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Change ${name}` }))
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

const choose = (item: string) => userEvent.click(screen.getByRole('menuitem', { name: item }))

test('an agent has no Staff in the account dialog', async () => {
  open({}, 'agent')
  await screen.findByRole('tab', { name: 'Password' })
  expect(screen.queryByRole('tab', { name: 'Staff' })).toBeNull()
})

test('the list shows role, state and second factor', async () => {
  open()
  const list = await screen.findByRole('list', { name: 'Staff' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^maya Admin You · Two-step login/),
    expect.stringMatching(/^nora Agent/),
    expect.stringMatching(/^olga Agent Invited/),
    expect.stringMatching(/^zoe Agent Disabled/),
  ])
})

test.each([
  ['maya', ['Make an agent']],
  ['nora', ['Make an admin', 'Link for a new password...', 'Disable...']],
  ['olga', ['Make an admin', 'New invitation link', 'Disable...']],
  ['zoe', ['Make an admin', 'Enable']],
])('the menu of %s offers %j', async (name, items) => {
  open()
  expect(await openMenu(name)).toEqual(items)
})

test('an invitation shows its link once, to copy or mail', async () => {
  const made = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Invite...' }))
  await userEvent.click(screen.getByRole('button', { name: 'Create link' }))
  await screen.findByText('Please enter a username')
  await userEvent.type(screen.getByLabelText('Username'), ' ada ')
  expect(screen.getByRole('radio', { name: /^Agent/ })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('radio', { name: /^Admin/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByRole('textbox', { name: 'Link' })).toHaveProperty('value', link.url)
  expect(made).toEqual([['invite', { username: 'ada', role: 'admin' }]])
  const mail = decodeURIComponent(
    screen.getByRole('link', { name: 'Write an email' }).getAttribute('href') ?? '',
  )
  expect(mail).toContain(link.url)
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('textbox', { name: 'Link' })).toBeNull()
})

test('a taken name shows under its field', async () => {
  open({ invite: () => Promise.reject(errorResponse(409, 'There is already an account with this name.')) })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite...' }))
  await userEvent.type(screen.getByLabelText('Username'), 'maya{Enter}')
  await screen.findByText('There is already an account with this name.')
})

test('disabling and a new password ask first', async () => {
  const made = open()
  await openMenu('nora')
  await choose('Disable...')
  expect(made).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Disable' }))
  await waitFor(() => expect(made).toEqual([['disable', { id: 'nora' }]]))
})

test('the refusal to demote the last admin is shown', async () => {
  open({ setRole: () => Promise.reject(errorResponse(409, 'This is the last admin.')) })
  await openMenu('maya')
  await choose('Make an agent')
  await screen.findByText('This is the last admin.')
})
