import { answerNote } from '@salonback/shared/salons/handover/words.ts'
import type { ClientAnswer } from '@salonback/shared/salons/owner/contract.ts'
import { firstNameOf } from '@salonback/shared/salons/salons/rules.ts'
import { insertNote, wakeConversation } from '../../core/inbox/desk.ts'
import { lockNumber } from '../../core/suppressions/suppressions.ts'
import { ownerActor } from '../../platform/db/actor.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError, notFound } from '../../platform/http/errors.ts'
import { findHandover, type HandoverRow, saveAnswer } from '../handover/queries.ts'
import type { OwnerContext } from './actions.ts'
import { type OpenedLink, openLinkFor } from './openLink.ts'

/**
 * Stores the owner's answer to a question as a note in the client's conversation, and brings the conversation back to review.
 * A repeat changes nothing; a different answer throws 409.
 */
export function answerQuestion(answer: ClientAnswer & { token: string }, { sql, clock }: OwnerContext) {
  return inTransaction(sql, async (open) => {
    const now = clock()
    const link = await openLinkFor(open, answer.token, 'handover', now)
    const phone = (await findOne(open, link, answer.id)).phone
    await lockNumber(open, phone)
    const question = await findOne(open, link, answer.id)
    const words = answer.answer === 'other_time' ? answer.words : null
    if (await saveAnswer(open, { id: answer.id, answer: answer.answer, words, now })) {
      const key = { salonId: link.salon.id, number: phone }
      const author = `${firstNameOf(link.salon.ownerName)} (owner)`
      await insertNote(open, { ...key, body: answerNote[answer.answer](words), by: { author }, now })
      await wakeConversation(open, key, question.messageId)
      await audit(open, { actor: ownerActor(link.salon.id), action: 'handover.answer', subject: answer.id })
    } else if (question.answer !== answer.answer || question.answerWords !== words)
      throw new AppError('conflict', 'You have answered this already. Has it changed? Please text us.')
    return { message: 'Thank you. We tell the client.' }
  })
}

/** A question that this link shows. Throws 404. */
async function findOne(sql: Sql, { salon, subjectId }: OpenedLink, id: string): Promise<HandoverRow> {
  const found = subjectId === null || subjectId === id ? await findHandover(sql, salon.id, id) : undefined
  if (found?.kind !== 'question') throw notFound('Question')
  return found
}
