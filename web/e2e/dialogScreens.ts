import type { Campaign } from '@salonback/shared/sales/firstTexts/contract.ts'
import type { Page } from 'playwright'
import { answer, button, dialog, type Screen, text } from './consoleScreens.ts'
import { breakCalls } from './pageHelpers.ts'

const paused: Campaign = {
  id: '00000000-0000-4000-8000-000000000001',
  state: 'paused',
  pausedReason: 'Paused: 9 of the last 200 texts were answered with an opt-out',
  pausedBy: null,
  total: 1240,
  queued: 1000,
  sent: 40,
  delivered: 180,
  failed: 12,
  unknown: 3,
  canceled: 5,
  leftOut: 31,
  waiting: 200,
  wait: {
    ...{ queued: 1000, startsAt: null, canChangeStart: false, waiting: 200, zone: 'Europe/London' },
    ...{ nextAt: '2026-11-23T08:00:00.000Z', lastAt: '2026-11-23T08:00:00.000Z' },
    ...{ stoppedSender: null, salonPaused: false },
  },
  secondText: {
    template:
      'Hi {name}, Salonback again. Shall we text your past clients? Reply YES for details or STOP to opt out.',
    ...{ afterDays: 5, dueAt: '2026-11-27T09:00:00.000Z', waiting: 0 },
    ...{ total: 96, queued: 0, sent: 4, delivered: 90, failed: 1, unknown: 0, canceled: 1 },
  },
  basis: 'soft_opt_in',
  template: 'Hi {name}, we bring past clients back by text. Reply YES for details or STOP to opt out.',
  createdAt: '2026-11-22T09:00:00.000Z',
  createdBy: 'maya',
}
const recipients = ['failed', 'undelivered', 'unknown'].map((status, n) => ({
  prospectId: null,
  name: `Wilhelmina Featherstonehaugh-Cholmondeley’s Nails & Beauty ${n}`,
  phone: `+44770090030${n}`,
  status,
  errorCode: status === 'unknown' ? null : 30005,
  explanation: status === 'unknown' ? null : 'The number does not exist or is switched off for good.',
  at: '2026-11-22T09:00:00.000Z',
}))

/** Fakes a campaign in a state that takes an hour to reach. */
const campaign =
  (more: object = {}) =>
  async (page: Page) => {
    const json = { ...paused, ...more }
    await page.route('**/api/admin/campaigns', (route) => route.fulfill({ json: [json] }))
    await page.route(`**/api/admin/campaigns/${json.id}`, (route) => route.fulfill({ json }))
    await answer(`**/api/admin/campaigns/${json.id}/recipients*`, recipients)(page)
    await answer(`**/api/admin/campaigns/${json.id}/left-out`, [
      { reason: 'opted_out', count: 4 },
      { reason: 'landline', count: 20 },
      { reason: 'already_texted', count: 7 },
    ])(page)
  }
const longReply = 'You pay nothing until a client comes back. Then it is 30% of the first visit. '
const savedReplies = answer(
  '**/api/admin/saved-replies*',
  ['Price', 'What it costs when nobody comes back, in one sentence', 'Link'].map((name, n) => ({
    id: `00000000-0000-4000-8000-00000000090${n}`,
    scope: n === 1 ? 'salons' : 'sales',
    name,
    text: longReply.repeat(n + 1),
    uses: 3 - n,
  })),
)
const progress = `/admin?tab=prospects&campaign=${paused.id}`

const selectTwo = async (page: Page) => {
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .waitFor()
  for (const _ of [1, 2]) {
    await page.keyboard.press('j')
    await page.keyboard.press('x')
  }
}

const prospectScreens: Screen[] = [
  {
    name: 'prospects, none match the filters',
    path: '/admin?tab=prospects&search=zzzzz',
    shows: text('No prospects found matching your filters.'),
  },
  {
    name: 'prospects, selected',
    path: '/admin?tab=prospects',
    open: selectTwo,
    shows: text('2 selected'),
  },
  {
    name: 'prospects, a status menu',
    path: '/admin?tab=prospects',
    open: button(/^Status of /),
    shows: (page) => page.getByRole('menu').waitFor(),
  },
  {
    name: 'first texts, before',
    path: '/admin?tab=prospects',
    open: async (page) => {
      await selectTwo(page)
      await button(/Send First Texts/)(page)
    },
    shows: text('Send First Texts'),
  },
  {
    name: 'first texts, with a second text',
    path: '/admin?tab=prospects',
    open: async (page) => {
      await selectTwo(page)
      await button(/Send First Texts/)(page)
      await page.getByLabel('To salons that have not answered').selectOption('5')
    },
    shows: text('5 days later, if there is no answer'),
  },
  {
    name: 'first texts, paused automatically',
    path: progress,
    before: campaign(),
    shows: text(paused.pausedReason ?? ''),
  },
  {
    name: 'first texts, sending, Cancel the rest?',
    path: progress,
    before: campaign({ state: 'running', pausedReason: null }),
    open: button(/^Cancel the rest/),
    shows: text(/^Cancel 1,000 queued texts and the second texts/),
  },
  {
    name: 'first texts sending, on another tab',
    path: '/admin',
    before: campaign({ state: 'running', pausedReason: null }),
    shows: (page) => page.locator('.sb-running-pause').waitFor({ state: 'attached' }),
  },
  {
    name: 'first texts, failed to load',
    path: progress,
    before: (page) => breakCalls(page, `/api/admin/campaigns/${paused.id}`),
    shows: text('Error loading first texts'),
  },
]

const account = (tab: string, words: string | RegExp): Screen => ({
  name: `the account, ${tab}`,
  path: `/admin?account=${tab}`,
  shows: text(words),
})

const dialogs: Screen[] = [
  { name: 'a contact message', path: '/admin?tab=contact', open: button(/^View the message/), shows: dialog },
  { name: 'Delete All', path: '/admin?tab=contact', open: button('Delete All'), shows: dialog },
  {
    name: 'contact, nothing found',
    path: '/admin?tab=contact&search=zzzzz',
    shows: text('No messages found'),
  },
  {
    name: 'a response',
    path: '/admin?tab=waitlist',
    open: button(/^View Details of /),
    shows: text('Intent & Timeline'),
  },
  {
    name: 'the opt-outs',
    path: '/admin?tab=dash&show=optouts',
    shows: (page) => page.getByRole('dialog').getByText('Wrote “please stop texting me”').waitFor(),
  },
  account('password', 'New password'),
  account('twoStep', 'Set up'),
  account('places', 'Sign out everywhere'),
  account('staff', 'Invite...'),
  {
    name: 'rejected records',
    path: '/admin?tab=import',
    open: button(/^Show \d+ rejected records/),
    shows: dialog,
  },
  {
    name: 'the keys',
    path: '/admin',
    open: async (page) => {
      await text('New Lead')(page)
      await page.keyboard.press('Shift+?')
    },
    shows: dialog,
  },
]

const texts: Screen[] = [
  {
    name: 'sms, a conversation',
    path: '/admin?tab=sms&number=%2B447700900301',
    shows: text('What does it cost?'),
  },
  {
    name: 'sms, opted out in their own words',
    path: '/admin?tab=sms&number=%2B447700900302',
    shows: text('please stop texting me'),
  },
  {
    name: 'sms, maybe an opt-out',
    path: '/admin?tab=sms&number=%2B447700900397',
    shows: text('May be an opt-out.'),
  },
  {
    name: 'sms, a menu',
    path: '/admin?tab=sms&number=%2B447700900301',
    open: button('More'),
    shows: (page) => page.getByRole('menu').waitFor(),
  },
  {
    name: 'sms, record an opt-out',
    path: '/admin?tab=sms&number=%2B447700900301',
    open: async (page) => {
      await button('More')(page)
      await page.getByRole('menuitem', { name: /opt-out/ }).click()
    },
    shows: dialog,
  },
  {
    name: 'sms, later',
    path: '/admin?tab=sms&number=%2B447700900301',
    open: button(/^Later/),
    shows: text('Or pick a date'),
  },
  {
    name: 'sms, a note',
    path: '/admin?tab=sms&number=%2B447700900301',
    open: button(/^Add note/),
    shows: text('Note for colleagues'),
  },
  {
    name: 'sms, selected conversations',
    path: '/admin?tab=sms&filter=review',
    open: (page) =>
      page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .press('Space'),
    shows: text('1 selected'),
  },
  { name: 'sms, review', path: '/admin?tab=sms&filter=review', shows: text('Newest first') },
  {
    name: 'sms, nothing found',
    path: '/admin?tab=sms&search=zzzzz',
    shows: text('No messages found'),
  },
  {
    name: 'sms, a conversation that does not load',
    path: '/admin?tab=sms&number=%2B447700900301',
    before: (page) => breakCalls(page, '/api/admin/conversation/'),
    shows: text('Try again'),
  },
  {
    name: 'the reply, over 160 characters with the link',
    path: '/admin?tab=sms&reply=%2B447700900301',
    open: async (page) => {
      await page
        .getByRole('dialog')
        .getByRole('textbox')
        .fill('It costs nothing until a client comes back. '.repeat(5))
      await page
        .getByRole('dialog')
        .getByRole('checkbox', { name: 'Include landing page link' })
        .check({ force: true })
    },
    shows: text('Message exceeds 160 characters and will be sent as multiple SMS segments'),
  },
  {
    name: 'the reply, the conversation does not load',
    path: '/admin?tab=sms&reply=%2B447700900301',
    before: (page) => breakCalls(page, '/api/admin/conversation/'),
    shows: (page) => page.getByRole('dialog').getByText('Try again').waitFor(),
  },
  {
    name: 'saved replies',
    path: '/admin?tab=sms&number=%2B447700900301',
    before: savedReplies,
    open: button('Saved replies'),
    shows: text('Manage saved replies...'),
  },
  {
    name: 'saved replies, manage',
    path: '/admin?tab=sms&number=%2B447700900301',
    before: savedReplies,
    open: async (page) => {
      await button('Saved replies')(page)
      await button('Manage saved replies...')(page)
    },
    shows: text('Add reply'),
  },
  {
    name: 'saved replies, add',
    path: '/admin?tab=sms&number=%2B447700900301',
    before: savedReplies,
    open: async (page) => {
      await button('Saved replies')(page)
      await button('Manage saved replies...')(page)
      await button('Add reply')(page)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    },
    shows: text('Please write the reply'),
  },
  { name: 'sms alone', path: '/admin/sms', shows: text('Newest first') },
]

/** Dialogs and states inside the tabs. */
export const dialogScreens: Screen[] = [...prospectScreens, ...dialogs, ...texts]
