import { expect, test } from 'vitest'
import { basisOf, type ConsentBasis, type Salon } from './basis.ts'
import { consentOf, now, phones, salons } from './eligibleCases.ts'

test.each<[string, string, string, string | null, ConsentBasis]>([
  ['GB', 'GB', 'nothing', '2026-01-01', 'none'],
  ['GB', 'GB', 'soft', '2026-01-01', 'soft_opt_in'],
  ['GB', 'GB', 'soft', '2024-06-10', 'soft_opt_in'],
  ['GB', 'GB', 'soft', '2024-06-09', 'expired'],
  ['GB', 'GB', 'soft', null, 'none'],
  ['GB', 'IE', 'soft', '2025-06-10', 'soft_opt_in'],
  ['GB', 'IE', 'soft', '2025-06-09', 'expired'],
  ['IE', 'GB', 'soft', '2025-06-09', 'expired'],
  ['US', 'US', 'soft', '2026-01-01', 'none'],
  ['GB', 'GB', 'listed_yes', '2026-01-01', 'none'],
  ['GB', 'GB', 'soft + listed_yes', '2026-01-01', 'soft_opt_in'],
  ['GB', 'GB', 'soft + listed_yes', '2024-06-09', 'expired'],
  ['US', 'US', 'soft + listed_yes', '2026-01-01', 'none'],
  ['US', 'US', 'written', null, 'written_consent'],
  ['GB', 'GB', 'soft + written', '2010-01-01', 'written_consent'],
  ['GB', 'GB', 'soft + objection list 2026-01-01', '2026-01-01', 'objection'],
  ['GB', 'GB', 'withdrawn staff 2026-01-01 + written join_page 2026-02-01', null, 'written_consent'],
])('%s salon, %s number, %s, last visit %s: %s', (salon, number, consent, lastVisit, basis) => {
  const facts = { phone: phones[number] as string, lastVisit, consent: consentOf(consent) }
  expect(basisOf(facts, salons[salon] as Salon, now)).toBe(basis)
})

test('the islands of the dial code +44 count as Great Britain', () => {
  const facts = { phone: '+447911123456', lastVisit: '2024-06-10', consent: consentOf('soft') }
  for (const country of [undefined, 'GB', 'GG', 'JE', 'IM']) {
    expect(basisOf({ ...facts, country }, salons.GB as Salon, now)).toBe('soft_opt_in')
  }
})
