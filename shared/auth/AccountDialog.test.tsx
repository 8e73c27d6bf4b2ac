// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { HttpError } from '../http/request.ts'
import { fakePlatform, renderScreen } from '../kit/testing.tsx'
import { AccountDialog } from './AccountDialog.tsx'

afterEach(cleanup)

const wrongField = (field: string, message: string) =>
  new HttpError(422, 'Unprocessable', JSON.stringify({ message, fields: { [field]: message } }))

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const recoveryCodes = Array.from({ length: 10 }, (_, n) => `aaaa${n}-bbbb${n}`)

/** The dialog before a server that keeps whether it is on. */
function account(enabled = false, recoveryCodesLeft = 10) {
  const state = { enabled, recoveryCodesLeft }
  const check = (password: string) => {
    if (password !== 'right') throw wrongField('password', 'This is not your password.')
  }
  const platform = fakePlatform({
    auth: {
      secondFactor: async () => ({
        ...state,
        recoveryCodesLeft: state.enabled ? state.recoveryCodesLeft : 0,
      }),
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
        return { message: 'Logging in takes no code any more' }
      },
    },
  })
  const onClose = vi.fn()
  renderScreen(<AccountDialog username="maya" onClose={onClose} />, platform)
  return { platform, onClose }
}

test('two-step login is set up: password, QR code or key, first code, recovery codes', async () => {
  const { platform, onClose } = account()
  const dialog = await screen.findByRole('dialog', { name: 'Your account, maya' })
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
  expect(platform.saved).toEqual([
    {
      name: 'salonback-recovery-codes.txt',
      mime: 'text/plain;charset=utf-8',
      text: `${recoveryCodes.join('\n')}\n`,
    },
  ])
  await userEvent.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }))
  expect(await screen.findByText('On')).toBeTruthy()
  expect(screen.queryByText(recoveryCodes[0] as string)).toBeNull()
})

test('a wrong password and a wrong code are told under their fields', async () => {
  account()
  await userEvent.type(await screen.findByLabelText('Your password'), 'guess{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('This is not your password.')
  const password = screen.getByLabelText('Your password')
  expect(password.getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(password)
  await userEvent.type(password, 'right{Enter}')
  await userEvent.type(await screen.findByLabelText('Code the app shows'), '000000{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^That code is not right/)
})

test('turning it off takes the password', async () => {
  account(true, 1)
  expect(await screen.findByText(/^1 recovery code left\./)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Your password'), 'right')
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))
  expect(await screen.findByText('Two-step login is off')).toBeTruthy()
  await waitFor(() => expect(screen.getByText('Off')).toBeTruthy())
  expect(screen.getByLabelText('Your password')).toHaveProperty('value', '')
})

test('when it cannot be loaded it says so', async () => {
  renderScreen(<AccountDialog username="maya" onClose={() => {}} />, fakePlatform({}))
  expect(await screen.findByText('Error loading your account')).toBeTruthy()
})
