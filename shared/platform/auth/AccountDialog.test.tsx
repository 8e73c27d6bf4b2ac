// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { type FakeCalls, fakePlatform, renderScreen, fieldError as wrongField } from '../../kit/testing.tsx'
import { AccountDialog } from './AccountDialog.tsx'

function Account() {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <AccountDialog
      username="maya"
      codes={codes}
      onCodes={setCodes}
      addresses={<p>Emails</p>}
      staff={<p>Staff</p>}
    />
  )
}

function open(auth: FakeCalls['auth'] = {}) {
  const platform = fakePlatform({ auth }, '/admin?account=password')
  renderScreen(<Account />, platform)
  return platform
}

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const recoveryCodes = Array.from({ length: 10 }, (_, n) => `aaaa${n}-bbbb${n}`)

/** The dialog with a server that stores whether two-step login is on. */
function account(enabled = false, recoveryCodesLeft = 10) {
  const state = { enabled, recoveryCodesLeft }
  const check = (password: string) => {
    if (password !== 'right') throw wrongField('password', 'This is not your password.')
  }
  return open({
    secondFactor: async () => ({ ...state, recoveryCodesLeft: state.enabled ? state.recoveryCodesLeft : 0 }),
    setUpSecondFactor: async ({ password }) => {
      check(password)
      return { secret, uri: `otpauth://totp/Salonback:maya?secret=${secret}` }
    },
    enableSecondFactor: async ({ code }) => {
      if (code !== '123456')
        throw wrongField('code', 'That code is not right. Wait for the next one and try again.')
      state.enabled = true
      return { recoveryCodes }
    },
    disableSecondFactor: async ({ password }) => {
      check(password)
      state.enabled = false
      return { message: 'Login no longer asks for a code' }
    },
  })
}

const openPart = async (name: string) => userEvent.click(await screen.findByRole('tab', { name }))

test('the password can be changed, and errors show under their field', async () => {
  const platform = open({
    changePassword: async (passwords) => {
      if (passwords.password !== 'right') throw wrongField('password', 'This is not your password.')
      if (passwords.newPassword.length < 8)
        throw wrongField('newPassword', 'This password needs at least 8 characters.')
      return { message: 'Your password is changed' }
    },
  })
  const [old, fresh] = [await screen.findByLabelText('Your password'), screen.getByLabelText('New password')]
  expect([old.getAttribute('autocomplete'), fresh.getAttribute('autocomplete')]).toEqual([
    'current-password',
    'new-password',
  ])
  await userEvent.type(old, 'guess')
  await userEvent.type(fresh, 'short{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('This is not your password.')
  expect(document.activeElement).toBe(old)
  await userEvent.clear(old)
  await userEvent.type(old, 'right{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(fresh))
  expect(screen.getByRole('alert').textContent).toBe('This password needs at least 8 characters.')
  await userEvent.clear(fresh)
  await userEvent.type(fresh, 'a lamp beside boats')
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Your password is changed')).toBeTruthy()
  expect(platform.route.get()).toBe('/admin')
})

test('open sessions are listed, and one or all of them can be ended', async () => {
  const place = (n: number, agent: string, current: boolean) => ({
    id: `5d6ff7a0-0000-4000-8000-00000000000${n}`,
    agent,
    address: '203.0.113.7',
    createdAt: '2026-03-10T12:00:00.000Z',
    lastSeenAt: '2026-03-10T12:00:00.000Z',
    current,
  })
  let places = [
    place(1, 'Salonback/1.0.0 (linux)', true),
    place(2, 'Mozilla/5.0 (iPhone) Safari/604.1', false),
  ]
  const everywhere = vi.fn(async () => ({ message: 'Signed out everywhere' }))
  const platform = open({
    sessions: async () => places,
    endSession: async ({ id }) => {
      places = places.filter((one) => one.id !== id)
      return { message: 'Signed out there' }
    },
    logoutEverywhere: everywhere,
  })
  await openPart('Signed in')
  expect(platform.route.get()).toBe('/admin?account=places')
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('b')?.textContent)).toEqual([
    'Salonback app on Linux',
    'Safari on iPhone',
  ])
  expect(within(rows[0] as HTMLElement).getByText('Here')).toBeTruthy()
  expect(within(rows[0] as HTMLElement).queryByRole('button')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
  expect(await screen.findByText('You are signed out everywhere')).toBeTruthy()
  expect(everywhere).toHaveBeenCalled()
  expect(platform.route.get()).toBe('/admin/login')
})

test('two-step login is set up with password, QR code, first code and recovery codes', async () => {
  const platform = account()
  const dialog = await screen.findByRole('dialog', { name: 'Your account, maya' })
  await openPart('Two-step login')
  expect(await within(dialog).findByText('Off')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('Your password'), 'right{Enter}')

  expect(await screen.findByRole('img', { name: 'QR code of the key below' })).toBeTruthy()
  expect(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeTruthy()
  const code = screen.getByLabelText('Code the app shows')
  expect(document.activeElement).toBe(code)
  expect(code.getAttribute('autocomplete')).toBe('one-time-code')
  await userEvent.type(code, '123456{Enter}')

  expect(await screen.findByRole('heading', { name: 'Two-step login is on' })).toBeTruthy()
  const list = screen.getByRole('list', { name: 'Recovery codes' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(recoveryCodes)
  await userEvent.click(screen.getByRole('button', { name: 'Save as a file' }))
  const text = `${recoveryCodes.join('\n')}\n`
  const file = { name: 'salonback-recovery-codes.txt', mime: 'text/plain;charset=utf-8', text }
  expect(platform.saved).toEqual([file])
  await userEvent.keyboard('{Escape}')
  expect(platform.route.get()).toBe('/admin?account=twoStep')
  await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }))
  expect(await screen.findByText('On')).toBeTruthy()
  expect(screen.queryByText(recoveryCodes[0] as string)).toBeNull()
})

test('a wrong password and a wrong code show under their fields', async () => {
  account()
  await openPart('Two-step login')
  await userEvent.type(await screen.findByLabelText('Your password'), 'guess{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('This is not your password.')
  const password = screen.getByLabelText('Your password')
  expect(password.getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(password)
  await userEvent.type(password, 'right{Enter}')
  await userEvent.type(await screen.findByLabelText('Code the app shows'), '000000{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^That code is not right/)
})

test('turning two-step login off requires the password', async () => {
  account(true, 1)
  await openPart('Two-step login')
  expect(await screen.findByText(/^1 recovery code left\./)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Your password'), 'right')
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))
  expect(await screen.findByText('Two-step login is off')).toBeTruthy()
  await waitFor(() => expect(screen.getByText('Off')).toBeTruthy())
  expect(screen.getByLabelText('Your password')).toHaveProperty('value', '')
})

test('shows an error when the state cannot be loaded', async () => {
  open()
  await openPart('Two-step login')
  expect(await screen.findByText('Error loading your account')).toBeTruthy()
})
