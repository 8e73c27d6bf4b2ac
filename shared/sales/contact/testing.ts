import type { ContactQuery } from './contract.ts'

/** An open contact message, for tests. Its time is 3:07 PM by the reader's clock. */
export const contactQueryForTests = (n: number, more: Partial<ContactQuery> = {}): ContactQuery => ({
  id: `5d6ff7a0-0000-4000-8000-00000000000${n}`,
  name: `Person ${n}`,
  email: `person${n}@salon.example`,
  subject: `Subject ${n}`,
  message: `Message number ${n}`,
  createdAt: new Date('2025-01-05T15:07').toISOString(),
  doneAt: null,
  doneBy: null,
  ...more,
})
