import type { Declaration } from './contract.ts'

export type DeclarationQuestion = keyof Pick<Declaration, 'toldOfTexts' | 'couldRefuse' | 'consentInWriting'>

interface QuestionWords {
  /** As the owner reads it. */
  owner: string
  /** As staff read it, who answer for the salon. */
  staff: string
  /** An example, or why the answer matters. */
  hint: string
}

/** The questions about a list. The last one needs a column that says who agreed to texts. */
export function declarationQuestions(
  consentColumn: string | null,
): [name: DeclarationQuestion, words: QuestionWords][] {
  const inWriting = `Does a yes in the column “${consentColumn}” mean that they agreed in writing to offers by text?`
  const always: [DeclarationQuestion, QuestionWords][] = [
    [
      'toldOfTexts',
      {
        owner: 'Did you tell these people that you may text them offers?',
        staff: 'Did the salon tell these people that it may text them offers?',
        hint: 'For example with a line on the booking form, or a sign at the desk.',
      },
    ],
    [
      'couldRefuse',
      {
        owner: 'Could they say no when they gave you their number?',
        staff: 'Could they say no when they gave their number?',
        hint: 'For example with a box to tick. The law asks for both, or for a yes in writing.',
      },
    ],
  ]
  if (consentColumn === null) return always
  const hint = 'For example on a form that they signed or ticked. A yes on the phone is not in writing.'
  return [...always, ['consentInWriting', { owner: inWriting, staff: inWriting, hint }]]
}

/** The sentence that lets clients without a known last visit be texted. */
export const UNKNOWN_VISITS = {
  owner: 'You may text clients who agreed in writing also if their last visit is not known.',
  staff: 'Clients who agreed in writing may be texted also if their last visit is not known',
  hint: 'Some of them may have been here last week. We take no fee for them, unless a later list or your booking system shows an earlier visit.',
}
