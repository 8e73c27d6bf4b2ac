import type { Salon, SalonDetails } from './contract.ts'

/** What staff enter for a new salon, for tests. */
export const salonDetails = (more: Partial<SalonDetails> = {}): SalonDetails => ({
  name: 'Glow & Co.',
  country: 'GB',
  timeZone: 'Europe/London',
  currency: 'GBP',
  ownerName: 'Aoife Byrne',
  ownerPhone: '+447700900301',
  ownerEmail: 'aoife@example.com',
  bookingUrl: 'https://glow.example/book',
  ...more,
})

export const noCounts: Salon['counts'] = {
  clients: 0,
  repliesWaiting: 0,
  campaignsRunning: 0,
  callsWaiting: 0,
  owed: 0,
  later: 0,
  outstanding: 0,
  disputesOpen: 0,
}

/** A new salon for tests of screens. */
export const salonForTests = (n: number, more: Partial<Salon> = {}): Salon => ({
  id: `5d6ff7a0-0000-4000-8000-00000000000${n}`,
  slug: `glow-co-${n}`,
  ...salonDetails(),
  businessPhone: null,
  state: 'setup',
  feeBps: 3000,
  attributionDays: 30,
  holdDays: 14,
  paymentDays: 14,
  textsUnknownVisits: false,
  accountNumber: 100 + n,
  legalName: null,
  postalAddress: null,
  companyNumber: null,
  vatNumber: null,
  agreedAt: null,
  bookingSystem: null,
  agreedBy: null,
  sender: null,
  checklist: { agreement: false, sender: false, list: false, consent: false, offer: false, campaign: false },
  offerState: null,
  nextStep: 'Send the agreement to Aoife',
  counts: noCounts,
  sourceId: null,
  createdAt: '2026-11-22T09:00:00.000Z',
  ...more,
})
