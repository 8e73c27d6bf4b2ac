import type { LatestResult, SalonResults, WeekResult } from './contract.ts'

const funnel = { eligible: 300, texted: 240, delivered: 228, answered: 31, booked: 12, attended: 9, paid: 0 }

const largeFunnel = {
  ...funnel,
  eligible: 12400,
  delivered: 236,
  answered: 40,
  booked: 21,
  attended: 18,
  paid: 17,
}

const idOf = (n: number) => `5d6ff7a0-0000-4000-8000-000000000${n}`

/** The cells of this funnel on a screen. */
export const shownFunnel = ['300', '240', '22895.0%', '3112.9%', '125.0%', '93.8%', '0']

/** Two campaigns, in the first and in the last week, for tests of screens. */
export const resultsForTests = (): SalonResults => ({
  campaigns: [
    { id: idOf(601), state: 'finished', createdAt: '2026-11-17T09:00:00.000Z', ...funnel },
    { id: idOf(602), state: 'canceled', createdAt: '2026-05-26T09:00:00.000Z', ...largeFunnel },
  ],
  weeks: Array.from({ length: 26 }, (_, n): WeekResult => {
    const week = new Date(Date.UTC(2026, 4, 25 + n * 7)).toISOString().slice(0, 10)
    if (n === 0) return { week, texts: 240, answers: 40, visits: 6 }
    if (n === 25) return { week, texts: 240, answers: 31, visits: 12 }
    return { week, texts: 0, answers: n < 5 ? 5 - n : 0, visits: n < 4 ? 4 : 0 }
  }),
})

/** The latest campaign of a salon, for tests of screens. */
export const latestForTests = (n: number, more: Partial<LatestResult> = {}): LatestResult => ({
  id: `5d6ff7a0-0000-4000-8000-00000000062${n}`,
  salonId: `5d6ff7a0-0000-4000-8000-00000000000${n}`,
  salonName: `Salon ${n}`,
  state: 'running',
  createdAt: '2026-11-17T09:00:00.000Z',
  ...funnel,
  optedOut: 5,
  broughtBack: 84_500,
  currency: 'GBP',
  ...more,
})
