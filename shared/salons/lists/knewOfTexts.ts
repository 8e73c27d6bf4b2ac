import type { Declaration } from './contract.ts'

type Answer = Declaration['knewOfTexts']

/**
 * Whether clients knew of texts and could refuse, from the two answers: a soft opt-in needs both. Undefined while an answer that
 * can decide is missing.
 */
export function knewOfTexts(told: Answer | undefined, couldRefuse: Answer | undefined): Answer | undefined {
  if (told === 'no' || couldRefuse === 'no') return 'no'
  if (told === undefined || couldRefuse === undefined) return undefined
  return told === 'yes' && couldRefuse === 'yes' ? 'yes' : 'unknown'
}
