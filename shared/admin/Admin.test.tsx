// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { salonPath } from '../host/addresses.ts'
import { useConnection } from '../host/connection.ts'
import type { ConnectionState, Platform } from '../host/platform.ts'
import { onReset } from '../host/reset.ts'
import { restoredPath } from '../host/routes.ts'
import { errorResponse, type FakeCalls, fakePlatform, fieldError } from '../kit/testing.tsx'
import { useToasts } from '../kit/toasts.ts'
import type { EventName } from '../platform/http/wire.ts'
import { contactQueryForTests } from '../sales/contact/testing.ts'
import { leadForTests } from '../sales/leads/testing.ts'
import type { SmsMetrics } from '../sales/metrics/contract.ts'
import { salonForTests } from '../salons/salons/testing.ts'
import { Admin } from './Admin.tsx'
import { useSeen } from './useTabCounts.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  useToasts.setState({ current: null })
  useConnection.setState({ state: 'connecting' })
  useSeen.setState({ seen: {} })
})

const maya = { id: '5d6ff7a0-0000-4000-8000-0000000000aa', username: 'maya', role: 'admin' as const }
const metrics = { needsReview: 7 } as SmsMetrics

/** A server with one admin; `state.session`: whether the session is valid. */
function server(over: FakeCalls = {}, session = true) {
  const state = { session, leads: [leadForTests(1), leadForTests(2)] }
  const staff = async <T,>(value: T) => {
    if (!state.session) throw errorResponse(401, 'Please log in')
    return value
  }
  const calls: FakeCalls = {
    leads: { list: () => staff(state.leads) },
    contact: { list: () => staff({ queries: [] }) },
    waitlist: { list: () => staff([]) },
    metrics: { sms: () => staff(metrics) },
    campaigns: { list: () => staff([]) },
    imports: { list: () => staff([]) },
    prospects: { list: () => staff([]) },
    ...over,
    auth: {
      me: () => staff(maya),
      login: async () => {
        state.session = true
        return { username: 'maya' }
      },
      logout: async () => {
        state.session = false
        return { message: 'bye' }
      },
      ...over.auth,
    },
  }
  return { state, calls }
}

/** The console with a session, unless `session` is false. */
function open(path = '/admin', over: FakeCalls = {}, { session = true, ...host }: Open = {}) {
  const { state, calls } = server(over, session)
  const platform = fakePlatform(calls, path, host)
  return { state, platform, ...render(<Admin platform={platform} />) }
}
type Open = Partial<Platform> & { session?: boolean }

async function logIn() {
  await userEvent.type(await screen.findByLabelText('Username'), 'maya')
  await userEvent.type(screen.getByLabelText('Password'), 'right')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
}

const findLogin = () => screen.findByRole('heading', { name: 'Admin Login' })
const findConsole = () => screen.findByRole('heading', { name: 'SMS Lead Management Dashboard' })

test('without a session the console shows login, then the requested page', async () => {
  const { platform } = open('/admin?tab=import', {}, { session: false })
  await findLogin()
  expect(screen.getByText('Enter your credentials to access the admin panel')).toBeTruthy()
  expect(platform.route.get()).toBe('/admin/login')
  await logIn()
  await findConsole()
  expect(platform.route.get()).toBe('/admin?tab=import')
})

test('login is skipped with a session', async () => {
  const { platform } = open('/admin/login')
  await waitFor(() => expect(platform.route.get()).toBe('/admin'))
})

test('the dashboard has seven tabs, the name badge, and Leads open', async () => {
  open()
  const labels = (await screen.findAllByRole('tab')).map(
    (tab) => tab.querySelector('.sb-tab > span:not([class])')?.textContent,
  )
  expect(labels).toEqual(['Leads', 'Contact', 'Prospects', 'Waitlist', 'SMS Dash', 'SMS', 'Import'])
  expect(screen.getByText('maya')).toBeTruthy()
  expect(await screen.findByText('From website contact form')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('(7) Leads · Salonback Admin'))
})

test('key 4 opens the fourth tab, except while typing', async () => {
  const queries = [contactQueryForTests(1)]
  const { platform } = open('/admin?tab=contact', { contact: { list: async () => ({ queries }) } })
  await userEvent.type(await screen.findByPlaceholderText('Search messages...'), '4')
  expect(platform.route.get()).toBe('/admin?tab=contact&search=4')
  act(() => (document.activeElement as HTMLElement).blur())
  await userEvent.keyboard('4')
  expect(platform.route.get()).toBe('/admin?tab=waitlist')
})

test('a tab reopens with its filters, but not for the next user', async () => {
  const { platform } = open('/admin?tab=prospects&status=Contacted&campaign=1')
  await screen.findByRole('combobox', { name: 'Contact Status' })
  act(() => platform.route.set('/admin?tab=import'))
  await screen.findByText('No imports yet')
  expect(restoredPath('/admin?tab=prospects')).toBe('/admin?tab=prospects&status=Contacted')
  expect(restoredPath('/admin?tab=prospects&search=glow')).toBe('/admin?tab=prospects&search=glow')
  await userEvent.keyboard('3')
  expect(platform.route.get()).toBe('/admin?tab=prospects&status=Contacted')
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await findLogin()
  expect(restoredPath('/admin?tab=prospects')).toBe('/admin?tab=prospects')
})

test('the switch opens Salons, and Sales as it was left', async () => {
  const { platform } = open('/admin?tab=prospects&status=Contacted', {
    salons: { list: async () => ({ items: [], nextCursor: null }) },
    replies: {
      waiting: async () => ({ waiting: 3 }),
      list: async () => ({ items: [], nextCursor: null }),
    },
  })
  const nav = within(await screen.findByRole('navigation', { name: 'Workspaces' }))
  const current = () => nav.getAllByRole('link').map((link) => link.getAttribute('aria-current'))
  expect(current()).toEqual(['true', null])
  await userEvent.click(nav.getByRole('link', { name: 'Salons' }))
  expect(await screen.findByText('No salons yet.')).toBeTruthy()
  expect(platform.route.get()).toBe('/admin/salons')
  expect(current()).toEqual([null, 'true'])
  expect(screen.queryAllByRole('tab')).toEqual([])
  const sections = within(screen.getByRole('navigation', { name: 'Sections' }))
  const section = () => sections.getAllByRole('link').map((link) => link.getAttribute('aria-current'))
  expect(section()).toEqual(['page', null, null, null, null])
  await waitFor(() => expect(document.title).toBe('(7) Salons · Salonback Admin'))
  await userEvent.click(await sections.findByRole('link', { name: 'Replies 3 waiting' }))
  expect(await screen.findByText('No replies waiting')).toBeTruthy()
  expect(platform.route.get()).toBe('/admin/salons/replies')
  expect(section()).toEqual([null, 'page', null, null, null])
  await waitFor(() => expect(document.title).toBe('(7) Replies · Salonback Admin'))
  await userEvent.click(nav.getByRole('link', { name: 'Sales' }))
  expect(platform.route.get()).toBe('/admin?tab=prospects&status=Contacted')
  expect(await screen.findAllByRole('tab')).toHaveLength(7)
})

test('a salon gives the page its title, and its list is not read for it', async () => {
  const salon = salonForTests(1)
  const list = vi.fn(async () => ({ items: [salon], nextCursor: null }))
  const { platform } = open(salonPath(salon.id), { salons: { get: async () => salon, list } })
  await waitFor(() => expect(document.title).toBe('(7) Glow & Co. · Salonback Admin'))
  expect(list).not.toHaveBeenCalled()
  await userEvent.keyboard('4')
  expect(platform.route.get()).toBe('/admin?tab=waitlist')
})

test('login returns to a salon', async () => {
  const salon = salonForTests(1)
  const path = salonPath(salon.id, 'settings')
  const { platform } = open(path, { salons: { get: async () => salon } }, { session: false })
  await findLogin()
  await logIn()
  expect(await screen.findByRole('heading', { name: 'Glow & Co.' })).toBeTruthy()
  expect(platform.route.get()).toBe(path)
})

test('the SMS screen alone has a main heading', async () => {
  open('/admin/sms')
  expect(await screen.findByRole('heading', { level: 1, name: 'Salonback Admin' })).toBeTruthy()
  expect(await screen.findByRole('heading', { level: 2, name: 'SMS Management' })).toBeTruthy()
})

test('keys 1 to 7 do nothing while a select or a dialog has the focus', async () => {
  const { platform } = open('/admin?tab=prospects')
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

test('recovery codes stay on screen until they are confirmed, also when the address changes', async () => {
  const auth: FakeCalls['auth'] = {
    secondFactor: async () => ({ enabled: false, recoveryCodesLeft: 0 }),
    setUpSecondFactor: async () => ({ secret: 'GEZDGNBV', uri: 'otpauth://totp/x?secret=GEZDGNBV' }),
    enableSecondFactor: async () => ({ recoveryCodes: ['aaaa-bbbb'] }),
  }
  const { platform } = open('/admin?account=twoStep', { auth })
  await userEvent.type(await screen.findByLabelText('Your password'), 'right{Enter}')
  await userEvent.type(await screen.findByLabelText('Code the app shows'), '123456{Enter}')
  await screen.findByText('aaaa-bbbb')
  act(() => platform.route.set('/admin?tab=import'))
  await screen.findByText('No imports yet')
  await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(platform.route.get()).toBe('/admin?tab=import')
})

test('an expired session leads to login and back, and keeps drafts', async () => {
  const { state, platform } = open('/admin?tab=contact')
  const reset = vi.fn()
  onReset(reset)
  await screen.findByText('No contact messages yet')
  state.session = false
  await userEvent.keyboard('7')
  await findLogin()
  expect(reset).not.toHaveBeenCalled()
  await logIn()
  expect(await screen.findByRole('heading', { name: 'Import' })).toBeTruthy()
  expect(platform.route.get()).toBe('/admin?tab=import')
})

test('stored drafts are deleted without a session, and for another user', async () => {
  const stored = () => Object.values({ ...sessionStorage }).join()
  sessionStorage.setItem('salonback.typed.drafts', '{"+447700900142":{"text":"Secret"}}')
  const { unmount } = open('/admin?tab=sms', {}, { session: false })
  await findLogin()
  expect(stored()).not.toContain('Secret')
  unmount()
  sessionStorage.setItem('salonback.typed.drafts', '{"+447700900142":{"text":"Secret"}}')
  sessionStorage.setItem('salonback.person', 'another admin')
  open()
  await screen.findAllByRole('tab')
  expect(stored()).not.toContain('Secret')
})

test('logout resets all stores; the next login opens /admin, not the path that Back led to', async () => {
  const { platform } = open('/admin?tab=import', {}, { loggedOut: vi.fn(async () => {}) })
  const reset = vi.fn()
  onReset(reset)
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  expect(await screen.findByText('You have been logged out successfully')).toBeTruthy()
  await findLogin()
  expect(platform.route.get()).toBe('/admin/login')
  expect(reset).toHaveBeenCalled()
  expect(platform.loggedOut).toHaveBeenCalled()
  act(() => platform.route.set('/admin?tab=import'))
  await waitFor(() => expect(platform.route.get()).toBe('/admin/login'))
  await logIn()
  await findConsole()
  expect(platform.route.get()).toBe('/admin')
})

test('a failed logout shows an error and keeps the console', async () => {
  open('/admin', { auth: { logout: () => Promise.reject(errorResponse(500, 'no')) } })
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  expect(await screen.findByText('Logout failed')).toBeTruthy()
  expect(screen.getByText('There was an error logging out')).toBeTruthy()
  expect(screen.getAllByRole('tab')).toHaveLength(7)
})

test('a lead event updates the open console and counts as new on another tab', async () => {
  let publish: (name: EventName) => void = () => {}
  const events: Platform['events'] = (onEvent) => {
    publish = (name) => onEvent(name, {})
    return () => {}
  }
  const { state, platform } = open('/admin', {}, { events })
  await screen.findByText('From website contact form')
  act(() => platform.route.set('/admin?tab=import'))
  await screen.findByText('No imports yet')
  expect(screen.getByRole('tab', { name: 'Leads' })).toBeTruthy()
  state.leads = [leadForTests(3), ...state.leads]
  act(() => publish('lead'))
  expect(await screen.findByRole('tab', { name: /^Leads\s?1 new$/ })).toBeTruthy()
  // Another window of this browser has shown it.
  const seen = { [`${maya.id}.leads`]: leadForTests(3).createdAt }
  localStorage.setItem('salonback.seen', JSON.stringify({ state: { seen }, version: 0 }))
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'salonback.seen' })))
  expect(await screen.findByRole('tab', { name: 'Leads' })).toBeTruthy()
})

test('a lost connection shows after four seconds, and everything is read again after it', async () => {
  let setState: (state: ConnectionState) => void = () => {}
  const events: Platform['events'] = (_, onState) => {
    setState = onState
    return () => {}
  }
  const { state } = open('/admin', {}, { events })
  await screen.findByText('From website contact form')
  expect(screen.getByText('Connecting')).toBeTruthy()
  act(() => setState('live'))
  expect(screen.getByText('Live')).toBeTruthy()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  act(() => setState('reconnecting'))
  expect(screen.getByText('Reconnecting')).toBeTruthy()
  expect(screen.queryByText(/No connection/)).toBeNull()
  act(() => void vi.advanceTimersByTime(4000))
  expect(screen.getByText(/^No connection. Showing what was loaded at \d{1,2}:\d\d (AM|PM)\.$/)).toBeTruthy()
  vi.useRealTimers()
  state.leads = [leadForTests(3), ...state.leads]
  act(() => setState('live'))
  expect(await screen.findByText('3', { selector: 'b' })).toBeTruthy()
  expect(screen.queryByText(/No connection/)).toBeNull()
})

test('login and logout buttons show progress and submit once', async () => {
  const login = vi.fn(() => new Promise<never>(() => {}))
  open('/admin/login', { auth: { login } }, { session: false })
  await logIn()
  await userEvent.click(await screen.findByRole('button', { name: 'Logging in...' }))
  expect(login).toHaveBeenCalledTimes(1)
  cleanup()

  open('/admin', { auth: { logout: () => new Promise(() => {}) } })
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  expect(await screen.findByRole('button', { name: 'Logging out...' })).toBeTruthy()
})

test('Loading... shows while the session is checked', async () => {
  open('/admin', { auth: { me: () => new Promise(() => {}) } })
  expect(await screen.findByText('Loading...')).toBeTruthy()
})

test.each([true, false])('an unknown path below /admin is a 404, with a session: %s', async (session) => {
  const { platform } = open('/admin/nowhere', {}, { session })
  expect(await screen.findByText('404 Page Not Found')).toBeTruthy()
  expect(platform.route.get()).toBe('/admin/nowhere')
  await userEvent.click(screen.getByRole('button', { name: 'Open the console' }))
  if (!session) await logIn()
  await findConsole()
  expect(platform.route.get()).toBe('/admin')
})

test('after an expired session another user lands on /admin, not on the first user’s path', async () => {
  let admin = maya
  const { state, calls } = server()
  const session = calls.auth?.me as () => Promise<typeof maya>
  calls.auth = { ...calls.auth, me: async () => (await session()) && admin }
  const platform = fakePlatform(calls, '/admin?tab=contact')
  render(<Admin platform={platform} />)
  await screen.findByText('No contact messages yet')
  state.session = false
  await userEvent.keyboard('7')
  await findLogin()
  admin = { id: '5d6ff7a0-0000-4000-8000-0000000000bb', username: 'zoe', role: 'admin' as const }
  await logIn()
  await findConsole()
  expect(platform.route.get()).toBe('/admin')
})

test('a temporary password opens only the form that replaces it', async () => {
  let changed = false
  const { state, calls } = server({}, false)
  const changePassword = vi.fn(async ({ newPassword }: { password: string; newPassword: string }) => {
    if (newPassword === 'maya2026') throw fieldError('newPassword', 'This password is mostly the username.')
    changed = true
    return { message: 'Your password is changed' }
  })
  const me = async () => {
    if (!state.session) throw errorResponse(401, 'Please log in')
    return changed ? maya : { ...maya, mustChangePassword: true as const }
  }
  calls.auth = { ...calls.auth, me, changePassword }
  render(<Admin platform={fakePlatform(calls, '/admin?tab=import')} />)
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
  expect(changePassword).toHaveBeenLastCalledWith({ password: 'right', newPassword: 'a lamp beside boats' })
})
