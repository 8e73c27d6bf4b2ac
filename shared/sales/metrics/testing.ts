import type { CampaignFigures } from './contract.ts'

/** The results of a campaign of first texts, for tests of screens and rules. */
export const figuresForTests = (n: number, more: Partial<CampaignFigures> = {}): CampaignFigures => ({
  id: `5d6ff7a0-0000-4000-8000-00000000080${n}`,
  step: 'first',
  name: null,
  template: `Text ${n}`,
  createdAt: `2026-11-1${n}T09:00:00.000Z`,
  sent: 200,
  delivered: 190,
  answered: 40,
  yes: 10,
  stop: 0,
  form: 4,
  segments: 220,
  ...more,
})
