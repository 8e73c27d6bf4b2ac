import type { MonthRow, OpenStatement, StatementPreview } from './moneyContract.ts'

const salonIdOf = (n: number) => `5d6ff7a0-0000-4000-8000-00000000000${n}`

/** An overdue statement of £40.50, for tests of screens. */
export const openStatementForTests = (n: number, more: Partial<OpenStatement> = {}): OpenStatement => ({
  salonId: salonIdOf(n),
  salonName: `Glow ${n}`,
  timeZone: 'Europe/London',
  currency: 'GBP',
  number: n,
  issuedAt: '2026-04-10T09:00:00.000Z',
  dueOn: '2026-04-24',
  total: 4050,
  outstanding: 3050,
  overdue: true,
  reminders: [],
  noReminder: null,
  ...more,
})

export const previewForTests = (n: number, more: Partial<StatementPreview> = {}): StatementPreview => ({
  salonId: salonIdOf(n),
  salonName: `Glow ${n}`,
  currency: 'GBP',
  number: 1,
  total: 1350,
  broughtForward: 0,
  dueOn: '2026-05-03',
  ...more,
})

export const monthForTests = (n: number, more: Partial<MonthRow> = {}): MonthRow => ({
  salonId: salonIdOf(n),
  name: `Glow ${n}`,
  currency: 'GBP',
  texts: 151,
  cost: [{ amount: 6_991_300, unit: 'USD' }],
  unpriced: 0,
  visits: 5,
  fees: 6750,
  paid: 1000,
  outstanding: 5750,
  ...more,
})
