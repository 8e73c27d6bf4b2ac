import { healthPath, salonPath, salonsPath } from '@salonback/shared/host/addresses.ts'
import type { Mail } from '@salonback/shared/platform/mail/contract.ts'
import { mailForTests } from '@salonback/shared/platform/mail/testing.ts'
import type { Chasers } from '@salonback/shared/salons/chasers/contract.ts'
import { healthForTests } from '@salonback/shared/salons/health/testing.ts'
import { salonForTests } from '@salonback/shared/salons/salons/testing.ts'
import { todoKinds } from '@salonback/shared/salons/salons/todos.ts'
import type { TodayItem } from '@salonback/shared/salons/today/contract.ts'
import { answer, button, inTurn, type Screen, screen } from './consoleScreens.ts'
import { handover } from './deskScreens.ts'
import { breakCalls } from './pageHelpers.ts'
import { oneSalon, salon } from './salonScreens.ts'

const at = '2026-11-24T09:00:00.000Z'
const waits: TodayItem[] = todoKinds.map((kind, n) => ({
  salonId: salon.id,
  salonName: n % 2 ? salon.name : `Salon ${n}`,
  kind,
  text: n % 3 ? '3 campaigns are paused' : `${salon.ownerName} asks for changes to the offer`,
  since: n % 4 ? at : null,
  count: n % 5 ? 3 : null,
}))
const listed = [
  salon,
  salonForTests(2, { state: 'closed', nextStep: 'Closed' }),
  salonForTests(3, { state: 'paused', nextStep: 'Paused' }),
]
const today = (items: TodayItem[], found = listed) =>
  inTurn(
    answer('**/api/admin/today', items),
    answer('**/api/admin/eligible-clients/*', { eligible: 3100 }),
    answer('**/api/admin/salons', { items: listed, nextCursor: salon.id }),
    answer('**/api/admin/salons?*', { items: found, nextCursor: null }),
  )

const todayScreens: Screen[] = [
  screen('today', salonsPath, 'Opt-outs and pauses', { before: today(waits) }),
  screen('today, open groups', salonsPath, 'Issue it', {
    before: today(waits),
    open: inTurn(button(/^Opt-outs and pauses/), button(/^Money/), button(/^Setup/)),
  }),
  screen('today, nothing waits', salonsPath, /^Nothing waits/, { before: today([]) }),
  screen('today, failed', salonsPath, 'Failed to load what waits', {
    alike: true,
    before: inTurn(today([]), (page) => breakCalls(page, '/api/admin/today')),
  }),
  screen('health', healthPath, 'Brought back', {
    before: answer('**/api/admin/salon-health', {
      salons: [1, 2, 3].map((n) => healthForTests(n, { salonName: salon.name })),
      replyMinutes: 45,
    }),
  }),
  screen('salons, sorted', `${salonsPath}?sort=-owed`, 'Load more salons', {
    before: inTurn(today([]), answer('**/api/admin/salons?*', { items: listed, nextCursor: salon.id })),
  }),
  screen('salons, none match', salonsPath, 'No salon matches', {
    before: today(waits, []),
    open: (page) => page.getByPlaceholder('Search salon or owner...').fill('zzzzz'),
  }),
]

const mail = (n: number, more: Partial<Mail> = {}) => mailForTests(n, { to: salon.ownerEmail ?? '', ...more })
const mails = [
  mail(1, { state: 'queued', problem: 'The mail server did not accept the password' }),
  mail(2, { state: 'unknown', problem: 'The connection broke while the e-mail was handed over' }),
  mail(3, {
    state: 'failed',
    problem: '550 5.1.1 <wilhelmina.featherstonehaugh@thelashroom.example>: unknown',
  }),
  mail(4, { state: 'canceled', kind: 'owner_link', subject: `The page of ${salon.name}` }),
  mail(5),
  mail(6),
]
const mailServer = (more: object = {}) =>
  answer('**/api/admin/mail-server', {
    ...{ on: true, simulated: false, trouble: null, troubleSince: null },
    ...more,
  })
const refused = { trouble: 'The mail server refuses our password', troubleSince: at }

const settingsWith = (list: Mail[], server: object = {}) =>
  inTurn(oneSalon({}, { state: 'ready' }), mailServer(server), answer('**/api/admin/mails?*', list))
const account = '/admin?account=emails'
const accountWith = (notices: object, server: object) =>
  inTurn(
    mailServer(server),
    answer('**/api/admin/notices', {
      email: null,
      confirmed: false,
      contact: true,
      summary: false,
      ...notices,
    }),
    answer('**/api/admin/staff-mails', mails),
  )

const mailScreens: Screen[] = [
  screen('a salon, emails', salonPath(salon.id, 'settings'), 'Show all 6', {
    before: settingsWith(mails, refused),
  }),
  screen('a salon, no emails', salonPath(salon.id, 'settings'), 'No emails yet.', {
    before: settingsWith([]),
  }),
  screen('the account, emails', account, 'Latest emails to staff', {
    before: accountWith({ email: salon.ownerEmail, summary: true }, refused),
  }),
  screen('the account, an email address that is none', account, 'Please enter a valid email address', {
    before: accountWith({}, { on: false }),
    open: inTurn((page) => page.getByLabel('Your email address').fill('maya@'), button('Save')),
  }),
]

const chasers: Chasers = {
  on: true,
  sent: [
    { kind: 'offer', sentBy: 'email', sentAt: at },
    { kind: 'list', sentBy: 'text', sentAt: '2026-11-17T09:00:00.000Z' },
  ],
}
const homeLink = { url: 'https://salonback.example/o/abcdefghijklmnopqrstuv', expiresAt: null }
const ownerPage = inTurn(oneSalon({ chasers, links: homeLink }), mailServer())
const sendPage = button(/^Send Wilhelmina their page/)

const ownerScreens: Screen[] = [
  screen('a salon, automatic reminders', salonPath(salon.id), 'Remind Wilhelmina', { before: ownerPage }),
  screen('a salon, automatic reminders off', salonPath(salon.id), 'Remind Wilhelmina', {
    before: oneSalon({ chasers: { on: false, sent: [] } }),
  }),
  screen('a salon, answers to clients', salonPath(salon.id, 'settings'), 'Save facts', {
    before: oneSalon({ handover }, { state: 'ready' }),
  }),
  screen('a salon, the owner’s page by text or email', salonPath(salon.id), 'Email it to Wilhelmina', {
    before: ownerPage,
    open: sendPage,
  }),
  screen('a salon, the owner’s page is on its way', salonPath(salon.id), /^The link is on its way/, {
    before: ownerPage,
    open: inTurn(sendPage, button('Email it to Wilhelmina')),
  }),
]

/** The list Today, sorted salons, e-mail, and links and reminders to owners. */
export const officeScreens: Screen[] = [...todayScreens, ...mailScreens, ...ownerScreens]
