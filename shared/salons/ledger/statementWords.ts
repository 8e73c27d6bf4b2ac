import { money } from '../../formats.ts'
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
export const statementWords = ({
  number,
  currency,
  dueOn,
  toPay,
}: Owing & { toPay: number }): StatementWords =>
  toPay > 0
    ? {
        sentences: `Statement ${number} is ready. To pay by ${dayAndMonth(dueOn)}: ${money(toPay, currency)}.`,
        action: 'See it and how to pay',
      }
    : { sentences: `Statement ${number} is ready. There is nothing to pay.`, action: 'See it here' }

/** Words of a reminder; the last one asks what is wrong. */
export function reminderWords({
  number,
  currency,
  dueOn,
  outstanding,
  isLast,
}: Owing & { outstanding: number; isLast: boolean }): StatementWords {
  const open = `${money(outstanding, currency)} of statement ${number} was to be paid by ${dayAndMonth(dueOn)}`
  const sentences = isLast
    ? `${open} and is still open. Is something wrong? Then please write to us.`
    : `A friendly reminder: ${open}. If you have just paid, thank you.`
  return { sentences, action: 'How to pay' }
}
