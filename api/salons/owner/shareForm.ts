import { Answer, type ListAnswers } from '@salonback/shared/salons/lists/contract.ts'
import { knewOfTexts } from '@salonback/shared/salons/lists/knewOfTexts.ts'
import { ListShare } from '@salonback/shared/salons/owner/contract.ts'
import { z } from 'zod'
import { AppError } from '../../platform/http/errors.ts'
import type { OwnerContext } from './actions.ts'
import { shareList } from './listActions.ts'
import type { Typed } from './parts.tsx'

const answerIn = (typed: string | undefined) => Answer.safeParse(typed).data

/** The owner's answers so far. */
export function answersIn(typed: Typed): ListAnswers {
  const { toldOfTexts, couldRefuse, consentInWriting, asksUnknownVisits, textUnknownVisits } = typed
  const knew = knewOfTexts(answerIn(toldOfTexts), answerIn(couldRefuse))
  const writing = answerIn(consentInWriting)
  return {
    ...(knew && { knewOfTexts: knew }),
    ...(writing && { consentInWriting: writing }),
    // An unset checkbox sends nothing.
    ...(asksUnknownVisits && { textUnknownVisits: textUnknownVisits === 'yes' ? 'yes' : 'no' }),
  }
}

/** Key of the counts on a page. They depend on the answers; one of the first two questions without an answer counts as yes. */
export const countedBy = ({ knewOfTexts, consentInWriting, textUnknownVisits }: ListAnswers) => {
  const isYes = (answer = 'yes') => answer === 'yes'
  return `${isYes(knewOfTexts)} ${isYes(consentInWriting)}${textUnknownVisits === 'yes' ? ' unknown' : ''}`
}

/** The fields of the form as the declaration, with the counts that the owner has seen. */
export const ShareForm = z.preprocess(
  (form: Record<string, string>) => ({
    listId: form.listId,
    asOf: form.asOf,
    counted: form.counted,
    declaration: {
      customers: form.customers === 'yes',
      toldOfTexts: form.toldOfTexts,
      couldRefuse: form.couldRefuse,
      ...answersIn(form),
      ...(form.consentInWriting && { consentInWriting: form.consentInWriting }),
    },
  }),
  ListShare.extend({ counted: z.string().max(20).default(countedBy({})) }),
)

/** Shares the list if the owner has seen the counts under these answers. Throws 409 otherwise; the page then shows them. */
export function shareCounted(
  { counted, ...share }: z.output<typeof ShareForm> & { token: string },
  context: OwnerContext,
) {
  if (counted !== countedBy(share.declaration))
    throw new AppError(
      'conflict',
      'These are the numbers with your answers. Please look at them, then share the list.',
    )
  return shareList(share, context)
}
