import type { ContactQuery } from './contract.ts'

/** An open contact message, for tests. */
export const contactQueryForTests = (n: number, more: Partial<ContactQuery> = {}): ContactQuery => ({
  id: `5d6ff7a0-0000-4000-8000-00000000000${n}`,
  name: `Person ${n}`,
  email: `person${n}@salon.example`,
  subject: `Subject ${n}`,
  message: `Message number ${n}`,
  createdAt: '2025-01-05T15:07:00.000Z',
  doneAt: null,
  doneBy: null,
  ...more,
})
