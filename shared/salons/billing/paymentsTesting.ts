import type { Payment } from './paymentsContract.ts'

/** A payment of £40.50, for tests of screens. */
export const paymentForTests = (n: number, more: Partial<Payment> = {}): Payment => ({
  id: `5d6ff7a0-0000-4000-8000-00000000070${n}`,
  receivedOn: '2026-04-20',
  amount: 4050,
  note: 'Bank transfer',
  takesBack: null,
  takenBack: false,
  createdBy: 'maya',
  createdAt: '2026-04-20T09:00:00.000Z',
  ...more,
})
