import type { Programme } from './contract.ts'

const offerId = '5d6ff7a0-0000-4000-8000-000000000302'

/** A programme that runs, with a month that waits, one with texts and one without; for tests of screens. */
export const programmeForTests = (more: Partial<Programme> = {}): Programme => ({
  settings: {
    offerId,
    perDay: 20,
    reminderAfterDays: null,
    keptAside: 10,
    askDay: 1,
    state: 'running',
    until: '2027-06-30',
    nextAskOn: '2026-12-01',
  },
  feedOn: null,
  offers: [{ id: offerId, version: 2, until: '2027-06-30' }],
  waves: [
    {
      id: '5d6ff7a0-0000-4000-8000-000000000801',
      askedFor: '2026-11-01',
      state: 'asking',
      requests: 3,
      lastAskedAt: '2026-11-11T10:00:00.000Z',
      listAsOf: null,
      note: null,
      campaign: null,
    },
    {
      id: '5d6ff7a0-0000-4000-8000-000000000802',
      askedFor: '2026-10-01',
      state: 'started',
      requests: 1,
      lastAskedAt: '2026-10-01T09:00:00.000Z',
      listAsOf: '2026-10-02',
      note: null,
      campaign: { id: '5d6ff7a0-0000-4000-8000-000000000601', state: 'finished', texts: 214, sent: 210 },
    },
    {
      id: '5d6ff7a0-0000-4000-8000-000000000803',
      askedFor: '2026-09-01',
      state: 'skipped',
      requests: 0,
      lastAskedAt: null,
      listAsOf: null,
      note: 'No client of this salon may be texted now',
      campaign: null,
    },
  ],
  ...more,
})

/** No offer is approved for each month. */
export const noProgramme: Programme = { settings: null, feedOn: null, offers: [], waves: [] }
