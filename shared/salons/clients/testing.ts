import type { Client, ListPreview } from './contract.ts'
import { reasonLabels } from './eligible.ts'

type Waterfall = ListPreview['waterfall']

/** Counts for tests; the other reasons have none. */
export const waterfallForTests = (counts: Partial<Waterfall>) => {
  const none = Object.fromEntries(Object.keys(reasonLabels).map((reason) => [reason, 0]))
  return { ...none, ...counts } as Waterfall
}

export const clientForTests = (n: number, more: Partial<Client> = {}): Client => ({
  id: `5d6ff7a0-0000-4000-8000-00000000010${n}`,
  phone: `+44770090020${n}`,
  firstName: 'Siobhán',
  lastVisit: '2026-03-10',
  nextVisit: null,
  visits: 4,
  flags: [],
  eligibility: { ok: true, reason: 'eligible' },
  ...more,
})

export const previewForTests = (more: Partial<ListPreview> = {}): ListPreview => ({
  id: '5d6ff7a0-0000-4000-8000-000000000201',
  fileName: 'clients.csv',
  columns: ['First name', 'Mobile', 'Last visit'],
  mapping: { firstName: 0, phone: 1, lastVisit: 2 },
  sample: [
    ['First name', 'Mobile', 'Last visit'],
    ['Siobhán', '07700 900201', '10/03/2026'],
  ],
  needsPhoneColumn: false,
  phoneColumns: [],
  proposedPhoneColumn: null,
  needsLastVisitColumn: false,
  lastVisitColumns: [],
  proposedLastVisitColumn: null,
  noLastVisit: false,
  textsUnknownVisits: false,
  marks: [],
  sheet: null,
  sheets: [],
  hiddenRows: 0,
  includesHiddenRows: false,
  consentColumn: null,
  unreadConsent: [],
  consentAnswers: [],
  rows: 6,
  merged: 1,
  rejected: 1,
  reported: 1,
  dateOrder: 'day-first',
  waterfall: waterfallForTests({ opted_out: 1, eligible: 3 }),
  problems: [{ row: 4, column: 'Mobile', message: '4.47701E+11: Digits were lost in a spreadsheet' }],
  ...more,
})
