import type { Visit } from './contract.ts'

/** A visit that waits for a decision, for tests of screens. */
export const visitForTests = (n: number, more: Partial<Visit> = {}): Visit => ({
  id: `5d6ff7a0-0000-4000-8000-00000000040${n}`,
  clientId: `5d6ff7a0-0000-4000-8000-00000000010${n}`,
  firstName: 'Siobhán',
  phone: `+44770090020${n}`,
  campaignId: null,
  service: 'treatment',
  bookedAt: '2026-03-12T09:00:00.000Z',
  visitAt: '2026-03-20T12:00:00.000Z',
  state: 'booked',
  amount: null,
  evidence: [{ kind: 'reply', messageId: '5d6ff7a0-0000-4000-8000-000000000501', text: 'Friday at 3?' }],
  attribution: { fee: false, reasons: ['The visit is not confirmed yet'] },
  decidedBy: null,
  decidedAt: null,
  createdBy: 'maya',
  createdAt: '2026-03-12T09:00:00.000Z',
  ...more,
})
