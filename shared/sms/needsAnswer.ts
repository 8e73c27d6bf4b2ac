import { isJoin } from './joinKeywords.ts'
import { isReaction } from './reactions.ts'
import type { Understanding } from './understand.ts'

/**
 * Whether a received text waits for a person. START, JOIN, automatic replies and reactions do not, except a thumb down. While a text
 * waits, no campaign texts its number.
 */
export function needsAnswer(body: string, { intent }: Pick<Understanding, 'intent'>): boolean {
  if (intent === 'opt_in' || intent === 'automatic_reply' || isJoin(body)) return false
  return !(isReaction(body) && (intent === 'positive' || intent === 'unclear'))
}
