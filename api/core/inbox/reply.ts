import type { inbox } from '@salonback/shared/core/inbox/contract.ts'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { carriesLandingLink, landingLink, withLandingLink } from '@salonback/shared/sms/link.ts'
import { typedNumber } from '@salonback/shared/sms/phone.ts'
import { MAX_TEXT_CHARACTERS } from '@salonback/shared/sms/segments.ts'
import type { CallContext } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findAgencySender } from '../messages/senders.ts'
import { type ReplyDraft, requireTextable, sendReplyNow } from '../messages/sendReply.ts'
import { requireNotRestored } from '../restore/queries.ts'
import { releaseConversation } from './desk.ts'
import { findNumber } from './findNumber.ts'

/** Sends a reply from the agency's number. See sendReplyNow for what it throws. */
export async function sendReply(reply: HandlerInput<typeof inbox.reply>, context: CallContext) {
  const { sql, env, contacts } = context
  const known = await findNumber(sql, contacts, { salonId: null, number: reply.phoneNumber })
  const phone = requireTextable(known ?? typedNumber(reply.phoneNumber, env.DEFAULT_COUNTRY))
  const body = reply.includeLandingPage
    ? withLandingLink(reply.message, landingLink(env.PUBLIC_URL, phone))
    : reply.message
  if (body.length > MAX_TEXT_CHARACTERS) {
    const tooLong = `A text may have ${MAX_TEXT_CHARACTERS} characters; this one has ${body.length} with its link`
    throw new AppError('invalid', tooLong, { fields: { message: 'Too long' } })
  }
  const setsStatus = reply.updateProspectStatus ?? null
  const draft: ReplyDraft = {
    phone,
    body,
    // A saved reply, or a person, can write the link into the text.
    carriesLink: reply.includeLandingPage || carriesLandingLink(body, env.PUBLIC_URL),
    setsStatus,
    salonId: null,
    auditDetail: { status: setsStatus },
    async prepare(open) {
      await requireNotRestored(open)
      const sender = await findAgencySender(open)
      await releaseConversation(open, { salonId: null, number: phone, adminId: context.actor.id })
      const prospect = setsStatus && (await contacts.agency.find(open, phone))
      return { sender, statusBefore: prospect?.contactStatus ?? null }
    },
  }
  return sendReplyNow(draft, context)
}
