import { count } from '../formats.ts'
import { regionOf } from '../sms/phone.ts'
import type { HeldReason, Lead } from './contract.ts'
import { isWaiting } from './rules.ts'

/** Why a lead has had no details text, as staff read it. */
export const heldLabels: Record<HeldReason, string> = {
  budget: 'Details wait: the texts were used up',
  address: 'Details wait: many leads from one connection',
  unusual: 'Details wait: texts were stopped',
  country: 'Not texted: outside the countries we text',
  range: 'Not texted: not an ordinary mobile number',
  number: 'Not texted: not a complete phone number',
  opted_out: 'Not texted: opted out',
}

/** Leads that get their details by a person's click. */
export const waitingOf = (leads: Lead[]) => leads.filter(({ held }) => isWaiting(held))

/** Whether a text by hand could arrive at all. */
export const canBeTexted = ({ held }: Lead) => held !== 'range' && held !== 'number'

/** `8 in GB, 4 in US`, the most first. */
export function byCountry(leads: Lead[]): string {
  const numbers = new Map<string, number>()
  for (const { mobileNumber } of leads) {
    const country = regionOf(mobileNumber) ?? 'other countries'
    numbers.set(country, (numbers.get(country) ?? 0) + 1)
  }
  const most = [...numbers].sort(([, a], [, b]) => b - a)
  return most.map(([country, leads]) => `${count(leads)} in ${country}`).join(', ')
}
