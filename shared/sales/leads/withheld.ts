import type { WithheldReason } from '../../core/publicTexts/contract.ts'
import { count } from '../../formats.ts'
import { regionOf } from '../../sms/phone.ts'
import type { Lead } from './contract.ts'
import { isWaiting } from './rules.ts'

/** Screen text for each reason. */
export const withheldLabels: Record<WithheldReason, string> = {
  budget: 'Details on hold: text limit reached',
  address: 'Details on hold: many leads from one connection',
  unusual: 'Details on hold: texts were stopped',
  country: 'Not texted: outside the countries we text',
  range: 'Not texted: not an ordinary mobile number',
  number: 'Not texted: not a complete phone number',
  opted_out: 'Not texted: opted out',
}

/** Leads that staff can send details to with a click. */
export const waitingLeads = (leads: Lead[]) => leads.filter(({ withheld }) => isWaiting(withheld))

/** Whether a text by hand can arrive. */
export const canBeTexted = ({ withheld }: Lead) => withheld !== 'range' && withheld !== 'number'

/** `8 in GB, 4 in US`, most frequent first. */
export function byCountry(leads: Lead[]): string {
  const numbers = new Map<string, number>()
  for (const { mobileNumber } of leads) {
    const country = regionOf(mobileNumber) ?? 'other countries'
    numbers.set(country, (numbers.get(country) ?? 0) + 1)
  }
  const most = [...numbers].sort(([, a], [, b]) => b - a)
  return most.map(([country, leads]) => `${count(leads)} in ${country}`).join(', ')
}
