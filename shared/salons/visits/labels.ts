import { formatDay, money } from '../../formats.ts'
import type { Tone } from '../../kit/Badge.tsx'
import { localDate } from '../../sms/openHours.ts'
import type { Salon } from '../salons/contract.ts'
import { feeOf } from './amount.ts'
import { evidenceLabels } from './attribution.ts'
import type { Visit, VisitEvidence, VisitFilter } from './contract.ts'

/** Filters of the list in their order; the first is the usual one. */
export const filterLabels = {
  to_decide: 'To decide',
  attended: 'Attended',
  no_show: 'Not come',
  canceled: 'Canceled',
  all: 'All',
} as const satisfies Partial<Record<VisitFilter | 'all', string>>
export type ShownFilter = keyof typeof filterLabels

export const stateLabels: Record<Visit['state'], string> = {
  reported: 'Reported',
  booked: 'Booked',
  attended: 'Attended',
  no_show: 'Not come',
  canceled: 'Canceled',
}

export const stateTones: Record<Visit['state'], Tone> = {
  reported: 'amber',
  booked: 'blue',
  attended: 'green',
  no_show: 'grey',
  canceled: 'grey',
}

export const serviceLabels: Record<Visit['service'], string> = {
  treatment: 'Treatment',
  consultation: 'Consultation (no fee)',
  patch_test: 'Patch test (no fee)',
}

/** `Mar 12, 2026` of a time, in the salon's time zone; a dash for null. */
export const dayOf = (at: string | null, timeZone: string) =>
  at ? formatDay(localDate(timeZone, new Date(at))) : '–'

/** One piece of evidence as a sentence. */
export function evidenceText(evidence: VisitEvidence, timeZone: string): string {
  switch (evidence.kind) {
    case 'reply':
      return `${evidenceLabels.reply}: “${evidence.text}”`
    case 'system':
      return `${evidenceLabels.system} (${evidence.source}), ${dayOf(evidence.at, timeZone)}`
    case 'list':
      return evidence.from
        ? `A newer list moved the last visit from ${formatDay(evidence.from)} to ${formatDay(evidence.to)}`
        : `A newer list has a visit on ${formatDay(evidence.to)}`
    case 'owner':
      return `${evidence.name} says so, ${dayOf(evidence.at, timeZone)}`
    case 'staff':
      return `${evidenceLabels.staff}: ${evidence.note}`
    case 'link':
      return `${evidenceLabels.link}, ${dayOf(evidence.at, timeZone)}`
  }
}

/** `£13.50`, or that no fee is owed. */
export function feeText({ attribution, amount }: Visit, { feeBps, currency }: Salon): string {
  if (!attribution.fee) return 'No fee'
  return amount === null ? 'Amount missing' : money(feeOf(amount, feeBps), currency)
}
