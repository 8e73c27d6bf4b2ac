import type { Campaign, CampaignRecipient } from './contract.ts'

/** A running campaign to prospects, for tests of screens. */
export const campaignForTests = (more: Partial<Campaign> = {}): Campaign => ({
  id: '5d6ff7a0-0000-4000-8000-000000000700',
  name: null,
  state: 'running',
  pausedReason: null,
  pausedBy: null,
  total: 240,
  queued: 88,
  sent: 12,
  delivered: 131,
  failed: 6,
  unknown: 1,
  canceled: 2,
  leftOut: 9,
  waiting: 4,
  wait: null,
  basis: 'consent',
  template: 'Hi {name}',
  secondText: null,
  createdAt: '2026-11-20T09:02:00.000Z',
  createdBy: 'maya',
  ...more,
})

/** A recipient of a failed first text. For tests. */
export const recipientForTests = (more: Partial<CampaignRecipient> = {}): CampaignRecipient => ({
  prospectId: null,
  name: 'Glow Nail Lounge',
  phone: '+447700900142',
  status: 'failed',
  errorCode: null,
  explanation: null,
  at: '2026-11-20T09:00:00.000Z',
  ...more,
})
