import { salonPath, salonsPath, statementPath } from '@salonback/shared/host/addresses.ts'
import { entryForTests, statementForTests } from '@salonback/shared/ledger/testing.ts'
import type { Salon } from '@salonback/shared/salons/contract.ts'
import { salonForTests } from '@salonback/shared/salons/testing.ts'
import { visitForTests } from '@salonback/shared/visits/testing.ts'
import type { Page } from 'playwright'
import { breakCalls } from './pageHelpers.ts'

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
export const answer = (path: string, json: unknown) => (page: Page) =>
  page.route(path, (route) => route.fulfill({ json }))

/** Each tab: its API call, the empty response, and the texts when filled, empty, loading and failed. */
const tabs = [
  ['leads', '/api/admin/leads', [], 'New Lead', 'No leads yet', 'Loading leads...', 'Failed to load leads'],
  [
    'contact',
    '/api/contact',
    { queries: [] },
    /^Total: /,
    'No contact messages yet',
    'Loading contact messages...',
    'Failed to load contact messages',
  ],
  [
    'prospects',
    '/api/admin/prospects',
    [],
    /^Showing /,
    /No prospects/,
    'Loading prospects...',
    'Failed to load prospects',
  ],
  [
    'waitlist',
    '/api/admin/waitlist-responses',
    [],
    'Waitlist Responses (Newest First)',
    'No waitlist responses yet.',
    'Loading waitlist responses...',
    'Failed to load waitlist responses',
  ],
  [
    'dash',
    '/api/admin/sms-metrics',
    undefined,
    'Conversion Funnel',
    '',
    'Loading campaign metrics...',
    'Error loading SMS metrics',
  ],
  [
    'sms',
    '/api/admin/inbound-sms/page',
    { texts: [], next: null },
    'Newest first',
    'No SMS messages received yet',
    'Loading SMS messages...',
    'Error loading SMS messages',
  ],
  [
    'import',
    '/api/admin/imports',
    [],
    'Import History',
    'No imports yet',
    'Loading imports...',
    'Failed to load imports',
  ],
] as const

const tabScreens: Screen[] = tabs.flatMap(([tab, path, nothing, full, empty, waiting, failed]) => {
  const address = `/admin?tab=${tab}`
  const alike = tab !== 'dash' && tab !== 'sms'
  const screens: Screen[] = [
    { name: tab, path: address, shows: text(full) },
    {
      name: `${tab}, loading`,
      path: address,
      alike,
      before: (page) => page.route(`**${path}*`, () => {}),
      shows: text(waiting),
    },
    {
      name: `${tab}, failed`,
      path: address,
      alike,
      before: (page) => breakCalls(page, path),
      shows: text(failed),
    },
  ]
  if (nothing)
    screens.push({
      name: `${tab}, empty`,
      path: address,
      before: answer(`**${path}*`, nothing),
      shows: text(empty),
    })
  return screens
})

/** Adds fields to the service's status. */
const service = (more: object) => (page: Page) =>
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
  {
    name: 'restored, before reconciling with the carrier',
    path: '/admin',
    before: service({ sendingStopped: refused, restored }),
    shows: text(/Restored from the backup/),
  },
  {
    name: 'restored, ready to resume, and no backup since',
    path: '/admin',
    before: service({
      sendingStopped: refused,
      restored: { ...restored, asked: 1240, sent: 312, unknown: 7, ready: true },
      backupFailed: 'No backup since Nov 19, 2026: the folder of the backups cannot be written to.',
    }),
    shows: text('Resume sending'),
  },
  {
    name: 'sending stopped',
    path: '/admin?tab=dash',
    before: service({ sendingStopped: refused }),
    shows: text('Resume sending'),
  },
  {
    name: 'two senders refused',
    path: '/admin?tab=dash',
    before: service({
      stoppedSenders: [
        { address: '+447700900100', reason: 'The carrier does not let us text from our sender' },
        { address: `MG${'a'.repeat(32)}`, reason: 'Our sender is not registered for US texts' },
      ],
    }),
    shows: text(/Texts from MGa+ wait/),
  },
  {
    name: 'reconnecting',
    path: '/admin?tab=leads',
    before: (page) => page.route('**/api/admin/events', (route) => route.abort()),
    shows: text('New Lead'),
  },
]

const salonsCall = '/api/admin/salons'
const salon = salonForTests(1, {
  name: 'Wilhelmina Featherstonehaugh-Cholmondele',
  ownerName: 'Wilhelmina Featherstonehaugh-Cholmondeley',
  ownerEmail: 'wilhelmina.featherstonehaugh@thelashroom.example',
  checklist: { agreement: false, sender: true, list: true, consent: false, offer: false, campaign: false },
  sender: {
    id: '5d6ff7a0-0000-4000-8000-000000000009',
    address: '+447700900800',
    kind: 'number',
    stoppedReason: 'The number is not in the account any more',
  },
  counts: { clients: 12400, repliesWaiting: 3, campaignsRunning: 1, owed: 1234567, disputesOpen: 1 },
  nextStep: '3 replies wait',
})
const withState = (n: number, state: Salon['state']) => salonForTests(n, { state, name: `Salon ${n}` })
const salonList = [
  salon,
  withState(2, 'ready'),
  withState(3, 'paused'),
  withState(4, 'closed'),
  withState(5, 'setup'),
]
const oneSalon =
  (more: Partial<Salon> = {}) =>
  (page: Page) =>
    answer(`**${salonsCall}/${salon.id}`, { ...salon, ...more })(page)

const longNote =
  'She told us at the desk that she had booked before the text came, and she is a friend of mine. '
const visitList = [
  visitForTests(1, {
    firstName: 'Wilhelmina-Featherstonehaugh',
    evidence: [...visitForTests(1).evidence, { kind: 'staff', note: longNote }],
  }),
  visitForTests(2, {
    state: 'attended',
    amount: 1_234_567,
    attribution: { fee: true, reasons: ['Booked 3 days after the text', 'Not here for 9 months before'] },
  }),
]
const dispute = {
  note: longNote,
  openedAt: '2026-11-20T09:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  upheld: null,
}
const visitsOfSalon = async (page: Page) => {
  await oneSalon({ state: 'ready' })(page)
  await answer(`**${salonsCall}/${salon.id}/visits*`, { items: visitList, nextCursor: salon.id })(page)
}
const feesOfSalon = async (page: Page) => {
  await oneSalon({ state: 'ready' })(page)
  const owed = { payable: 1_234_567, later: 90_000, disputed: 1350 }
  const items = [entryForTests(1, { statementNumber: 1 }), entryForTests(2, { dispute }), entryForTests(3)]
  await answer(`**${salonsCall}/${salon.id}/ledger*`, { items, nextCursor: null, owed })(page)
  const disputed = { items: items.slice(1, 2), nextCursor: null, owed }
  await answer(`**${salonsCall}/${salon.id}/ledger?state=disputed*`, disputed)(page)
  const statements = { items: [statementForTests(2), statementForTests(1, { state: 'settled' })] }
  await answer(`**${salonsCall}/${salon.id}/statements`, statements)(page)
}

const fees: Screen[] = [
  {
    name: 'a salon, visits',
    path: salonPath(salon.id, 'visits'),
    before: visitsOfSalon,
    shows: text('Load more visits'),
  },
  {
    name: 'a salon, a visit to decide',
    path: `${salonPath(salon.id, 'visits')}&visit=${visitList[0]?.id}`,
    before: visitsOfSalon,
    shows: dialog,
  },
  {
    name: 'a salon, add a visit',
    path: `${salonPath(salon.id, 'visits')}&add=visit&client=${salon.id}`,
    before: visitsOfSalon,
    open: async (page) => {
      await dialog(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Add visit' }).click()
    },
    shows: text('Please write down how you know'),
  },
  {
    name: 'a salon, fees',
    path: salonPath(salon.id, 'fees'),
    before: feesOfSalon,
    shows: text('Uphold: no fee'),
  },
  {
    name: 'a salon, fees, Issue?',
    path: salonPath(salon.id, 'fees'),
    before: feesOfSalon,
    open: button('Issue statement...'),
    shows: dialog,
  },
  {
    name: 'a statement',
    path: statementPath(salon.id, 2),
    before: answer(
      `**${salonsCall}/${salon.id}/statements/2`,
      statementForTests(2, { salonName: salon.name, ownerName: salon.ownerName }),
    ),
    shows: text('VAT rate and amount'),
  },
  {
    name: 'a statement, unknown',
    path: statementPath(salon.id, 3),
    shows: text('There is no such statement'),
  },
]

const salons: Screen[] = [
  {
    name: 'salons',
    path: salonsPath,
    before: answer(`**${salonsCall}`, { items: salonList, nextCursor: salon.id }),
    shows: text('Load more salons'),
  },
  {
    name: 'salons, empty',
    path: salonsPath,
    before: answer(`**${salonsCall}`, { items: [], nextCursor: null }),
    shows: text('No salons yet.'),
  },
  {
    name: 'salons, loading',
    path: salonsPath,
    alike: true,
    before: (page) => page.route(`**${salonsCall}`, () => {}),
    shows: text('Loading salons...'),
  },
  {
    name: 'salons, failed',
    path: salonsPath,
    alike: true,
    before: (page) => breakCalls(page, salonsCall),
    shows: text('Failed to load salons'),
  },
  {
    name: 'salons, the form with errors',
    path: `${salonsPath}?add=salon`,
    open: async (page) => {
      await dialog(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Add salon' }).click()
    },
    shows: text("Please enter the owner's name"),
  },
  { name: 'a salon', path: salonPath(salon.id), before: oneSalon(), shows: text('Checklist') },
  {
    name: 'a salon, loading',
    path: salonPath(salon.id),
    alike: true,
    before: (page) => page.route(`**${salonsCall}/*`, () => {}),
    shows: text('Loading the salon...'),
  },
  {
    name: 'a salon, unknown',
    path: salonPath(salon.id),
    shows: text('There is no such salon'),
  },
  {
    name: 'a salon, the agreement link',
    path: salonPath(salon.id),
    before: async (page) => {
      await oneSalon()(page)
      const url = 'https://salonback.example/o/abcdefghijklmnopqrstuv'
      await answer(`**${salonsCall}/${salon.id}/links`, { url, expiresAt: '2026-12-06T09:00:00.000Z' })(page)
    },
    open: async (page) => {
      await button('Send link')(page)
      await button('Create link')(page)
    },
    shows: text('The link is ready.'),
  },
  {
    name: 'a salon, the number at the carrier',
    path: salonPath(salon.id),
    before: async (page) => {
      await oneSalon({ sender: null, checklist: { ...salon.checklist, sender: false } })(page)
      await service({ simulated: false })(page)
    },
    open: button('Enter a number'),
    shows: dialog,
  },
  {
    name: 'a salon, settings, Close?',
    path: salonPath(salon.id, 'settings'),
    before: oneSalon({ state: 'ready' }),
    open: button('Close salon...'),
    shows: dialog,
  },
  {
    name: 'a salon, settings, closed',
    path: salonPath(salon.id, 'settings'),
    before: oneSalon({ state: 'closed', nextStep: 'Closed' }),
    shows: text('Conversations and statements are kept.'),
  },
]

const chooseFile = async (page: Page) => {
  const chooser = page.waitForEvent('filechooser')
  await button('Choose File')(page)
  await (await chooser).setFiles({
    name: 'an-export-with-a-rather-long-name-from-the-marketplace-2026-11-22.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"export_metadata":{"export_id":"x"},"prospects":[{"name":""}]}'),
  })
}

const others: Screen[] = [
  { name: 'import, a file chosen', path: '/admin?tab=import', open: chooseFile, shows: text(/ MB/) },
  {
    name: 'import, done, and a notification',
    path: '/admin?tab=import',
    open: async (page) => {
      await chooseFile(page)
      await page.getByRole('button', { name: 'Import', exact: true }).click()
    },
    shows: (page) => page.locator('.sb-toast').waitFor(),
  },
  {
    name: 'a notification of a failure',
    path: '/admin',
    before: (page) => breakCalls(page, '/api/admin/logout'),
    open: button('Logout'),
    shows: text('There was an error logging out'),
  },
  { name: 'console, 404', path: '/admin/nowhere', shows: text('404 Page Not Found') },
  {
    name: 'console, failed to load',
    path: '/admin',
    before: (page) => page.route(/\/Console-[^/]+\.js/, (route) => route.abort()),
    shows: text('Something did not load'),
  },
  {
    name: 'console, waiting for the session',
    path: '/admin',
    before: (page) => page.route('**/api/admin/me', () => {}),
    shows: text('Loading...'),
  },
]

/** Every tab filled, empty, loading and failed, the notices around the tabs, and the Salons workspace. */
export const consoleScreens: Screen[] = [...tabScreens, ...strips, ...others, ...salons, ...fees]
