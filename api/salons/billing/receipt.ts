import { brand } from '@salonback/shared/brand.ts'
import { money, shortDay } from '@salonback/shared/formats.ts'
import { firstNameOf } from '@salonback/shared/salons/salons/rules.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { queueMail } from '../../platform/mail/queueMail.ts'
import { findAccount } from '../salons/owed.ts'
import type { SalonRow } from '../salons/queries.ts'

interface Received {
  /** Of the payment. */
  id: string
  receivedOn: string
  amount: number
}

export const receiptKey = (paymentId: string) => `receipt:${paymentId}`

/** Thanks the owner for a payment by e-mail, with what is left. Nothing without an address, and for money paid back. */
export async function sendReceipt(
  sql: Sql,
  deps: Pick<Deps, 'mailer' | 'clock'>,
  salon: SalonRow,
  { id, receivedOn, amount }: Received,
): Promise<void> {
  if (amount <= 0 || salon.ownerEmail === null) return
  const { owed } = await findAccount(sql, salon.id)
  const row = (label: string, minor: number) => ({ label, value: money(minor, salon.currency) })
  await queueMail(sql, deps, {
    kind: 'receipt',
    to: salon.ownerEmail,
    subject: `Receipt for ${salon.name}: ${money(amount, salon.currency)}`,
    content: {
      greeting: `Hi ${firstNameOf(salon.ownerName)},`,
      paragraphs: ['Thank you for your payment.'],
      rows: [
        { label: 'Received on', value: shortDay(receivedOn) },
        row('Amount', amount),
        owed < 0 ? row('Your credit', -owed) : row('Still to pay', owed),
      ],
      notes: [`If something is wrong, write to ${brand.supportEmail}.`],
    },
    dedupeKey: receiptKey(id),
    salonId: salon.id,
  })
}
