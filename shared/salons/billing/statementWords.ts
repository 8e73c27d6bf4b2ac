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
