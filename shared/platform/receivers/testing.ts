import type { Delivery, Receiver } from './contract.ts'

export const receiverForTests = (n: number, more: Partial<Receiver> = {}): Receiver => ({
  id: `5d6ff7a0-0000-4000-8000-00000000081${n}`,
  url: 'https://hooks.example/salonback',
  events: ['visit.recorded'],
  salon: null,
  state: 'on',
  offReason: null,
  waiting: 0,
  createdBy: 'maya',
  createdAt: '2026-03-09T12:00:00.000Z',
  ...more,
})

export const deliveryForTests = (n: number, more: Partial<Delivery> = {}): Delivery => ({
  id: `5d6ff7a0-0000-4000-8000-00000000082${n}`,
  kind: 'visit.recorded',
  state: 'failed',
  attempts: 12,
  triedAt: '2026-03-10T12:00:00.000Z',
  status: 503,
  answer: 'down',
  createdAt: '2026-03-09T12:00:00.000Z',
  ...more,
})
