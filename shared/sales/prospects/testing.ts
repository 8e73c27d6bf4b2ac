import type { Prospect } from './contract.ts'

/** A nail salon that was never texted, for tests of screens and rules. */
export const prospectForTests = (n: number, more: Partial<Prospect> = {}): Prospect => ({
  id: `5d6ff7a0-0000-4000-8000-${String(n).padStart(12, '0')}`,
  name: `Salon ${n}`,
  category: 'Nail Salon',
  country: 'GB',
  phone: `+4477009004${String(n).padStart(2, '0')}`,
  phoneType: 'mobile',
  address: null,
  rating: null,
  reviewCount: null,
  teamSize: null,
  contactStatus: null,
  ...more,
})
