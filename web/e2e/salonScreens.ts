import { salonPath, salonsPath } from '@salonback/shared/host/addresses.ts'
import type { SalonCampaign } from '@salonback/shared/salons/campaigns/contract.ts'
import { noProgramme, programmeForTests } from '@salonback/shared/salons/programmes/testing.ts'
import { latestForTests } from '@salonback/shared/salons/results/testing.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { salonForTests } from '@salonback/shared/salons/salons/testing.ts'
import { offerForTests } from '../../shared/salons/offers/testing.ts'
import { answer, button, dialog, inTurn, type Screen, screen, service } from './consoleScreens.ts'
import { breakCalls } from './pageHelpers.ts'

const salonsCall = '/api/admin/salons'
export const salon = salonForTests(1, {
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
  counts: {
    ...{ clients: 12400, repliesWaiting: 3, campaignsRunning: 1, callsWaiting: 0, disputesOpen: 1 },
    ...{ owed: 1_234_567, later: 654_321, outstanding: 2_345_678 },
  },
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

/** Fakes answers to calls below this salon; an empty path is the salon itself. */
export const oneSalon = (answers: Record<string, unknown> = {}, more: Partial<Salon> = {}) =>
  inTurn(
    answer(`**${salonsCall}/${salon.id}`, { ...salon, ...more }),
    ...Object.entries(answers).map(([path, json]) => answer(`**${salonsCall}/${salon.id}/${path}`, json)),
  )
const link = {
  url: 'https://salonback.example/o/abcdefghijklmnopqrstuv',
  expiresAt: '2026-12-06T09:00:00.000Z',
}

const latest = [latestForTests(1, { salonName: salon.name }), latestForTests(2, { state: 'finished' })]

const lists: Screen[] = [
  screen('salons', salonsPath, 'Load more campaigns', {
    before: inTurn(
      answer(`**${salonsCall}`, { items: salonList, nextCursor: salon.id }),
      answer('**/api/admin/eligible-clients/*', { eligible: 3100 }),
      answer(`**${salonsCall}/results`, { items: latest, nextCursor: salon.id }),
    ),
  }),
  screen('salons, empty', salonsPath, 'No salons yet.', {
    before: answer(`**${salonsCall}`, { items: [], nextCursor: null }),
  }),
  screen('salons, loading', salonsPath, 'Loading salons...', {
    alike: true,
    before: (page) => page.route(`**${salonsCall}`, () => {}),
  }),
  screen('salons, failed', salonsPath, 'Failed to load salons', {
    alike: true,
    before: (page) => breakCalls(page, salonsCall),
  }),
  screen('salons, the form with errors', `${salonsPath}?add=salon`, "Please enter the owner's name", {
    open: inTurn(dialog, (page) =>
      page.getByRole('dialog').getByRole('button', { name: 'Add salon' }).click(),
    ),
  }),
  screen(
    'a response becomes a salon',
    '/admin?tab=waitlist',
    (page) => page.getByRole('dialog', { name: 'Create salon' }).waitFor(),
    { open: inTurn(button(/^View Details of /), button('Create salon')) },
  ),
]

const overview: Screen[] = [
  screen('a salon', salonPath(salon.id), 'Checklist', { before: oneSalon() }),
  screen('a salon, loading', salonPath(salon.id), 'Loading the salon...', {
    alike: true,
    before: (page) => page.route(`**${salonsCall}/*`, () => {}),
  }),
  screen('a salon, unknown', salonPath(salon.id), 'Salon not found'),
  screen('a salon, Send link', salonPath(salon.id), dialog, {
    before: oneSalon(),
    open: button('Send link'),
  }),
  screen('a salon, the agreement link', salonPath(salon.id), 'The link is ready.', {
    before: oneSalon({ links: link }),
    open: inTurn(button('Send link'), button('Create link')),
  }),
  screen('a salon, the number at the carrier', salonPath(salon.id), dialog, {
    before: inTurn(
      oneSalon({}, { sender: null, checklist: { ...salon.checklist, sender: false } }),
      service({ simulated: false }),
    ),
    open: button('Enter a number'),
  }),
  screen('a salon, settings, Close?', salonPath(salon.id, 'settings'), dialog, {
    before: oneSalon({}, { state: 'ready' }),
    open: button('Close salon...'),
  }),
  screen('a salon, settings', salonPath(salon.id, 'settings'), 'Save changes', {
    before: oneSalon(
      {
        handover: {
          texts: true,
          reminders: false,
          facts: 'Open Tuesday to Saturday, 9:00 to 18:00\nCut from £55',
        },
      },
      { state: 'paused', nextStep: 'Paused' },
    ),
  }),
  screen(
    'a salon, settings, closed',
    salonPath(salon.id, 'settings'),
    'Conversations and statements are kept.',
    {
      before: oneSalon(
        { handover: { texts: false, reminders: false, facts: null } },
        { state: 'closed', nextStep: 'Closed' },
      ),
    },
  ),
]

const words = 'it has been a while. 20% off any cut until 30 November, book here: '
const bodyFor = (name: string) =>
  `${salon.name}: Hi ${name}, ${words}https://salonback.example/b/abcdefghijklmnopqrstuv Reply STOP to opt out.`
const samples = ['Siobhán', 'Mary-Kate', 'there'].map((firstName) => ({
  firstName,
  body: bodyFor(firstName),
  segments: 2,
}))
const offer = (version: number, more: Parameters<typeof offerForTests>[1] = {}) =>
  offerForTests(version, { text: `{salon}: Hi {firstName}, ${words}{link}`, samples, segments: 2, ...more })
const approved = offer(2, {
  state: 'approved',
  approvedAt: '2026-11-23T09:00:00.000Z',
  approvedBy: salon.ownerName,
  reminderText: '{salon}: Hi {firstName}, two days left: {link}',
  reminderSamples: samples.slice(0, 1),
})
export const offers = [
  offer(5),
  offer(4, { state: 'with_owner', repeatUntil: '2027-06-30' }),
  offer(3, { state: 'changes_requested', note: 'Please say 15%, and that it is for colour too.' }),
  approved,
  offer(1, { state: 'expired' }),
]
/** 12,400 clients, 1,240 of them with more than three visits. */
const audience = [
  { lastVisit: '2026-03-01', visits: 1, isVip: false, clients: 11_160 },
  { lastVisit: '2026-03-01', visits: 4, isVip: true, clients: 1240 },
]
export const offersAre = (items: unknown[]) => ({ 'offers*': { items, nextCursor: null } })

const offerScreens: Screen[] = [
  screen('a salon, offer', salonPath(salon.id, 'offer'), 'Version 1', {
    before: oneSalon(offersAre(offers)),
  }),
  screen(
    'a salon, offer, the first one with an error',
    salonPath(salon.id, 'offer'),
    'Please start with the name of the salon',
    {
      before: oneSalon(offersAre([])),
      open: async (page) => {
        await page.getByLabel('Text', { exact: true }).fill('Come back!')
        await button('Save new version')(page)
      },
    },
  ),
  screen('a salon, offer, Send to owner', salonPath(salon.id, 'offer'), dialog, {
    before: oneSalon(offersAre(offers)),
    open: button('Send to owner'),
  }),
]

const campaign: SalonCampaign = {
  id: '5d6ff7a0-0000-4000-8000-000000000401',
  state: 'running',
  pausedReason: null,
  offerId: approved.id,
  offer: approved,
  perDay: 40,
  firstBatch: 20,
  texts: [
    { ...approved, version: 3, clients: 620, sent: 602, answered: 41 },
    { ...approved, version: 4, clients: 620, sent: 603, answered: 63 },
  ],
  keptAside: 10,
  reminderAfterDays: 10,
  reminder: { total: 96, queued: 0, sent: 4, delivered: 90, failed: 1, unknown: 0, canceled: 1, waiting: 0 },
  ...{ total: 1240, queued: 800, sent: 40, delivered: 380, failed: 12, unknown: 3, canceled: 5 },
  ...{ leftOut: 31, answered: 57, wait: null, endsOn: '2026-12-31' },
  late: { texts: 410, listEndsOn: '2026-12-05', askedAt: '2026-12-01T10:00:00.000Z' },
  unsent: [
    { reason: 'Has a booking', texts: 4 },
    { reason: 'Opted out', texts: 1 },
  ],
  createdAt: '2026-11-22T09:00:00.000Z',
  createdBy: 'maya',
}
const other = (n: number, more: Partial<SalonCampaign>) => ({
  ...campaign,
  id: `5d6ff7a0-0000-4000-8000-00000000041${n}`,
  ...more,
})
const campaigns = [
  campaign,
  other(1, {
    state: 'paused',
    pausedReason: 'Paused: 9 of the last 200 texts were answered with an opt-out',
  }),
  other(2, { state: 'finished', queued: 0, sent: 0, delivered: 1220, reminderAfterDays: null }),
]
const plan = {
  recipients: 1240,
  leftOut: { opted_out: 12, visited_recently: 1031, no_basis: 310, list_old: 1 },
  segments: 2480,
  estimate: { cost: [{ amount: 114_824_000, unit: 'USD' }], unpriced: 12 },
  ...{ endsOn: '2026-12-31', late: 410, listEndsOn: '2026-12-05', fittingPerDay: 156 },
  days: 31,
  firstAt: '2026-11-25T10:00:00.000Z',
  lastAt: '2027-01-06T17:00:00.000Z',
}
export const campaignsPath = salonPath(salon.id, 'campaigns')
export const planned = {
  ...offersAre(offers),
  campaigns,
  'campaigns/preview': plan,
  programme: programmeForTests(),
}
export const plannedFor = (answers: Record<string, unknown> = {}) =>
  inTurn(oneSalon({ ...planned, ...answers }), answer(`**/api/admin/audiences/${salon.id}`, audience))

const campaignScreens: Screen[] = [
  screen('a salon, campaigns, no approved offer', campaignsPath, 'No campaigns yet.', {
    before: oneSalon({ ...offersAre([]), campaigns: [], programme: noProgramme }),
  }),
  screen('a salon, campaigns, the preview', campaignsPath, 'Start: text 1,240 clients', {
    before: plannedFor(),
    open: button('Preview'),
  }),
  screen('a salon, campaigns, Cancel the rest?', campaignsPath, dialog, {
    before: plannedFor(),
    open: button('Cancel the rest...'),
  }),
]

/** The Salons workspace but for its clients and replies. */
export const salonScreens: Screen[] = [...lists, ...overview, ...offerScreens, ...campaignScreens]
