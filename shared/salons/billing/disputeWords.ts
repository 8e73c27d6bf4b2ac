import { money } from '../../formats.ts'
import { feeOf } from '../visits/amount.ts'
import type { LedgerEntry } from './contract.ts'
import type { StatementWords } from './statementWords.ts'

/** What an owner reads about the decision on a dispute, in a text and in an e-mail alike. */
export function disputeWords(
  {
    dispute,
    line,
    amount,
    statementNumber,
  }: Pick<LedgerEntry, 'dispute' | 'line' | 'amount' | 'statementNumber'>,
  currency: string,
): StatementWords {
  const fee = `the fee of ${money(amount, currency)} for ${line.client}`
  const action = 'See it here'
  if (!dispute || dispute.decidedAt === null) return { sentences: `We are looking at ${fee} again.`, action }
  const reason =
    dispute.reason === '' ? '' : ` ${/[.!?]$/.test(dispute.reason) ? dispute.reason : `${dispute.reason}.`}`
  if (!dispute.upheld) return { sentences: `We checked ${fee}: it stays.${reason}`, action }
  const now =
    dispute.amount === null
      ? 'you pay nothing for this client.'
      : `it is ${money(feeOf(dispute.amount, line.feeBps), currency)} now.`
  const next =
    statementNumber === null
      ? ''
      : ` It is on statement ${statementNumber}: the next one takes the difference back.`
  return { sentences: `You were right about ${fee}: ${now}${reason}${next}`, action }
}
