import { offerErrors } from '@salonback/shared/salons/offers/offer.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { withOptOutLine } from '@salonback/shared/sms/template.ts'
import { AppError } from '../../platform/http/errors.ts'

/** The texts as they are stored, with how to stop at the end. Throws 422 with the wrong field. */
export function checkedTexts(
  input: { text: string; reminderText?: string | null | undefined },
  salon: Salon,
) {
  const reminderText = input.reminderText?.trim() || null
  const wrong = offerErrors(input.text, salon).text
  const wrongReminder = reminderText && offerErrors(reminderText, salon).text
  const message = wrong || wrongReminder
  if (message) {
    const fields = { ...(wrong && { text: wrong }), ...(wrongReminder && { reminderText: wrongReminder }) }
    throw new AppError('invalid', message, { fields })
  }
  return { text: withOptOutLine(input.text), reminderText: reminderText && withOptOutLine(reminderText) }
}
