import type { ApiKey } from './contract.ts'

export const apiKeyForTests = (n: number, more: Partial<ApiKey> = {}): ApiKey => ({
  id: `5d6ff7a0-0000-4000-8000-00000000080${n}`,
  name: 'Zapier',
  ending: 'wxyz',
  scopes: ['visits'],
  salon: null,
  createdBy: 'maya',
  createdAt: '2026-03-09T12:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
  amountUnit: 'minor',
  smallAmount: null,
  ...more,
})
