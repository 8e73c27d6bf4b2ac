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

/** An amount of a statement: own lines are treated as its day asks for, corrections as the statement that they correct. */
export interface Treated {
  /** Minor units, without VAT. */
  amount: number
  /** Number of the corrected statement, with its treatment. */
  corrects?: number | null | undefined
  vat?: VatTerms | undefined
}

/** The amounts of a statement that VAT treats alike. */
export interface VatPart extends VatTerms {
  /** Without VAT. */
  net: number
  vat: number
  /** Numbers of the statements that are corrected with this treatment; none: only the own lines. */
  corrects: number[]
}

/**
 * Amounts by treatment, `own` first if there are amounts of it. VAT is rounded one time on the sum of each part, so that what
 * takes a statement back gives back the VAT that was charged, and no other.
 */
export function vatPartsOf(amounts: readonly Treated[], own: VatTerms): VatPart[] {
  const parts = new Map<string, { terms: VatTerms; net: number; corrects: Set<number> }>()
  const inOrder = [...amounts.filter(({ vat }) => !vat), ...amounts.filter(({ vat }) => vat)]
  for (const { amount, corrects, vat } of inOrder) {
    const { bps, note } = vat ?? own
    const key = JSON.stringify([bps, note])
    const part = parts.get(key) ?? { terms: { bps, note }, net: 0, corrects: new Set() }
    part.net += amount
    if (typeof corrects === 'number') part.corrects.add(corrects)
    parts.set(key, part)
  }
  return [...parts.values()].map(({ terms, net, corrects }) => ({
    ...terms,
    net,
    vat: vatOf(net, terms.bps),
    corrects: [...corrects].sort((a, b) => a - b),
  }))
}

/** VAT of amounts, in minor units. */
export const vatOfAll = (amounts: readonly Treated[], own: VatTerms): number =>
  vatPartsOf(amounts, own).reduce((sum, { vat }) => sum + vat, 0)
