// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Admin } from '../../admin/Admin.tsx'
import { errorResponse, fakePlatform } from '../../kit/testing.tsx'
import { useToasts } from '../../kit/toasts.ts'
import { HttpError } from '../http/request.ts'

beforeEach(() => {
  sessionStorage.clear()
  useToasts.setState({ current: null })
})

const ask = 'Enter the code from your authenticator app.'
const wrong = 'That code is not right. Wait for the next one and try again.'
const needsCode = (message: string) =>
  new HttpError(401, 'Unauthorized', JSON.stringify({ message, fields: { code: message } }))

interface Credentials {
  username: string
  password: string
  code?: string | undefined
}

/** Opens login with a server that answers with `answer`; returns the sent credentials. */
function atLogin(answer: (credentials: Credentials) => Error | null) {
  const sent: Credentials[] = []
  let session = false
  const platform = fakePlatform(
    {
      auth: {
        me: async () => {
          if (!session) throw errorResponse(401, 'Please log in')
          return { id: '5d6ff7a0-0000-4000-8000-0000000000aa', username: 'maya', role: 'admin' as const }
        },
        login: async (credentials) => {
          sent.push(credentials)
          const error = answer(credentials)
          if (error) throw error
          session = true
          return { username: 'maya' }
        },
      },
    },
    '/admin/login',
  )
  render(<Admin platform={platform} />)
  return { sent, platform }
}

async function typePassword(password = 'right') {
  await userEvent.type(await screen.findByLabelText('Username'), 'maya')
  await userEvent.type(screen.getByLabelText('Password'), `${password}{Enter}`)
}

/** A server that requires code 123 456 after the password. */
const withCode = ({ password, code }: Credentials) => {
  if (password !== 'right') return errorResponse(401, 'Invalid credentials')
  if (!code) return needsCode(ask)
  return code.replaceAll(' ', '') === '123456' || code === 'k7f2m-9xq4t' ? null : needsCode(wrong)
}

test('an account with a second factor asks for its code', async () => {
  const { sent, platform } = atLogin(withCode)
  await typePassword()
  const field = await screen.findByLabelText('Code')
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('autocomplete')).toBe('one-time-code')
  expect(field.getAttribute('inputmode')).toBe('numeric')
  expect(screen.getByText(ask)).toBeTruthy()
  expect(screen.queryByText('Login Failed')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.paste(' 123 456 ')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(platform.route.get()).toBe('/admin'))
  expect(sent).toEqual([
    { username: 'maya', password: 'right' },
    { username: 'maya', password: 'right', code: ' 123 456 ' },
  ])
})

test('a wrong code shows under the field, with the text selected', async () => {
  atLogin(withCode)
  await typePassword()
  await userEvent.type(await screen.findByLabelText('Code'), '000000{Enter}')
  const error = await screen.findByRole('alert')
  expect(error.textContent).toBe(wrong)
  const field = screen.getByLabelText('Code') as HTMLInputElement
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.getAttribute('aria-describedby')).toContain(error.id)
  expect(document.activeElement).toBe(field)
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6])
  expect(screen.queryByText('Login Failed')).toBeNull()
})

test('a recovery code can be used instead, and back again', async () => {
  const { sent, platform } = atLogin(withCode)
  await typePassword()
  await userEvent.type(await screen.findByLabelText('Code'), '12')
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  const field = screen.getByLabelText('Recovery code') as HTMLInputElement
  expect(document.activeElement).toBe(field)
  expect([field.value, field.getAttribute('inputmode')]).toEqual(['', 'text'])
  await userEvent.click(screen.getByRole('button', { name: 'Use the app' }))
  expect(screen.getByLabelText('Code')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await userEvent.type(screen.getByLabelText('Recovery code'), 'k7f2m-9xq4t{Enter}')
  await waitFor(() => expect(platform.route.get()).toBe('/admin'))
  expect(sent.at(-1)?.code).toBe('k7f2m-9xq4t')
})

test('Back and a changed password lead to username and password', async () => {
  let password = 'right'
  atLogin((credentials) =>
    credentials.password === password
      ? withCode({ ...credentials, password: 'right' })
      : errorResponse(401, 'Invalid credentials'),
  )
  await typePassword()
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
  expect(screen.getByLabelText('Username')).toHaveProperty('value', 'maya')
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  await userEvent.type(screen.getByLabelText('Password'), 'right{Enter}')
  await screen.findByLabelText('Code')
  expect(screen.queryByRole('alert')).toBeNull()
  password = 'another'
  await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}')
  expect(await screen.findByText('Login Failed')).toBeTruthy()
  expect(screen.getByText('Invalid credentials')).toBeTruthy()
  expect(screen.getByLabelText('Password')).toHaveProperty('value', '')
})

test.each([
  ['a 401 without a message', new HttpError(401, 'Unauthorized', ''), 'Invalid credentials'],
  ['an error without a message', new HttpError(502, 'Bad Gateway', ''), 'Login failed'],
  ['an unreachable server', new TypeError('Failed to fetch'), 'Login failed. The server did not answer.'],
])('%s has its own message', async (_, error, message) => {
  atLogin(() => error)
  await typePassword()
  expect(await screen.findByText('Login Failed')).toBeTruthy()
  expect(screen.getByText(message)).toBeTruthy()
})

test('after too many wrong codes the reason shows and the code stays', async () => {
  atLogin((credentials) =>
    credentials.code
      ? errorResponse(429, 'Too many failed logins. Please try again later.')
      : withCode(credentials),
  )
  await typePassword()
  await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}')
  expect(await screen.findByText('Too many failed logins. Please try again later.')).toBeTruthy()
  expect(screen.getByLabelText('Code')).toHaveProperty('value', '123456')
})
