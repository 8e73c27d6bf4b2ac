import type { SalonHealth } from './contract.ts'

/** The month of one salon, for tests of screens. */
export const healthForTests = (n: number, more: Partial<SalonHealth> = {}): SalonHealth => ({
  salonId: `5d6ff7a0-0000-4000-8000-00000000000${n}`,
  salonName: `Salon ${n}`,
  state: 'ready',
  currency: 'GBP',
  month: { sent: 100, answered: 20, booked: 10, came: 5, broughtBack: 4500, optedOut: 1 },
  last: { sent: 130, answered: 10, booked: 5, came: 3, broughtBack: 3000, optedOut: 2 },
  replyMinutes: 12,
  ownerAt: '2026-11-20T09:00:00.000Z',
  queued: 40,
  nextAt: '2026-12-01T10:00:00.000Z',
  ...more,
})
