import { brand } from '@salonback/shared/brand.ts'
import { money } from '@salonback/shared/formats.ts'
import type { Statement, Terms } from '@salonback/shared/salons/billing/contract.ts'
import { balanceRows, payLine, payUrlOf, toPayOf } from '@salonback/shared/salons/billing/paper.ts'
import { sumsOf } from '@salonback/shared/salons/billing/statementLines.ts'
import {
  reminderWords,
  type StatementWords,
  statementWords,
} from '@salonback/shared/salons/billing/statementWords.ts'
import { firstNameOf } from '@salonback/shared/salons/salons/rules.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { MailContent } from '../../platform/mail/mailTemplate.ts'
import { queueMail } from '../../platform/mail/queueMail.ts'
import { createOwnerLink } from '../ownerLinks/ownerLinks.ts'
import { textLink } from '../ownerLinks/sendLink.ts'
import type { SalonRow } from '../salons/queries.ts'
import { statementPdf } from './statementPdf.ts'

type TellDeps = Pick<Deps, 'mailer' | 'clock' | 'env'>
type Rows = NonNullable<MailContent['rows']>

/** How the owner gets it; null: by neither e-mail nor text. */
type SentBy = 'mail' | 'text' | null

/** Tells the owner that a statement was issued, with what it says and a link to it. */
export async function tellStatement(
  sql: Sql,
  deps: TellDeps,
  salon: SalonRow,
  statement: Statement,
): Promise<SentBy> {
  const { number, currency, lines, issuedAt } = statement
  const dueOn = statement.dueOn ?? localDate(salon.timeZone, new Date(issuedAt))
  const sums = sumsOf(statement).map(([label, amount]) => ({ label, value: money(amount, currency) }))
  const balance = balanceRows(statement).map(([label, value]) => ({ label, value }))
  const listed = lines.map(({ client, amount }) => ({ label: client, value: money(amount, currency) }))
  return tellOwner(sql, deps, salon, {
    kind: 'statement',
    page: pageOf(number),
    subject: `Statement ${number} for ${salon.name}`,
    words: statementWords({ number, currency, dueOn, toPay: toPayOf(statement) }),
    rows: [...(salon.state === 'closed' ? listed : []), ...sums, ...balance, ...payRows(statement)],
    dedupeKey: `statement:${salon.id}:${number}`,
    // Only an e-mail takes it.
    ...(wayToTell(salon, deps) === 'mail' && { attachments: [await pdfOf(statement)] }),
  })
}

interface TellReminder {
  dueOn: string
  /** Minor units. */
  outstanding: number
  /** Counts the reminders of a statement: the same one is never sent twice. */
  nth: number
  isLast: boolean
}

/** Reminds the owner of a statement that is overdue. */
export function tellReminder(
  sql: Sql,
  deps: TellDeps,
  salon: SalonRow,
  statement: Statement,
  { nth, ...due }: TellReminder,
): Promise<SentBy> {
  const { number, currency } = statement
  return tellOwner(sql, deps, salon, {
    kind: 'payment_reminder',
    page: pageOf(number),
    subject: `Reminder: statement ${number} for ${salon.name}`,
    words: reminderWords({ number, currency, ...due }),
    rows: stillToPay(statement, due.outstanding, deps.env),
    dedupeKey: `payment_reminder:${salon.id}:${number}:${nth}`,
  })
}

interface OwnerMessage {
  kind: 'statement' | 'payment_reminder' | 'dispute'
  /** After the address of the results. */
  page: string
  subject: string
  words: StatementWords
  /** Of the e-mail. */
  rows: Rows
  dedupeKey: string
  attachments?: Attachments
}

type Attachments = NonNullable<MailContent['attachments']>

async function pdfOf(statement: Statement): Promise<Attachments[number]> {
  const base64 = (await statementPdf(statement)).toString('base64')
  return { filename: `statement-${statement.number}.pdf`, contentType: 'application/pdf', base64 }
}

/** By e-mail where that is possible, else by text; null: by neither. */
export function wayToTell(
  { ownerEmail, ownerPhone, state }: Pick<SalonRow, 'ownerEmail' | 'ownerPhone' | 'state'>,
  { mailer }: Pick<TellDeps, 'mailer'>,
): SentBy {
  if (ownerEmail !== null && !mailer.missing) return 'mail'
  return state !== 'closed' && ownerPhone ? 'text' : null
}

/** By e-mail where that is possible, else by text. A closed salon has no links: its e-mail lists everything, and it gets no text. */
export async function tellOwner(
  sql: Sql,
  deps: TellDeps,
  salon: SalonRow,
  message: OwnerMessage,
): Promise<SentBy> {
  const { words, page, dedupeKey } = message
  const way = wayToTell(salon, deps)
  if (way === null) return null
  const url = salon.state === 'closed' ? null : await linkTo(sql, deps, salon.id, page)
  if (way === 'mail' && (await mail(sql, deps, salon, message, url))) return 'mail'
  if (url === null) return null
  const body = `${brand.name} for ${salon.name}: ${words.sentences} ${words.action}: ${url}`
  return (await textLink(sql, salon, { body, dedupeKey, now: deps.clock() })) ? 'text' : null
}

/** False if it cannot be mailed; one that was mailed before counts as mailed. */
async function mail(sql: Sql, deps: TellDeps, salon: SalonRow, message: OwnerMessage, url: string | null) {
  const { kind, subject, words, rows, dedupeKey, attachments } = message
  const queued = await queueMail(sql, deps, {
    kind,
    to: salon.ownerEmail ?? '',
    subject,
    content: {
      greeting: `Hi ${firstNameOf(salon.ownerName)},`,
      paragraphs: [words.sentences],
      rows,
      ...(url !== null && { button: { label: words.action, url } }),
      ...(attachments && { attachments }),
      notes: [`If something on it is wrong, write to ${brand.supportEmail}.`],
    },
    dedupeKey,
    salonId: salon.id,
  })
  return queued === 'queued' || queued === 'duplicate'
}

/** What is left to pay, and how. The page to pay on gets that sum, not the one that was issued. */
function stillToPay({ terms, currency }: Statement, outstanding: number, { PAYMENT_URL }: TellDeps['env']) {
  const left = { label: 'Still to pay', value: money(outstanding, currency) }
  if (!terms) return [left]
  const { reference } = terms
  return [left, ...howToPay({ ...terms, payUrl: payUrlOf(PAYMENT_URL, { reference, amount: outstanding }) })]
}

/** What to pay, until when, and how. */
function payRows(statement: Statement): Rows {
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

const pageOf = (number: number) => `/statements/${number}`

/** A page behind a link to the results. */
async function linkTo(sql: Sql, { env, clock }: TellDeps, salonId: string, page: string): Promise<string> {
  const { path } = await createOwnerLink(sql, { salonId, purpose: 'results', subjectId: null, now: clock() })
  return `${env.PUBLIC_URL}${path}${page}`
}
