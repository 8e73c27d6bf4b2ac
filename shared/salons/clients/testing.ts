import type { Client, ClientDetail } from './contract.ts'
import { type Reason, reasonLabels } from './eligible.ts'

type Waterfall = Record<Reason, number>

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

export const clientDetailForTests = (n: number, more: Partial<ClientDetail> = {}): ClientDetail => ({
  ...clientForTests(n),
  consent: [],
  outcomes: [],
  appointments: [],
  ...more,
})
