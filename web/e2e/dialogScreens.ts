import { campaignForTests } from '@salonback/shared/sales/firstTexts/testing.ts'
import type { Page } from 'playwright'
import { answer, button, dialog, type Screen, screen, text } from './consoleScreens.ts'
import { breakCalls } from './pageHelpers.ts'

const paused = campaignForTests({
  state: 'paused',
  pausedReason: 'Paused: 9 of the last 200 texts were answered with an opt-out',
  ...{
    total: 1240,
    queued: 1000,
    sent: 40,
    delivered: 180,
    failed: 12,
    unknown: 3,
    canceled: 5,
    leftOut: 31,
  },
  waiting: 200,
  wait: {
    ...{ queued: 1000, startsAt: null, canChangeStart: false, waiting: 200, zone: 'Europe/London' },
    ...{ nextAt: '2026-11-23T08:00:00.000Z', lastAt: '2026-11-23T08:00:00.000Z' },
    ...{ stoppedSender: null, salonPaused: false, isOutsideHours: true },
  },
  secondText: {
    template:
      'Hi {name}, Salonback again. Shall we text your past clients? Reply YES for details or STOP to opt out.',
    ...{ afterDays: 5, dueAt: '2026-11-27T09:00:00.000Z', waiting: 0 },
    ...{ total: 96, queued: 0, sent: 4, delivered: 90, failed: 1, unknown: 0, canceled: 1 },
  },
  basis: 'soft_opt_in',
  template: 'Hi {name}, we bring past clients back by text. Reply YES for details or STOP to opt out.',
})
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
const usedText = {
  ...{ id: paused.id, step: 'first', name: null, template: paused.template },
  createdAt: '2026-11-20T09:02:00.000Z',
  ...{ sent: 12_400, delivered: 11_890, answered: 1240, yes: 310, stop: 62, form: 128, segments: 24_800 },
}
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
  screen(
    'prospects, none match the filters',
    '/admin?tab=prospects&search=zzzzz',
    'No prospects found matching your filters.',
  ),
  screen('prospects, selected', '/admin?tab=prospects', '2 selected', { open: selectTwo }),
  screen('prospects, a status menu', '/admin?tab=prospects', (page) => page.getByRole('menu').waitFor(), {
    open: button(/^Status of /),
  }),
  screen('first texts, before', '/admin?tab=prospects', 'Send First Texts', {
    open: async (page) => {
      await selectTwo(page)
      await button(/Send First Texts/)(page)
    },
  }),
  screen('first texts, with a second text', '/admin?tab=prospects', '5 days later, if there is no answer', {
    open: async (page) => {
      await selectTwo(page)
      await button(/Send First Texts/)(page)
      await page.getByLabel('To salons that have not answered').selectOption('5')
    },
  }),
  screen('first texts, nothing written', '/admin?tab=prospects', 'Please write the text', {
    open: async (page) => {
      await selectTwo(page)
      await button(/Send First Texts/)(page)
      await page.getByRole('textbox', { name: 'Text', exact: true }).fill('')
    },
  }),
  screen('first texts, earlier texts', '/admin?tab=prospects', 'Use this text', {
    before: answer('**/api/admin/sms-results/campaigns', [usedText]),
    open: async (page) => {
      await selectTwo(page)
      await button(/Send First Texts/)(page)
      await button('Earlier texts...')(page)
    },
  }),
  screen('first texts, a test to the own phone', '/admin?tab=prospects', 'Send a test to me', {
    before: answer('**/api/admin/test-number', { phone: '+447700900199' }),
    open: async (page) => {
      await selectTwo(page)
      await button(/Send First Texts/)(page)
    },
  }),
  screen('first texts, paused automatically', progress, paused.pausedReason ?? '', { before: campaign() }),
  screen(
    'first texts, sending, Cancel the rest?',
    progress,
    /^Cancel 1,000 queued texts and the second texts/,
    { before: campaign({ state: 'running', pausedReason: null }), open: button(/^Cancel the rest/) },
  ),
  screen(
    'first texts sending, on another tab',
    '/admin',
    (page) => page.locator('.sb-running-pause').waitFor({ state: 'attached' }),
    { before: campaign({ state: 'running', pausedReason: null }) },
  ),
  screen('first texts, failed to load', progress, 'Error loading first texts', {
    before: (page) => breakCalls(page, `/api/admin/campaigns/${paused.id}`),
  }),
]

const account = (tab: string, words: string | RegExp): Screen => ({
  name: `the account, ${tab}`,
  path: `/admin?account=${tab}`,
  shows: text(words),
})

const dialogs: Screen[] = [
  screen('a contact message', '/admin?tab=contact', dialog, { open: button(/^View the message/) }),
  screen('Delete All', '/admin?tab=contact', dialog, { open: button('Delete All') }),
  screen('contact, nothing found', '/admin?tab=contact&search=zzzzz', 'No messages found'),
  screen('a response', '/admin?tab=waitlist', 'Intent & Timeline', { open: button(/^View Details of /) }),
  screen('the automatic follow-up', '/admin?tab=dash&show=followup', dialog),
  screen('the opt-outs', '/admin?tab=dash&show=optouts', (page) =>
    page.getByRole('dialog').getByText('Wrote “please stop texting me”').waitFor(),
  ),
  account('password', 'New password'),
  account('twoStep', 'Set up'),
  account('places', 'Sign out everywhere'),
  account('staff', 'Invite...'),
  screen('rejected records', '/admin?tab=import', dialog, { open: button(/^Show \d+ rejected records/) }),
  screen('the keys', '/admin', dialog, {
    open: async (page) => {
      await text('New Lead')(page)
      await page.keyboard.press('Shift+?')
    },
  }),
]

const texts: Screen[] = [
  screen('sms, a conversation', '/admin?tab=sms&number=%2B447700900301', 'What does it cost?'),
  screen(
    'sms, opted out in their own words',
    '/admin?tab=sms&number=%2B447700900302',
    'please stop texting me',
  ),
  screen('sms, maybe an opt-out', '/admin?tab=sms&number=%2B447700900397', 'May be an opt-out.'),
  screen('sms, a menu', '/admin?tab=sms&number=%2B447700900301', (page) => page.getByRole('menu').waitFor(), {
    open: button('More'),
  }),
  screen('sms, record an opt-out', '/admin?tab=sms&number=%2B447700900301', dialog, {
    open: async (page) => {
      await button('More')(page)
      await page.getByRole('menuitem', { name: /opt-out/ }).click()
    },
  }),
  screen('sms, later', '/admin?tab=sms&number=%2B447700900301', 'Or pick a date', { open: button(/^Later/) }),
  screen('sms, a note', '/admin?tab=sms&number=%2B447700900301', 'Note for colleagues', {
    open: button(/^Add note/),
  }),
  screen('sms, assign', '/admin?tab=sms&number=%2B447700900301', 'Everyone still sees the conversation.', {
    open: button(/^Assign/),
  }),
  screen('sms, nothing of mine', '/admin?tab=sms&only=mine', 'Nothing is assigned to you'),
  screen('sms, selected conversations', '/admin?tab=sms&filter=review', '1 selected', {
    open: (page) =>
      page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .press('Space'),
  }),
  screen('sms, review', '/admin?tab=sms', 'Inbound SMS Messages'),
  screen('sms, all', '/admin?tab=sms&filter=all', 'Newest first'),
  screen('sms, nothing found', '/admin?tab=sms&search=zzzzz', 'No messages found'),
  screen('sms, a conversation that does not load', '/admin?tab=sms&number=%2B447700900301', 'Try again', {
    before: (page) => breakCalls(page, '/api/admin/conversation/'),
  }),
  screen(
    'the reply, over 160 characters with the link',
    '/admin?tab=sms&reply=%2B447700900301',
    'Message exceeds 160 characters and will be sent as multiple SMS segments',
    {
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
    },
  ),
  screen(
    'the reply, the conversation does not load',
    '/admin?tab=sms&reply=%2B447700900301',
    (page) => page.getByRole('dialog').getByText('Try again').waitFor(),
    { before: (page) => breakCalls(page, '/api/admin/conversation/') },
  ),
  screen('saved replies', '/admin?tab=sms&number=%2B447700900301', 'Manage saved replies...', {
    before: savedReplies,
    open: button('Saved replies'),
  }),
  screen('saved replies, manage', '/admin?tab=sms&number=%2B447700900301', 'Add reply', {
    before: savedReplies,
    open: async (page) => {
      await button('Saved replies')(page)
      await button('Manage saved replies...')(page)
    },
  }),
  screen('saved replies, add', '/admin?tab=sms&number=%2B447700900301', 'Please write the reply', {
    before: savedReplies,
    open: async (page) => {
      await button('Saved replies')(page)
      await button('Manage saved replies...')(page)
      await button('Add reply')(page)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    },
  }),
  screen('sms alone', '/admin/sms', 'Wrong salon'),
]

/** Dialogs and states inside the tabs. */
export const dialogScreens: Screen[] = [...prospectScreens, ...dialogs, ...texts]
