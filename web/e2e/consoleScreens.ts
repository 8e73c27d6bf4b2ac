import { uploads } from '@salonback/shared/contracts.ts'
import { endpoints } from '@salonback/shared/testing/endpoints.ts'
import type { Page } from 'playwright'
import { breakCalls, importFile } from './pageHelpers.ts'

/** A screen in one state, and how to reach it. `before` fakes server responses. */
export interface Screen {
  name: string
  path: string
  before?: (page: Page) => Promise<unknown>
  open?: (page: Page) => Promise<unknown>
  /** Uses the same component as another screen; checked only with AXE=all. */
  alike?: boolean
  /** Waits for the screen's content. */
  shows: (page: Page) => Promise<unknown>
}

export const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()
export const text = (words: string | RegExp) => (page: Page) =>
  page.getByText(words).filter({ visible: true }).first().waitFor()
export const dialog = (page: Page) => page.locator('[role=dialog], [role=alertdialog]').last().waitFor()
/** Fakes the answer to a call. Throws when the contract has no such call, or another answer. */
export function answer(glob: string, json: unknown) {
  const reply = replyOf(glob).safeParse(json)
  if (!reply.success) throw new Error(`${glob}: ${reply.error.message}`)
  return (page: Page) => page.route(glob, (route) => route.fulfill({ json }))
}
const calls = [...endpoints, ...Object.values(uploads)]

/** What the contract says that a call answers; of several calls the one with fewest parameters, a GET first. */
function replyOf(glob: string) {
  const path = glob.replace(/^\*\*/, '').replace(/\?.*$|(?<=[^/])\*$/, '')
  const parts = path.split('/')
  const matches = (call: (typeof calls)[number]) => {
    const wanted = call.path.split('/')
    return (
      wanted.length === parts.length && wanted.every((part, at) => /^\{/.test(part) || part === parts[at])
    )
  }
  const rank = ({ path, method }: (typeof calls)[number]) =>
    2 * path.split('{').length + (method === 'GET' ? 0 : 1)
  const [found] = calls.filter(matches).sort((one, other) => rank(one) - rank(other))
  if (!found) throw new Error(`No call answers ${glob}`)
  return found.reply
}

/** These steps one after the other. */
export const inTurn =
  (...steps: Screen['shows'][]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }

/** A screen that shows these words, or what `shows` waits for. */
export const screen = (
  name: string,
  path: string,
  shows: string | RegExp | Screen['shows'],
  more: Pick<Screen, 'before' | 'open' | 'alike'> = {},
): Screen => ({ name, path, shows: typeof shows === 'function' ? shows : text(shows), ...more })

/** Each tab: its API call, the empty response, the texts when filled and when empty, and what it loads. */
const tabs = [
  ['leads', '/api/admin/leads', [], 'New Lead', 'No leads yet', 'leads'],
  ['contact', '/api/contact', { queries: [] }, /^Total: /, 'No contact messages yet', 'contact messages'],
  ['prospects', '/api/admin/prospects', [], /^Showing /, /No prospects/, 'prospects'],
  [
    'waitlist',
    '/api/admin/waitlist-responses',
    [],
    'Waitlist Responses (Newest First)',
    'No waitlist responses yet.',
    'waitlist responses',
  ],
  ['dash', '/api/admin/sms-metrics', undefined, 'Conversion Funnel', '', 'campaign metrics'],
  [
    'sms',
    '/api/admin/inbound-sms/page',
    { texts: [], next: null },
    'Wrong salon',
    'Nothing needs review',
    'SMS messages',
  ],
  ['import', '/api/admin/imports', [], 'Import History', 'No imports yet', 'imports'],
] as const

const tabScreens: Screen[] = tabs.flatMap(([tab, path, nothing, full, empty, what]) => {
  const address = `/admin?tab=${tab}`
  const alike = tab !== 'dash' && tab !== 'sms'
  const screens = [
    screen(tab, address, full),
    screen(`${tab}, loading`, address, `Loading ${what}...`, {
      alike,
      before: (page) => page.route(`**${path}*`, () => {}),
    }),
    screen(`${tab}, failed`, address, /^(Failed to load|Error loading) /, {
      alike,
      before: (page) => breakCalls(page, path),
    }),
  ]
  if (nothing)
    screens.push(screen(`${tab}, empty`, address, empty, { before: answer(`**${path}*`, nothing) }))
  return screens
})

/** Adds fields to the service's status. */
export const service = (more: object) => (page: Page) =>
  page.route('**/api/admin/service', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), ...more } })
  })

const restored = {
  takenAt: '2026-11-21T03:00:00.000Z',
  restoredAt: '2026-11-22T09:00:00.000Z',
  asksAt: '2026-11-22T09:15:00.000Z',
  left: 0,
  asked: 0,
  sent: 0,
  unknown: 0,
  ready: false,
  trouble: null,
}
const refused = 'The carrier refused our credentials (401): check them, then let texts go on'

const strips: Screen[] = [
  screen('restored, before reconciling with the carrier', '/admin', /Restored from the backup/, {
    before: service({ sendingStopped: refused, restored }),
  }),
  screen('restored, ready to resume, and no backup since', '/admin', 'Resume sending', {
    before: service({
      sendingStopped: refused,
      restored: { ...restored, asked: 1240, sent: 312, unknown: 7, ready: true },
      backupFailed: 'No backup since Nov 19, 2026: the folder of the backups cannot be written to.',
    }),
  }),
  screen('sending stopped', '/admin?tab=dash', 'Resume sending', {
    before: service({ sendingStopped: refused }),
  }),
  screen('two senders refused', '/admin?tab=dash', /Texts from MGa+ are on hold/, {
    before: service({
      stoppedSenders: [
        { address: '+447700900100', reason: 'The carrier does not let us text from our sender' },
        { address: `MG${'a'.repeat(32)}`, reason: 'Our sender is not registered for US texts' },
      ],
    }),
  }),
  screen('reconnecting', '/admin?tab=leads', 'New Lead', {
    before: (page) => page.route('**/api/admin/events', (route) => route.abort()),
  }),
]

const chooseFile = async (page: Page) => {
  const chooser = page.waitForEvent('filechooser')
  await button('Choose File')(page)
  const name = 'an-export-with-a-rather-long-name-from-the-marketplace-2026-11-22.json'
  await (await chooser).setFiles(importFile([{ name: '' }], name))
}

const toast = (page: Page) => page.locator('.sb-toast').waitFor()

const others: Screen[] = [
  screen('import, a file chosen', '/admin?tab=import', / MB/, { open: chooseFile }),
  screen('import, done, and a notification', '/admin?tab=import', toast, {
    open: inTurn(chooseFile, (page) => page.getByRole('button', { name: 'Import', exact: true }).click()),
  }),
  screen('a notification of a failure', '/admin', 'There was an error logging out', {
    before: (page) => breakCalls(page, '/api/admin/logout'),
    open: button('Logout'),
  }),
  screen('console, 404', '/admin/nowhere', '404 Page Not Found'),
  screen('console, failed to load', '/admin', 'Something did not load', {
    before: (page) => page.route(/\/Console-[^/]+\.js/, (route) => route.abort()),
  }),
  screen('console, waiting for the session', '/admin', 'Loading...', {
    before: (page) => page.route('**/api/admin/me', () => {}),
  }),
]

/** Every tab filled, empty, loading and failed, and the notices around the tabs. */
export const consoleScreens: Screen[] = [...tabScreens, ...strips, ...others]
