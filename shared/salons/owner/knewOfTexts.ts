import type { Declaration } from '../clients/contract.ts'

type Answer = Declaration['knewOfTexts']

/** Whether clients knew of texts and could refuse, from the owner's two answers: a soft opt-in needs both. */
export function knewOfTexts(told: Answer, couldRefuse: Answer): Answer {
  if (told === 'no' || couldRefuse === 'no') return 'no'
  return told === 'yes' && couldRefuse === 'yes' ? 'yes' : 'unknown'
}
