import { z } from 'zod'
import { StartField } from '../../core/campaigns/startAt.ts'
import type { Offer } from '../offers/contract.ts'
import { audienceOf, audienceSchema, noChoice } from './audienceForm.ts'
import { MAX_KEPT_ASIDE, type Plan } from './contract.ts'
import { numberText, optionalNumber } from './numberFields.ts'

/** The form that starts a campaign. */
export const planSchema = z.object({
  offerId: z.string(),
  otherOfferId: z.string(),
  perDay: numberText(1, 1000, 'Please enter a number from 1 to 1,000'),
  startAt: StartField,
  reminderAfterDays: optionalNumber(7, 90, 'Please enter a number from 7 to 90'),
  keptAside: numberText(0, MAX_KEPT_ASIDE, `Please enter a number from 0 to ${MAX_KEPT_ASIDE}`),
  ...audienceSchema,
})
export type PlanValues = z.input<typeof planSchema>
export type PlanOutput = z.output<typeof planSchema>

/** A plan without the fields that are unset. */
export const planOf = (values: PlanOutput): Plan => ({
  offerId: values.offerId,
  ...(values.otherOfferId && { otherOfferId: values.otherOfferId }),
  perDay: values.perDay,
  ...(values.startAt && { startAt: values.startAt }),
  ...(values.reminderAfterDays && { reminderAfterDays: values.reminderAfterDays }),
  keptAside: values.keptAside,
  ...audienceOf(values),
})

type Chosen = Pick<PlanValues, 'offerId' | 'otherOfferId'>

/** Whether each chosen offer has a reminder: a comparison of two texts would be unfair if one had none. */
export const hasReminder = (offers: readonly Offer[], { offerId, otherOfferId }: Chosen) =>
  offers.every(({ id, reminderText }) => (id !== offerId && id !== otherOfferId) || reminderText !== null)

/** An approved reminder is proposed; staff clear the field to send none. */
export const proposedReminder = (offers: readonly Offer[], chosen: Chosen) =>
  hasReminder(offers, chosen) ? '14' : ''

/** What is proposed for a new campaign: the newest offer to all eligible clients. */
export const proposedPlan = (offers: readonly [Offer, ...Offer[]]): PlanValues => ({
  offerId: offers[0].id,
  otherOfferId: '',
  perDay: '20',
  startAt: '',
  reminderAfterDays: proposedReminder(offers, { offerId: offers[0].id, otherOfferId: '' }),
  keptAside: '10',
  ...noChoice,
})

/** What the form holds after an edit: other offers have other reminders. */
export function afterEdit(offers: readonly Offer[], before: PlanValues, next: PlanValues): PlanValues {
  const isOther = next.offerId !== before.offerId
  if (!isOther && next.otherOfferId === before.otherOfferId) return next
  const chosen = isOther ? { ...next, otherOfferId: '' } : next
  return { ...chosen, reminderAfterDays: proposedReminder(offers, chosen) }
}
