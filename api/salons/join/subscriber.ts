import { keywordWording, WORDING_VERSION, welcomeText } from '@salonback/shared/salons/join/wording.ts'
import { isJoin, isYes } from '@salonback/shared/sms/joinKeywords.ts'
import { formatPhoneIn } from '@salonback/shared/sms/phone.ts'
import type { Subscriber } from '../../core/messages/subscribers.ts'
import type { ReceivedText } from '../../core/messages/text.ts'
import { queuePublicText } from '../../core/publicTexts/gate.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { confirm, saveConsent } from './joinRequests.ts'
import { findJoinSalonById, isLastTextConfirmation, type JoinSalon, lockOpenRequest } from './queries.ts'

type Gate = Pick<Deps, 'env' | 'log'>

/**
 * JOIN to the number of a salon is a consent; YES confirms a request of its join page. Neither lifts a STOP: texts of a
 * number that opted out wait for staff.
 */
export const followJoins = (gate: Gate): Subscriber => ({
  async onReceived(sql, text) {
    const { salonId, suppressed, body } = text
    if (salonId === null || suppressed || !(isJoin(body) || isYes(body))) return false
    const salon = await findJoinSalonById(sql, salonId)
    if (!salon) return false
    if (isJoin(body)) await joinByKeyword(sql, salon, text)
    else if (!(await confirmByYes(sql, salon, text))) return false
    return queueWelcome(sql, gate, salon, text)
  },
})

/** The number as the poster prints it. */
export const shownNumber = ({ country, number }: JoinSalon) => number && formatPhoneIn(country, number)

const joinByKeyword = (sql: Sql, salon: JoinSalon, { id, phone, body, now }: ReceivedText) =>
  saveConsent(sql, {
    source: 'join_keyword',
    salonId: salon.id,
    phone,
    firstName: null,
    wording: keywordWording(salon, shownNumber(salon) ?? 'our number'),
    messageId: id,
    evidence: { way: 'keyword', version: WORDING_VERSION, confirmedAt: now.toISOString(), text: body },
    now,
  })

/** False if the number has no open request, or if its yes answers another text. */
async function confirmByYes(sql: Sql, salon: JoinSalon, { id, phone, now }: ReceivedText): Promise<boolean> {
  const request = await lockOpenRequest(sql, { salonId: salon.id, phone, now })
  if (!request || !(await isLastTextConfirmation(sql, salon.id, phone))) return false
  await confirm(sql, salon, request, { way: 'yes', messageId: id, now })
  return true
}

/** Queues one answer a day. False if the gate refuses it: staff then see the text. */
async function queueWelcome(
  sql: Sql,
  gate: Gate,
  salon: JoinSalon,
  { phone, now, senderId }: ReceivedText,
): Promise<boolean> {
  const text = {
    kind: 'confirmation',
    phone,
    body: welcomeText(salon.name),
    dedupeKey: `joined:${salon.id}:${phone}:${now.toISOString().slice(0, 10)}`,
    sender: { id: senderId ?? salon.senderId, salonId: salon.id },
    now,
  } as const
  return (await queuePublicText(sql, gate, text, null)) === null
}
