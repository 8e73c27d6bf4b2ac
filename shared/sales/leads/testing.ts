import type { Lead } from './contract.ts'

/** A lead without a known details text. For tests of screens. */
export const leadForTests = (n: number, more: Partial<Lead> = {}): Lead => ({
  id: `5d6ff7a0-0000-4000-8000-00000000000${n}`,
  mobileNumber: `+44770090014${n}`,
  createdAt: `2025-01-0${n}T09:00:00.000Z`,
  withheld: null,
  details: null,
  answeredAt: null,
  ...more,
})
