import { campaignForTests, recipientForTests } from '@salonback/shared/sales/firstTexts/testing.ts'
import { figuresForTests } from '@salonback/shared/sales/metrics/testing.ts'
import type { Page } from 'playwright'
import { answer, button, dialog, inTurn, type Screen, screen, text } from './consoleScreens.ts'
import { breakCalls } from './pageHelpers.ts'

const paused = campaignForTests({
  state: 'paused',
  pausedReason: 'Paused: 9 of the last 200 texts were answered with an opt-out',
  ...{ total: 1240, queued: 1000, sent: 40, delivered: 180, failed: 12, unknown: 3, canceled: 5 },
  ...{ leftOut: 31, waiting: 200 },
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
const gone = { errorCode: 30005, explanation: 'The number does not exist or is switched off for good.' }
const recipients = (['failed', 'undelivered', 'unknown'] as const).map((status, n) =>
  recipientForTests({
    ...{ name: `Wilhelmina Featherstonehaugh-Cholmondeley’s Nails & Beauty ${n}`, status },
    ...{ phone: `+44770090030${n}`, ...(status !== 'unknown' && gone) },
  }),
)

/** Fakes a campaign in a state that takes an hour to reach. */
const campaign = (more: object = {}) =>
  inTurn(
    answer('**/api/admin/campaigns', [{ ...paused, ...more }]),
    answer(`**/api/admin/campaigns/${paused.id}`, { ...paused, ...more }),
    answer(`**/api/admin/campaigns/${paused.id}/recipients*`, recipients),
    answer(`**/api/admin/campaigns/${paused.id}/left-out`, [
      { reason: 'opted_out', count: 4 },
      { reason: 'landline', count: 20 },
      { reason: 'already_texted', count: 7 },
    ]),
  )
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
const manageReplies = inTurn(button('Saved replies'), button('Manage saved replies...'))
const usedText = figuresForTests(1, {
  ...{ id: paused.id, template: paused.template },
  ...{ sent: 12_400, delivered: 11_890, answered: 1240, yes: 310, stop: 62, form: 128, segments: 24_800 },
})
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
const compose = inTurn(selectTwo, button(/Send First Texts/))

const menu = (page: Page) => page.getByRole('menu').waitFor()
const prospectsPath = '/admin?tab=prospects'

const prospectScreens: Screen[] = [
  screen(
    'prospects, none match the filters',
    '/admin?tab=prospects&search=zzzzz',
    'No prospects found matching your filters.',
  ),
  screen('prospects, selected', prospectsPath, '2 selected', { open: selectTwo }),
  screen('prospects, a status menu', prospectsPath, menu, { open: button(/^Status of /) }),
  screen('first texts, before', prospectsPath, 'Send First Texts', { open: compose }),
  screen('first texts, with a second text', prospectsPath, '5 days later, if there is no answer', {
    open: inTurn(compose, (page) => page.getByLabel('To salons that have not answered').selectOption('5')),
  }),
  screen('first texts, nothing written', prospectsPath, 'Please write the text', {
    open: inTurn(compose, (page) => page.getByRole('textbox', { name: 'Text', exact: true }).fill('')),
  }),
  screen('first texts, earlier texts', prospectsPath, 'Use this text', {
    before: answer('**/api/admin/sms-results/campaigns', [usedText]),
    open: inTurn(compose, button('Earlier texts...')),
  }),
  screen('first texts, a test to the own phone', prospectsPath, 'Send a test to me', {
    before: answer('**/api/admin/test-number', { phone: '+447700900199' }),
    open: compose,
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

const inDialog = (words: string) => (page: Page) => page.getByRole('dialog').getByText(words).waitFor()

const account = (tab: string, words: string) => screen(`the account, ${tab}`, `/admin?account=${tab}`, words)

const dialogs: Screen[] = [
  screen('a contact message', '/admin?tab=contact', dialog, { open: button(/^View the message/) }),
  screen('Delete All', '/admin?tab=contact', dialog, { open: button('Delete All') }),
  screen('contact, nothing found', '/admin?tab=contact&search=zzzzz', 'No messages found'),
  screen('a response', '/admin?tab=waitlist', 'Intent & Timeline', { open: button(/^View Details of /) }),
  screen('the automatic follow-up', '/admin?tab=dash&show=followup', dialog),
  screen('the opt-outs', '/admin?tab=dash&show=optouts', inDialog('Wrote “please stop texting me”')),
  account('password', 'New password'),
  account('twoStep', 'Set up'),
  account('places', 'Sign out everywhere'),
  account('staff', 'Invite...'),
  screen('rejected records', '/admin?tab=import', dialog, { open: button(/^Show \d+ rejected records/) }),
  screen('the keys', '/admin', dialog, {
    open: inTurn(text('New Lead'), (page) => page.keyboard.press('Shift+?')),
  }),
]

const conversation = '/admin?tab=sms&number=%2B447700900301'
const replying = '/admin?tab=sms&reply=%2B447700900301'

const texts: Screen[] = [
  screen('sms, a conversation', conversation, 'What does it cost?'),
  screen(
    'sms, opted out in their own words',
    '/admin?tab=sms&number=%2B447700900302',
    'please stop texting me',
  ),
  screen('sms, maybe an opt-out', '/admin?tab=sms&number=%2B447700900397', 'May be an opt-out.'),
  screen('sms, a menu', conversation, menu, { open: button('More') }),
  screen('sms, record an opt-out', conversation, dialog, {
    open: inTurn(button('More'), (page) => page.getByRole('menuitem', { name: /opt-out/ }).click()),
  }),
  screen('sms, later', conversation, 'Or pick a date', { open: button(/^Later/) }),
  screen('sms, a note', conversation, 'Note for colleagues', { open: button(/^Add note/) }),
  screen('sms, assign', conversation, 'Everyone still sees the conversation.', { open: button(/^Assign/) }),
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
  screen('sms, a conversation that does not load', conversation, 'Try again', {
    before: (page) => breakCalls(page, '/api/admin/conversation/'),
  }),
  screen(
    'the reply, over 160 characters with the link',
    replying,
    'Message exceeds 160 characters and will be sent as multiple SMS segments',
    {
      open: async (page) => {
        const reply = page.getByRole('dialog')
        await reply.getByRole('textbox').fill('It costs nothing until a client comes back. '.repeat(5))
        await reply.getByRole('checkbox', { name: 'Include landing page link' }).check({ force: true })
      },
    },
  ),
  screen('the reply, the conversation does not load', replying, inDialog('Try again'), {
    before: (page) => breakCalls(page, '/api/admin/conversation/'),
  }),
  screen('saved replies', conversation, 'Manage saved replies...', {
    before: savedReplies,
    open: button('Saved replies'),
  }),
  screen('saved replies, manage', conversation, 'Add reply', {
    before: savedReplies,
    open: manageReplies,
  }),
  screen('saved replies, add', conversation, 'Please write the reply', {
    before: savedReplies,
    open: inTurn(manageReplies, button('Add reply'), (page) =>
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ),
  }),
  screen('sms alone', '/admin/sms', 'Wrong salon'),
]

/** Dialogs and states inside the tabs. */
export const dialogScreens: Screen[] = [...prospectScreens, ...dialogs, ...texts]
