import { brand } from '@salonback/shared/brand.ts'
import { money } from '@salonback/shared/formats.ts'
import type { Statement, Terms } from '@salonback/shared/salons/ledger/contract.ts'
import { balanceRows, longDay, payLine } from '@salonback/shared/salons/ledger/paper.ts'
import { payUrlOf, toPayOf } from '@salonback/shared/salons/ledger/paying.ts'
import { sumsOf } from '@salonback/shared/salons/ledger/statementLines.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { firstNameOf } from '@salonback/shared/salons/salons/rules.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { MailContent } from '../../platform/mail/mailTemplate.ts'
import { type QueuedMail, queueMail } from '../../platform/mail/queueMail.ts'
import { createOwnerLink } from '../salons/ownerLinks.ts'

type MailDeps = Pick<Deps, 'mailer' | 'clock' | 'env'>

/**
 * Mails the owner that a statement was issued, with what it says and a link to it. `off` without an address too. A closed salon has no links, so its mail lists the lines.
 */
export async function mailStatement(
  sql: Sql,
  deps: MailDeps,
  salon: Salon,
  statement: Statement,
): Promise<QueuedMail> {
  if (!salon.ownerEmail || deps.mailer.missing) return 'off'
  const { number, currency, lines } = statement
  const sums = sumsOf(statement).map(([label, amount]) => ({ label, value: money(amount, currency) }))
  const balance = balanceRows(statement).map(([label, value]) => ({ label, value }))
  const listed = lines.map(({ client, amount }) => ({ label: client, value: money(amount, currency) }))
  const closed = salon.state === 'closed'
  return queueMail(sql, deps, {
    kind: 'statement',
    to: salon.ownerEmail,
    subject: `Statement ${number} for ${salon.name}`,
    content: {
      greeting: `Hi ${firstNameOf(salon.ownerName)},`,
      paragraphs: [`Here is statement ${number} for ${salon.name}.`],
      rows: [...(closed ? listed : []), ...sums, ...balance, ...payRows(statement)],
      ...(!closed && (await linkTo(sql, deps, salon.id, number))),
      notes: [`If something on it is wrong, write to ${brand.supportEmail}.`],
    },
    dedupeKey: `statement:${salon.id}:${number}`,
    salonId: salon.id,
  })
}

interface MailReminder {
  /** Counts the reminders of a statement: the same one is never sent twice. */
  round: number
  /** Minor units. */
  outstanding: number
}

/** Mails the owner a reminder of a statement that is overdue. `off` without an address too. */
export async function mailPaymentReminder(
  sql: Sql,
  deps: MailDeps,
  salon: Salon,
  { statement, round, outstanding }: MailReminder & { statement: Statement },
): Promise<QueuedMail> {
  if (!salon.ownerEmail || deps.mailer.missing) return 'off'
  const { number, currency, dueOn } = statement
  const due = dueOn === null ? '' : `, due on ${longDay(dueOn)}`
  return queueMail(sql, deps, {
    kind: 'payment_reminder',
    to: salon.ownerEmail,
    subject: `Reminder: statement ${number} for ${salon.name}`,
    content: {
      greeting: `Hi ${firstNameOf(salon.ownerName)},`,
      paragraphs: [
        `A friendly reminder: ${money(outstanding, currency)} of statement ${number} for ${salon.name}${due}, has not reached us yet.`,
        'If you have paid in the last days, please ignore this.',
      ],
      rows: stillToPay(statement, outstanding, deps.env),
      ...(salon.state !== 'closed' && (await linkTo(sql, deps, salon.id, number))),
      notes: [`If something on it is wrong, write to ${brand.supportEmail}.`],
    },
    dedupeKey: `payment_reminder:${salon.id}:${number}:${round}`,
    salonId: salon.id,
  })
}

/** What is left to pay, and how. The page to pay on gets that sum, not the one that was issued. */
function stillToPay({ terms, currency }: Statement, outstanding: number, { PAYMENT_URL }: MailDeps['env']) {
  const left = { label: 'Still to pay', value: money(outstanding, currency) }
  if (!terms) return [left]
  const { reference } = terms
  return [left, ...howToPay({ ...terms, payUrl: payUrlOf(PAYMENT_URL, { reference, amount: outstanding }) })]
}

/** What to pay, until when, and how. */
function payRows(statement: Statement): NonNullable<MailContent['rows']> {
  const { terms } = statement
  const pay = payLine(statement)
  if (toPayOf(statement) === 0) return [{ label: pay.label, value: pay.sum }]
  return [{ label: pay.label, value: pay.sum }, ...(terms ? howToPay(terms) : [])]
}

const howToPay = ({ bank, reference, payUrl }: Terms) => [
  ...bank.map(([label, value]) => ({ label, value })),
  { label: 'Reference', value: reference },
  ...(payUrl ? [{ label: 'Pay online', value: payUrl }] : []),
]

async function linkTo(sql: Sql, { env, clock }: MailDeps, salonId: string, number: number) {
  const { path } = await createOwnerLink(sql, { salonId, purpose: 'results', subjectId: null, now: clock() })
  return { button: { label: 'Open the statement', url: `${env.PUBLIC_URL}${path}/statements/${number}` } }
}
