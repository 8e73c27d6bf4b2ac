import { agency } from '@salonback/shared/brand.ts'
import type { Terms } from '@salonback/shared/salons/billing/contract.ts'
import { payUrlOf, referenceOf } from '@salonback/shared/salons/billing/paying.ts'
import { vatTermsOf } from '@salonback/shared/salons/billing/vat.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import type { Env } from '../../env.ts'

export type PaymentSettings = Pick<Env, 'VAT_NUMBER' | 'VAT_RATE' | 'PAYMENT_URL'>

/** The VAT that the agency charges a salon. */
export const vatOfSalon = ({ VAT_NUMBER, VAT_RATE }: PaymentSettings, { country }: Pick<Salon, 'country'>) =>
  vatTermsOf({ country: agency.country, number: VAT_NUMBER ?? null, bps: VAT_RATE ?? null }, country)

interface TermsOf {
  number: number
  /** Minor units. */
  toPay: number
  /** Why there is no VAT. */
  vatNote: string | null
}

/** Parties, reference and ways to pay, as a statement shows them. */
export function termsOf(salon: Salon, { number, toPay, vatNote }: TermsOf, settings: PaymentSettings): Terms {
  const reference = referenceOf(salon.accountNumber, number)
  return {
    from: {
      name: agency.name,
      address: agency.address,
      companyNumber: agency.companyNumber,
      vatNumber: settings.VAT_NUMBER ?? null,
    },
    to: {
      name: salon.legalName ?? salon.name,
      address: salon.postalAddress,
      companyNumber: salon.companyNumber,
      vatNumber: salon.vatNumber,
    },
    reference,
    bank: agency.bank.map(([label, value]) => [label, value]),
    payUrl: payUrlOf(settings.PAYMENT_URL, { reference, amount: toPay }),
    vatNote,
  }
}
