import { brand } from '@salonback/shared/brand.ts'
import { money } from '@salonback/shared/formats.ts'
import type { Statement } from '@salonback/shared/salons/ledger/contract.ts'
import { balanceRows, payLine } from '@salonback/shared/salons/ledger/paper.ts'
import { toPayOf } from '@salonback/shared/salons/ledger/paying.ts'
import { sumsOf } from '@salonback/shared/salons/ledger/statementLines.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { firstNameOf } from '@salonback/shared/salons/salons/rules.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import type { MailContent } from '../../platform/mail/mailTemplate.ts'
import { queueMail } from '../../platform/mail/queueMail.ts'
import { createOwnerLink } from '../salons/ownerLinks.ts'

type MailDeps = Pick<Deps, 'mailer' | 'clock' | 'env'>

/**
 * Mails the owner that a statement was issued, with what it says and a link to it. Without an address, or while e-mail is
 * off, nothing happens. A closed salon has no links, so its mail lists the lines.
 */
export async function mailStatement(
  sql: Sql,
  deps: MailDeps,
  salon: Salon,
  statement: Statement,
): Promise<void> {
  if (!salon.ownerEmail || deps.mailer.missing) return
  const { number, currency, lines } = statement
  const sums = sumsOf(statement).map(([label, amount]) => ({ label, value: money(amount, currency) }))
  const balance = balanceRows(statement).map(([label, value]) => ({ label, value }))
  const listed = lines.map(({ client, amount }) => ({ label: client, value: money(amount, currency) }))
  const closed = salon.state === 'closed'
  await queueMail(sql, deps, {
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

/** What to pay, until when, and how. */
function payRows(statement: Statement): NonNullable<MailContent['rows']> {
  const { terms } = statement
  const pay = payLine(statement)
  if (toPayOf(statement) === 0) return [{ label: pay.label, value: pay.sum }]
  return [
    { label: pay.label, value: pay.sum },
    ...(terms?.bank ?? []).map(([label, value]) => ({ label, value })),
    ...(terms ? [{ label: 'Reference', value: terms.reference }] : []),
    ...(terms?.payUrl ? [{ label: 'Pay online', value: terms.payUrl }] : []),
  ]
}

async function linkTo(sql: Sql, { env, clock }: MailDeps, salonId: string, number: number) {
  const { path } = await createOwnerLink(sql, { salonId, purpose: 'results', subjectId: null, now: clock() })
  return { button: { label: 'Open the statement', url: `${env.PUBLIC_URL}${path}/statements/${number}` } }
}
