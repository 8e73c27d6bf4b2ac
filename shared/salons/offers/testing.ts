import type { Offer } from './contract.ts'

/** A version of an offer for tests of screens. */
export const offerForTests = (version: number, more: Partial<Offer> = {}): Offer => ({
  id: `5d6ff7a0-0000-4000-8000-00000000030${version}`,
  version,
  text: '{salon}: Hi {firstName}, come back. Reply STOP to opt out.',
  reminderText: null,
  repeatUntil: null,
  state: 'draft',
  usedUp: false,
  segments: 1,
  samples: [
    { firstName: 'Siobhán', body: 'Glow & Co.: Hi Siobhán, come back. Reply STOP to opt out.', segments: 1 },
  ],
  reminderSamples: [],
  approvedAs: null,
  approvedAt: null,
  approvedBy: null,
  note: null,
  dates: { words: [], until: null },
  createdBy: 'maya',
  createdAt: '2026-11-22T09:00:00.000Z',
  ...more,
})
