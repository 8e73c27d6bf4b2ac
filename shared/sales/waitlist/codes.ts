/** An answer option: stored code and label. */
export type Answer<Code extends string = string> = { readonly code: Code; readonly label: string }

const bands = [
  { code: 'under-100', label: 'Under 100' },
  { code: '100-250', label: '100–250' },
  { code: '250-500', label: '250–500' },
  { code: '500-1000', label: '500–1,000' },
  { code: '1000+', label: '1,000+' },
] as const

const rates = [
  { code: 'under-20', label: 'Under 20%' },
  { code: '20-40', label: '20–40%' },
  { code: '40-60', label: '40–60%' },
  { code: '60-80', label: '60–80%' },
  { code: '80+', label: '80% or more' },
] as const

/** Stored codes, smallest band first. */
export const answers = {
  customerCount: bands,
  mobileNumbersCount: bands,
  avgSpend: [
    { code: 'under-30', label: 'Under £30' },
    { code: '30-60', label: '£30–60' },
    { code: '60-100', label: '£60–100' },
    { code: '100+', label: '£100+' },
  ],
  hasMarketingConsent: [
    { code: 'yes-clearly', label: 'Yes, clearly' },
    { code: 'somewhat', label: 'Somewhat' },
    { code: 'no-consent', label: 'No' },
  ],
  whenToStart: [
    { code: 'immediately', label: 'Immediately' },
    { code: 'within-3-months', label: 'Within 3 months' },
    { code: 'later', label: 'Later' },
  ],
  triedSmsMarketing: [
    { code: 'yes-successfully', label: 'Yes, successfully' },
    { code: 'yes-unsuccessful', label: 'Yes, without success' },
    { code: 'never-tried', label: 'Never tried' },
  ],
  usedOffers: [
    { code: 'yes-worked', label: 'Yes, they worked' },
    { code: 'yes-didnt-work', label: 'Yes, they did not work' },
    { code: 'no-offers', label: 'No offers' },
  ],
  currentRebookRate: rates,
  desiredRebookRate: rates,
  usesSalonSoftware: [
    { code: 'yes', label: 'Yes' },
    { code: 'no', label: 'No' },
  ],
} as const satisfies { [field: string]: readonly Answer[] }

export type AnswerField = keyof typeof answers
export type AnswerCode<Field extends AnswerField> = (typeof answers)[Field][number]['code']

/** Consent options of the live form: it sends `no`, stored as `no-consent`. */
export const liveConsent = [
  { code: 'yes-clearly', label: 'Yes, clearly' },
  { code: 'somewhat', label: 'Somewhat' },
  { code: 'no', label: 'No' },
] as const satisfies readonly Answer[]

export type LiveConsent = (typeof liveConsent)[number]['code']

/** Stored code of a consent answer from either form. */
export const storedConsent = (
  code: LiveConsent | AnswerCode<'hasMarketingConsent'>,
): AnswerCode<'hasMarketingConsent'> => (code === 'no' ? 'no-consent' : code)

export function isAnswer<Field extends AnswerField>(
  field: Field,
  value: unknown,
): value is AnswerCode<Field> {
  return answers[field].some(({ code }) => code === value)
}

/** Label of a stored code; unknown codes unchanged, missing ones empty. */
export function answerLabel(field: AnswerField, code: string | null | undefined): string {
  return answers[field].find((answer) => answer.code === code)?.label ?? code ?? ''
}
