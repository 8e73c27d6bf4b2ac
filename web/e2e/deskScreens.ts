import { repliesPath, salonPath } from '@salonback/shared/host/addresses.ts'
import { clientForTests, waterfallForTests } from '@salonback/shared/salons/clients/testing.ts'
import { previewForTests } from '@salonback/shared/salons/lists/testing.ts'
import type { SalonConversation, SalonReply } from '@salonback/shared/salons/replies/contract.ts'
import type { Page } from 'playwright'
import { answer, button, inTurn, type Screen, screen } from './consoleScreens.ts'
import { csvFile } from './pageHelpers.ts'
import { oneSalon, salon } from './salonScreens.ts'

const clientsPath = salonPath(salon.id, 'clients')
const clients = [
  clientForTests(1),
  clientForTests(2, { firstName: null, lastVisit: null, visits: null }),
  clientForTests(3, { firstName: 'MRS SMITH', eligibility: { ok: false, reason: 'opted_out' } }),
  clientForTests(4, {
    firstName: 'Wilhelmina-Alexandra',
    nextVisit: '2026-12-01',
    eligibility: { ok: false, reason: 'future_booking' },
  }),
]
const waterfall = waterfallForTests({
  opted_out: 12,
  objection: 31,
  blocked: 4,
  minor: 7,
  not_mobile: 120,
  future_booking: 210,
  visited_recently: 1031,
  no_basis: 2210,
  basis_expired: 310,
  eligible: 8465,
})
const stored = { items: clients, nextCursor: clients[3]?.id, waterfall }
const nobody = { items: [], nextCursor: null, waterfall: waterfallForTests({}) }
const said = { at: '2026-11-20T09:00:00.000Z', wording: 'Declared by the salon: clients knew of texts' }
const consent = [
  { ...said, kind: 'soft_opt_in', source: 'list' },
  { ...said, kind: 'objection', source: 'owner', wording: 'Asked at the desk not to be texted' },
]

const columns = ['First name', 'Mobile', 'Last visit', 'Next appointment', 'Marketing consent', 'Notes']
const preview = previewForTests({
  fileName: 'an-export-with-a-rather-long-name-from-the-salon-2026-11-22.csv',
  columns,
  mapping: { firstName: 0, phone: 1, lastVisit: 2, nextVisit: 3, consent: 4 },
  sample: [columns, ['Siobhán', '07700 900201', '10/03/2026', '', 'Yes', 'Allergic to the purple shampoo']],
  rows: 12441,
  merged: 31,
  rejected: 10,
  waterfall,
})

const answersToDecide = [
  { value: 'asked mum', clients: 5 },
  { value: 'see the card in the drawer, she wrote something on it', clients: 1 },
]
const withoutPhones = previewForTests({
  ...preview,
  needsPhoneColumn: true,
  phoneColumns: columns.map((name, index) => ({
    index,
    name,
    values: index === 1 ? ['07700 900201', '07700 900202', '07700 900203'] : ['Siobhán', 'Mary-Kate'],
  })),
  proposedPhoneColumn: 1,
  waterfall: waterfallForTests({}),
})
const workbook = previewForTests({
  ...preview,
  sheet: 'Clients 2026',
  sheets: [
    { name: 'Clients 2026', hidden: false, chosen: true },
    { name: 'Former clients', hidden: false, chosen: false },
    { name: 'Notes', hidden: true, chosen: false },
  ],
  hiddenRows: 214,
  consentColumn: 'Marketing consent',
  unreadConsent: answersToDecide,
  consentAnswers: [{ value: 'ring first', answer: 'nothing' }],
})
const storedList = {
  id: preview.id,
  fileName: preview.fileName,
  counts: { added: 12, updated: 3, unchanged: 0, rejected: 1 },
  rejectedRows: 1,
  canUndo: true,
  declared: null,
  undo: { deleted: 12, restored: 3, consents: 13, objections: 2 },
}

const upload = (page: Page) =>
  page.getByLabel('Choose a list').setInputFiles(csvFile('clients.csv', ['First name,Mobile', '']))

const ofClients = (answers: Record<string, unknown>) =>
  oneSalon({ 'lists/current': { preview: null, stored: null }, 'unread-answers': [], ...answers })

const clientScreens: Screen[] = [
  screen('a salon, clients, none', clientsPath, 'No clients yet.', {
    before: ofClients({ 'clients*': nobody }),
  }),
  screen('a salon, clients', clientsPath, 'Load more clients', { before: ofClients({ 'clients*': stored }) }),
  screen('a salon, clients, none match', `${clientsPath}&reason=minor`, 'No client matches', {
    before: ofClients({ 'clients*': { ...stored, items: [], nextCursor: null } }),
  }),
  screen('a salon, clients, a list before it is stored', clientsPath, 'Please choose an answer', {
    before: ofClients({ 'clients*': nobody, lists: preview }),
    open: inTurn(upload, button('Store list')),
  }),
  screen(
    'a salon, clients, the column of the numbers is chosen',
    clientsPath,
    'Which column holds the mobile numbers?',
    { before: ofClients({ 'lists/current': { preview: withoutPhones, stored: null } }) },
  ),
  screen(
    'a salon, clients, a workbook with answers that cannot be read',
    clientsPath,
    'Not read: Former clients, Notes',
    { before: ofClients({ 'lists/current': { preview: workbook, stored: null } }) },
  ),
  screen(
    'a salon, clients, an undo asks',
    clientsPath,
    '2 objections will stay: we do not text people who said no.',
    {
      before: ofClients({
        'clients*': stored,
        'lists/current': { preview: null, stored: storedList },
        'unread-answers': answersToDecide,
      }),
      open: button('Undo last list'),
    },
  ),
  screen('a salon, clients, a file that is no list', clientsPath, /^Row 1: no column/, {
    before: inTurn(ofClients({ 'clients*': nobody }), (page) => {
      const message = 'Row 1: no column with phone numbers was found. Please add one, and try again.'
      return page.route('**/lists', (route) => route.fulfill({ status: 422, json: { message } }))
    }),
    open: upload,
  }),
  screen('a salon, one client', `${clientsPath}&client=${clients[0]?.id}`, 'Consent history', {
    before: ofClients({
      'clients*': stored,
      'clients/*': { ...clients[0], consent, appointments: [], outcomes: [] },
    }),
  }),
]

const repliesCall = '/api/admin/salons/replies'
const reply = (n: number, more: Partial<SalonReply> = {}): SalonReply => ({
  id: `5d6ff7a0-0000-4000-8000-00000000050${n}`,
  salonId: salon.id,
  salonName: salon.name,
  clientId: clientForTests(n).id,
  firstName: 'Siobhán',
  phone: clientForTests(n).phone,
  body: 'Yes please! Do you have anything on Saturday after lunch, for a cut and colour?',
  numMedia: 0,
  receivedAt: '2026-11-22T09:00:00.000Z',
  processed: false,
  pendingReview: false,
  isOptOut: false,
  intent: 'positive',
  outcome: null,
  ...more,
})
const replies = [
  reply(1),
  reply(2, { firstName: null, clientId: null, salonName: 'Opal Spa', body: 'Who is this?' }),
  reply(3, { firstName: 'Wilhelmina-Alexandra', pendingReview: true, body: 'please leave me alone' }),
  reply(4, { isOptOut: true, processed: true, body: 'STOP' }),
  reply(5, { processed: true, numMedia: 1, body: '' }),
]

const conversation = (more: Partial<SalonConversation> = {}): SalonConversation => ({
  salonId: salon.id,
  salonName: salon.name,
  phoneNumber: replies[0]?.phone ?? '',
  client: { ...clientForTests(1), flags: ['vip'] },
  offer: {
    version: 2,
    text: '{salon}: Hi {firstName}, it has been a while. 20% off any cut this week: {link}',
  },
  optOut: null,
  booking: null,
  ownerAnswer: null,
  otherSalons: 0,
  messages: [
    {
      id: '5d6ff7a0-0000-4000-8000-000000000601',
      direction: 'outbound',
      body: `${salon.name}: Hi Siobhán, it has been a while. 20% off any cut this week: https://salonback.example/b/abc`,
      timestamp: '2026-11-22T08:00:00.000Z',
      from: '+447700900800',
      status: 'delivered',
      kind: 'offer',
    },
    {
      id: replies[0]?.id ?? '',
      direction: 'inbound',
      body: replies[0]?.body ?? '',
      timestamp: '2026-11-22T09:00:00.000Z',
      from: replies[0]?.phone ?? '',
      processed: false,
      intent: 'positive',
    },
  ],
  ...more,
})
/** A page of facts, which scrolls. */
const facts = [
  'Open Tuesday to Saturday, 9:00 to 18:00',
  ...Array.from({ length: 30 }, (_, n) => `Colour ${n + 1} with a cut from £${80 + n}`),
].join('\n')
const opened = `${repliesPath}?${new URLSearchParams({
  salon: salon.id,
  number: replies[0]?.phone ?? '',
  text: replies[0]?.id ?? '',
})}`
const desk = (items = replies, open = conversation()) =>
  inTurn(
    answer(`**${repliesCall}?*`, { items, nextCursor: null }),
    answer(`**${repliesCall}/waiting`, { waiting: items.length }),
    answer(`**/api/admin/salons/${salon.id}/conversation/*`, open),
    oneSalon({ handover: { texts: true, reminders: false, facts } }),
  )
/** Facts of a salon. */
export const handover = {
  texts: true,
  reminders: false,
  facts: `Open Tuesday to Saturday, 9:00 to 18:00. ${'Cut £45, colour from £80, with Aoife or Siobhán. '.repeat(6)}`,
}
const [first] = conversation().messages
const strange = conversation({
  client: null,
  offer: null,
  messages: conversation().messages.map((one) => ({ ...one, pendingReview: one.direction === 'inbound' })),
})

const replyScreens: Screen[] = [
  screen('replies, none', repliesPath, 'No replies waiting', { before: desk([]) }),
  screen('replies', repliesPath, 'Who is this?', { before: desk() }),
  screen('replies, a conversation', opened, 'Not interested', { before: desk() }),
  screen('replies, when the client comes', opened, 'When is the appointment? (optional)', {
    before: inTurn(oneSalon({ handover }), desk()),
    open: button('Booked'),
  }),
  screen('replies, the facts of the salon', opened, /^Open Tuesday/, {
    before: inTurn(oneSalon({ handover }), desk()),
    // Folded on phones.
    open: async (page) => {
      const facts = page.locator('.sb-salon-facts')
      await facts.waitFor()
      await facts.evaluate((one) => one.setAttribute('open', ''))
    },
  }),
  screen('replies, a stranger’s possible opt-out', opened, 'Not an opt-out', {
    before: desk(replies, strange),
  }),
  screen('replies, opted out', opened, /^Opted out on/, {
    before: desk(
      replies,
      conversation({
        optOut: { since: '2026-11-22T10:00:00.000Z', wording: 'STOP' },
        messages: first ? [first] : [],
      }),
    ),
  }),
]

/** Clients of a salon, and the replies desk. */
export const deskScreens: Screen[] = [...clientScreens, ...replyScreens]
