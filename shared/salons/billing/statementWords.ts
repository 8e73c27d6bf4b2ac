import { money } from '../../formats.ts'
import { feeOf } from '../visits/amount.ts'
import type { LedgerEntry } from './contract.ts'
import { dayAndMonth } from './paper.ts'

/** What an owner reads about a statement, in a text and in an e-mail alike. */
export interface StatementWords {
  sentences: string
  /** Of the link or button. */
  action: string
}

interface Owing {
  number: number
  currency: string
  dueOn: string
}

/** Words about a new statement. */
export function statementWords({
  number,
  currency,
  dueOn,
  toPay,
}: Owing & { toPay: number }): StatementWords {
  const ready = `Statement ${number} is ready.`
  if (toPay <= 0) return { sentences: `${ready} There is nothing to pay.`, action: 'See it here' }
  const sum = money(toPay, currency)
  return { sentences: `${ready} To pay by ${dayAndMonth(dueOn)}: ${sum}.`, action: 'See it and how to pay' }
}

/** Words of a reminder; the last one asks what is wrong. */
export function reminderWords(owing: Owing & { outstanding: number; isLast: boolean }): StatementWords {
  const { number, currency, dueOn, outstanding, isLast } = owing
  const open = `${money(outstanding, currency)} of statement ${number} was to be paid by ${dayAndMonth(dueOn)}`
  const sentences = isLast
    ? `${open} and is still open. Is something wrong? Then please write to us.`
    : `A friendly reminder: ${open}. If you have just paid, thank you.`
  return { sentences, action: 'How to pay' }
}

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
