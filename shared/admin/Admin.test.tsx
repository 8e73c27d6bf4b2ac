// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useConnection } from '../host/connection.ts'
import type { ConnectionState, Platform } from '../host/platform.ts'
import { onReset } from '../host/reset.ts'
import { restoredPath } from '../host/routes.ts'
import type { EventName } from '../http/wire.ts'
import { type FakeCalls, fakePlatform, refusal, refused } from '../kit/testing.tsx'
import { useToasts } from '../kit/toasts.ts'
import type { Lead } from '../leads/contract.ts'
import { Admin } from './Admin.tsx'
import { useSeen } from './useTabCounts.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  useToasts.setState({ current: null })
  useConnection.setState({ state: 'connecting' })
  useSeen.setState({ seen: {} })
})
afterEach(cleanup)

const maya = { id: '5d6ff7a0-0000-4000-8000-0000000000aa', username: 'maya' }
const lead = (n: number): Lead => ({
  id: `5d6ff7a0-0000-4000-8000-00000000000${n}`,
  mobileNumber: `+44770090014${n}`,
  createdAt: `2026-11-0${n}T09:00:00.000Z`,
  withheld: null,
})
const metrics = {
  totalProspects: 0,
  initialContactSent: 0,
  positiveResponses: 0,
  followupSent: 0,
  formSubmissions: 0,
  optOuts: 0,
  needsReview: 7,
  responseRate: 0,
  followupRate: 0,
  submissionRate: 0,
}

/** A server with one person, whose session can be ended from outside. */
function server(over: FakeCalls = {}) {
  const state = { session: false, leads: [lead(1), lead(2)] }
  const staff = async <T,>(value: T) => {
    if (!state.session) throw refusal(401, 'Please log in')
    return value
  }
  const calls: FakeCalls = {
    auth: {
      me: () => staff(maya),
      login: async ({ password }) => {
        if (password !== 'right') throw refusal(401, 'Invalid credentials')
        state.session = true
        return { username: 'maya' }
      },
      logout: async () => {
        state.session = false
        return { message: 'bye' }
      },
      ...over.auth,
    },
    leads: { list: () => staff(state.leads) },
    contact: { list: () => staff({ queries: [] }) },
    waitlist: { list: () => staff([]) },
    metrics: { sms: () => staff(metrics) },
    campaigns: { list: () => staff([]) },
    imports: { list: () => staff([]) },
  }
  return { state, calls }
}

async function logIn(password = 'right') {
  await userEvent.type(await screen.findByLabelText('Username'), 'maya')
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
}

test('someone without a session is sent to login, and after it to where they wanted to go', async () => {
  const platform = fakePlatform(server().calls, '/admin?tab=import')
  render(<Admin platform={platform} />)
  expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeTruthy()
  expect(screen.getByText('Enter your credentials to access the admin panel')).toBeTruthy()
  expect(platform.route.get()).toBe('/admin/login')
  await logIn()
  expect(await screen.findByRole('heading', { name: 'SMS Lead Management Dashboard' })).toBeTruthy()
  expect(platform.route.get()).toBe('/admin?tab=import')
})

test('wrong credentials say so and keep the name', async () => {
  render(<Admin platform={fakePlatform(server().calls, '/admin/login')} />)
  await logIn('wrong')
  expect(await screen.findByText('Login Failed')).toBeTruthy()
  expect(screen.getByText('Invalid credentials')).toBeTruthy()
  expect(screen.getByLabelText('Username')).toHaveProperty('value', 'maya')
})

test('someone with a session skips login', async () => {
  const { state, calls } = server()
  state.session = true
  const platform = fakePlatform(calls, '/admin/login')
  render(<Admin platform={platform} />)
  await waitFor(() => expect(platform.route.get()).toBe('/admin'))
})

test('the dashboard has seven tabs, the name badge, and Leads open', async () => {
  const { state, calls } = server()
  state.session = true
  render(<Admin platform={fakePlatform(calls)} />)
  const labels = (await screen.findAllByRole('tab')).map(
    (tab) => tab.querySelector('.sb-tab > span:not([class])')?.textContent,
  )
  expect(labels).toEqual(['Leads', 'Contact', 'Prospects', 'Waitlist', 'SMS Dash', 'SMS', 'Import'])
  expect(screen.getByText('maya')).toBeTruthy()
  expect(await screen.findByText('From website contact form')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('(7) Leads · Salonback Admin'))
})

test('key 4 opens the fourth tab, except while typing', async () => {
  const { state, calls } = server()
  state.session = true
  const platform = fakePlatform(calls, '/admin?tab=contact')
  calls.contact = {
    list: async () => ({
      queries: [
        { id: maya.id, name: 'A', email: 'a@b.ie', subject: 's', message: 'm', createdAt: lead(1).createdAt },
      ],
    }),
  }
  render(<Admin platform={platform} />)
  await userEvent.type(await screen.findByPlaceholderText('Search messages...'), '4')
  expect(platform.route.get()).toBe('/admin?tab=contact&search=4')
  act(() => (document.activeElement as HTMLElement).blur())
  await userEvent.keyboard('4')
  expect(platform.route.get()).toBe('/admin?tab=waitlist')
})

test('a tab opens as it was left, whichever way led out of it and back; not for the next person', async () => {
  const { state, calls } = server()
  state.session = true
  calls.prospects = { list: async () => [] }
  const platform = fakePlatform(calls, '/admin?tab=prospects&status=Contacted&campaign=1')
  render(<Admin platform={platform} />)
  await screen.findByRole('combobox', { name: 'Contact Status' })
  act(() => platform.route.set('/admin?tab=import'))
  await screen.findByText('No imports yet')
  expect(restoredPath('/admin?tab=prospects')).toBe('/admin?tab=prospects&status=Contacted')
  expect(restoredPath('/admin?tab=prospects&search=glow')).toBe('/admin?tab=prospects&search=glow')
  await userEvent.keyboard('3')
  expect(platform.route.get()).toBe('/admin?tab=prospects&status=Contacted')
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await screen.findByRole('heading', { name: 'Admin Login' })
  expect(restoredPath('/admin?tab=prospects')).toBe('/admin?tab=prospects')
})

test('the SMS screen on its own has a main heading', async () => {
  const { state, calls } = server()
  state.session = true
  render(<Admin platform={fakePlatform(calls, '/admin/sms')} />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Salonback Admin' })).toBeTruthy()
  expect(await screen.findByRole('heading', { level: 2, name: 'SMS Management' })).toBeTruthy()
})

test('keys 1 to 7 rest while a select or a dialog has the focus', async () => {
  const { state, calls } = server()
  state.session = true
  calls.prospects = { list: async () => [] }
  const platform = fakePlatform(calls, '/admin?tab=prospects')
  render(<Admin platform={platform} />)
  ;(await screen.findByRole('combobox', { name: 'Contact Status' })).focus()
  await userEvent.keyboard('4')
  expect(platform.route.get()).toBe('/admin?tab=prospects')
  await userEvent.click(screen.getByRole('button', { name: 'maya, your account' }))
  const dialog = await screen.findByRole('dialog', { name: 'Your account, maya' })
  within(dialog).getAllByRole('button', { name: 'Close' })[0]?.focus()
  await userEvent.keyboard('4')
  expect(platform.route.get()).toBe('/admin?tab=prospects&account=password')
  expect(screen.getByRole('dialog')).toBe(dialog)
})

test('recovery codes, which are shown once, stay until they are kept, wherever the address leads', async () => {
  const { state, calls } = server()
  state.session = true
  calls.auth = {
    ...calls.auth,
    secondFactor: async () => ({ enabled: false, recoveryCodesLeft: 0 }),
    setUpSecondFactor: async () => ({ secret: 'GEZDGNBV', uri: 'otpauth://totp/x?secret=GEZDGNBV' }),
    enableSecondFactor: async () => ({ recoveryCodes: ['aaaa-bbbb'] }),
  }
  const platform = fakePlatform(calls, '/admin?account=twoStep')
  render(<Admin platform={platform} />)
  await userEvent.type(await screen.findByLabelText('Your password'), 'right{Enter}')
  await userEvent.type(await screen.findByLabelText('Code the app shows'), '123456{Enter}')
  await screen.findByText('aaaa-bbbb')
  act(() => platform.route.set('/admin?tab=import'))
  await screen.findByText('No imports yet')
  await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(platform.route.get()).toBe('/admin?tab=import')
  act(() => platform.route.set('/admin?account=places'))
  await screen.findByRole('tab', { name: 'Signed in', selected: true })
  await userEvent.keyboard('{Escape}')
  expect(platform.route.get()).toBe('/admin')
})

test('a session that ends in the middle leads to login and back, with what was typed', async () => {
  const { state, calls } = server()
  state.session = true
  const platform = fakePlatform(calls, '/admin?tab=contact')
  const forget = vi.fn()
  onReset(forget)
  render(<Admin platform={platform} />)
  await screen.findByText('No contact messages yet')
  state.session = false
  await userEvent.keyboard('7')
  expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeTruthy()
  expect(forget).not.toHaveBeenCalled()
  await logIn()
  expect(await screen.findByRole('heading', { name: 'Import' })).toBeTruthy()
  expect(platform.route.get()).toBe('/admin?tab=import')
})

test('what somebody typed is gone for who has no session, and for who has another', async () => {
  const { state, calls } = server()
  sessionStorage.setItem('salonback.typed.drafts', '{"+447700900142":{"text":"Secret"}}')
  const { unmount } = render(<Admin platform={fakePlatform(calls, '/admin?tab=sms')} />)
  await screen.findByRole('heading', { name: 'Admin Login' })
  expect(Object.values({ ...sessionStorage }).join()).not.toContain('Secret')
  unmount()
  sessionStorage.setItem('salonback.typed.drafts', '{"+447700900142":{"text":"Secret"}}')
  sessionStorage.setItem('salonback.person', 'somebody else')
  state.session = true
  render(<Admin platform={fakePlatform(calls)} />)
  await screen.findAllByRole('tab')
  expect(Object.values({ ...sessionStorage }).join()).not.toContain('Secret')
})

test('logging out forgets the person and says so', async () => {
  const { state, calls } = server()
  state.session = true
  const platform = fakePlatform(calls, '/admin', { loggedOut: vi.fn(async () => {}) })
  const forget = vi.fn()
  onReset(forget)
  render(<Admin platform={platform} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  expect(await screen.findByText('You have been logged out successfully')).toBeTruthy()
  expect(platform.route.get()).toBe('/admin/login')
  expect(forget).toHaveBeenCalled()
  expect(platform.loggedOut).toHaveBeenCalled()
})

test('a failed logout stays and says so', async () => {
  const { state, calls } = server({ auth: { logout: () => Promise.reject(refusal(500, 'no')) } })
  state.session = true
  render(<Admin platform={fakePlatform(calls)} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  expect(await screen.findByText('Logout failed')).toBeTruthy()
  expect(screen.getByText('There was an error logging out')).toBeTruthy()
  expect(screen.getAllByRole('tab')).toHaveLength(7)
})

test('a lead that comes in appears by itself, and counts as new on another tab', async () => {
  const { state, calls } = server()
  state.session = true
  let tell: (name: EventName) => void = () => {}
  const events: Platform['events'] = (onEvent) => {
    tell = (name) => onEvent(name, {})
    return () => {}
  }
  const platform = fakePlatform(calls, '/admin', { events })
  render(<Admin platform={platform} />)
  await screen.findByText('From website contact form')
  act(() => platform.route.set('/admin?tab=import'))
  await screen.findByText('No imports yet')
  expect(screen.getByRole('tab', { name: 'Leads' })).toBeTruthy()
  state.leads = [lead(3), ...state.leads]
  act(() => tell('lead'))
  expect(await screen.findByRole('tab', { name: /^Leads\s?1 new$/ })).toBeTruthy()
  // Another window of this browser.
  const seen = { [`${maya.id}.leads`]: lead(3).createdAt }
  localStorage.setItem('salonback.seen', JSON.stringify({ state: { seen }, version: 0 }))
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'salonback.seen' })))
  expect(await screen.findByRole('tab', { name: 'Leads' })).toBeTruthy()
})

test('a broken line says so after a moment, and what was missed is read when it is back', async () => {
  const { state, calls } = server()
  state.session = true
  let line: (state: ConnectionState) => void = () => {}
  const events: Platform['events'] = (_, onState) => {
    line = onState
    return () => {}
  }
  render(<Admin platform={fakePlatform(calls, '/admin', { events })} />)
  await screen.findByText('From website contact form')
  expect(screen.getByText('Connecting')).toBeTruthy()
  act(() => line('live'))
  expect(screen.getByText('Live')).toBeTruthy()
  act(() => line('polled'))
  expect(screen.getByText('Updated every second')).toBeTruthy()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  act(() => line('reconnecting'))
  expect(screen.getByText('Reconnecting')).toBeTruthy()
  expect(screen.queryByText(/No connection/)).toBeNull()
  act(() => void vi.advanceTimersByTime(4000))
  expect(screen.getByText(/^No connection. Showing what was loaded at \d{1,2}:\d\d (AM|PM)\.$/)).toBeTruthy()
  vi.useRealTimers()
  state.leads = [lead(3), ...state.leads]
  act(() => line('live'))
  expect(await screen.findByText('3', { selector: 'b' })).toBeTruthy()
  expect(screen.queryByText(/No connection/)).toBeNull()
})

test('buttons that wait say so and act once', async () => {
  const { calls } = server()
  let calledTimes = 0
  calls.auth = {
    ...calls.auth,
    login: () => {
      calledTimes += 1
      return new Promise(() => {})
    },
  }
  render(<Admin platform={fakePlatform(calls, '/admin/login')} />)
  await logIn()
  const waiting = await screen.findByRole('button', { name: 'Logging in...' })
  await userEvent.click(waiting)
  expect(calledTimes).toBe(1)
  cleanup()

  const { state, calls: signedIn } = server({ auth: { logout: () => new Promise(() => {}) } })
  state.session = true
  render(<Admin platform={fakePlatform(signedIn)} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  expect(await screen.findByRole('button', { name: 'Logging out...' })).toBeTruthy()
})

test('while nobody knows who is there it says Loading...', async () => {
  const { calls } = server({ auth: { me: () => new Promise(() => {}) } })
  render(<Admin platform={fakePlatform(calls)} />)
  expect(await screen.findByText('Loading...')).toBeTruthy()
})

test.each([true, false])('an unknown path below /admin is a 404, with a session: %s', async (session) => {
  const { state, calls } = server()
  state.session = session
  const platform = fakePlatform(calls, '/admin/nowhere')
  render(<Admin platform={platform} />)
  expect(await screen.findByText('404 Page Not Found')).toBeTruthy()
  expect(platform.route.get()).toBe('/admin/nowhere')
  await userEvent.click(screen.getByRole('button', { name: 'Open the console' }))
  if (!session) await logIn()
  await screen.findByRole('heading', { name: 'SMS Lead Management Dashboard' })
  expect(platform.route.get()).toBe('/admin')
})

test('login leads to /admin where the way to it began in an older visit', async () => {
  // What earlier releases kept for the next visit.
  sessionStorage.setItem('salonback.return', '/admin?tab=sms&number=%2B447700900142')
  const platform = fakePlatform(server().calls, '/admin/login')
  render(<Admin platform={platform} />)
  await logIn()
  await screen.findByRole('heading', { name: 'SMS Lead Management Dashboard' })
  expect(platform.route.get()).toBe('/admin')
})

test('who logs in after a logout lands on /admin, not where Back led to', async () => {
  const { state, calls } = server()
  state.session = true
  const platform = fakePlatform(calls, '/admin?tab=import')
  render(<Admin platform={platform} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  await screen.findByRole('heading', { name: 'Admin Login' })
  act(() => platform.route.set('/admin?tab=import'))
  await waitFor(() => expect(platform.route.get()).toBe('/admin/login'))
  await logIn()
  await screen.findByRole('heading', { name: 'SMS Lead Management Dashboard' })
  expect(platform.route.get()).toBe('/admin')
})

test('who logs in after somebody else’s session ended lands on /admin, not where that one was', async () => {
  const { state, calls } = server()
  state.session = true
  const zoe = { id: '5d6ff7a0-0000-4000-8000-0000000000bb', username: 'zoe' }
  let who = maya
  const session = calls.auth?.me as () => Promise<typeof maya>
  calls.auth = { ...calls.auth, me: async () => (await session()) && who }
  const platform = fakePlatform(calls, '/admin?tab=contact')
  render(<Admin platform={platform} />)
  await screen.findByText('No contact messages yet')
  state.session = false
  await userEvent.keyboard('7')
  await screen.findByRole('heading', { name: 'Admin Login' })
  who = zoe
  await logIn()
  await screen.findByRole('heading', { name: 'SMS Lead Management Dashboard' })
  expect(platform.route.get()).toBe('/admin')
})

test('a password that was given opens nothing before one of their own is chosen', async () => {
  const { state, calls } = server()
  let own = false
  const changed: object[] = []
  calls.auth = {
    ...calls.auth,
    me: async () => {
      if (!state.session) throw refusal(401, 'Please log in')
      return own ? maya : { ...maya, mustChangePassword: true }
    },
    changePassword: async (words) => {
      changed.push(words)
      if (words.newPassword === 'maya2026')
        throw refused('newPassword', 'This password is mostly the username.')
      own = true
      return { message: 'Your password is changed' }
    },
  }
  const platform = fakePlatform(calls, '/admin?tab=import')
  render(<Admin platform={platform} />)
  await logIn()
  expect(await screen.findByRole('heading', { name: 'Choose your password' })).toBeTruthy()
  expect(screen.queryAllByRole('tab')).toEqual([])
  await userEvent.type(screen.getByLabelText('Password you were given'), 'right')
  await userEvent.type(screen.getByLabelText('New password'), 'maya2026{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('This password is mostly the username.')
  const field = screen.getByLabelText('New password')
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(field)
  await userEvent.type(field, 'a lamp beside boats{Enter}')
  expect(await screen.findByText('Your password is changed')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Import' })).toBeTruthy()
  expect(changed.at(-1)).toEqual({ password: 'right', newPassword: 'a lamp beside boats' })
})
