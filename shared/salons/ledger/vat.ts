import type { Country } from '../salons/contract.ts'

/** VAT of a statement: the rate in hundredths of a percent, or the note that says why there is none. */
export interface VatTerms {
  bps: number
  note: string | null
}

/** What the agency says about VAT. Without a number there is none. */
export interface AgencyVat {
  country: string
  number: string | null
  /** Null: not set, which charges none. */
  bps: number | null
}

export const REVERSE_CHARGE = 'Reverse charge: no VAT is charged; you account for any tax on this service.'

/** VAT is charged to salons in the agency's country. Those of other countries account for it themselves. */
export function vatTermsOf({ country, number, bps }: AgencyVat, salonCountry: Country): VatTerms {
  if (number === null) return { bps: 0, note: null }
  if (salonCountry !== country) return { bps: 0, note: REVERSE_CHARGE }
  return { bps: bps ?? 0, note: null }
}

/**
 * VAT in minor units. It is rounded one time, on the sum of a statement and not on its lines: half a penny goes away from
 * zero, so that a statement and the one that takes it back add up to nothing.
 */
export function vatOf(net: number, bps: number): number {
  const vat = Math.floor((Math.abs(net) * bps + 5000) / 10_000)
  return net < 0 && vat > 0 ? -vat : vat
}
