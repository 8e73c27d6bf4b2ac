import type { ConsentEvent } from '../clients/basis.ts'
import type { ListAnswers } from './contract.ts'
import type { ListedConsent } from './listValues.ts'

type DeclaredKind = Exclude<ConsentEvent['kind'], 'withdrawn'>

/**
 * What an answer on a list becomes under the declaration of the salon. Only a yes that the salon calls a written agreement is
 * written consent. Any other yes is evidence beside the soft opt-in, or without one. Silence is never a yes.
 */
export function declaredConsent(
  said: ListedConsent,
  { knewOfTexts, consentInWriting }: ListAnswers,
): DeclaredKind[] {
  if (said === 'no') return ['objection']
  const softOptIn: DeclaredKind[] = knewOfTexts === 'yes' ? ['soft_opt_in'] : []
  if (said !== 'yes') return softOptIn
  if (consentInWriting === 'yes') return ['written_consent', ...softOptIn]
  return softOptIn.length > 0 ? softOptIn : ['listed_yes']
}
