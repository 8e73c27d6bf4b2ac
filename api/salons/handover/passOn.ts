import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { UNDO_MS } from '@salonback/shared/platform/http/endpoint.ts'
import type { HandoverAnswer } from '@salonback/shared/salons/handover/contract.ts'
import { passOnWords } from '@salonback/shared/salons/handover/words.ts'
import type { replies, SalonConversation } from '@salonback/shared/salons/replies/contract.ts'
import { firstNameOf } from '@salonback/shared/salons/salons/rules.ts'
import { replyRefusal } from '@salonback/shared/sms/replyRefusal.ts'
import { queueText } from '../../core/messages/outbox.ts'
import { cancelOutdated } from '../../core/messages/transitions/queued.ts'
import { lockNumber } from '../../core/suppressions/suppressions.ts'
import type { CallContext } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findSender } from '../salons/queries.ts'

interface AnsweredQuestion {
  id: string
  phone: string
  messageId: string
  ownerName: string
  answer: HandoverAnswer
  answerWords: string | null
  /** Texts with the answer that were taken back. */
  takenBack: number
  passed: boolean
}

/** A text that was taken back keeps its key. */
const keyOf = ({ id, takenBack }: Pick<AnsweredQuestion, 'id' | 'takenBack'>) => `pass-on:${id}:${takenBack}`

/** The last question of a number that the owner answered after the last reply of staff. */
async function findAnswered(sql: Sql, salonId: string, of: { phone: string } | { messageId: string }) {
  const isOne = 'phone' in of ? sql`h.phone = ${of.phone}` : sql`h.message_id = ${of.messageId}`
  const [row] = await sql<AnsweredQuestion[]>`
    select h.id, h.phone, h.message_id, s.owner_name, h.answer, h.answer_words,
      (select count(*)::int from messages m
        where m.phone = h.phone and starts_with(m.dedupe_key, 'pass-on:' || h.id || ':') and m.status = 'canceled') as taken_back,
      exists (select 1 from messages m
        where m.phone = h.phone and m.salon_id = h.salon_id and m.kind = 'reply' and m.created_at >= h.answered_at
          and m.status not in ('canceled', 'failed')) as passed
    from handovers h join salons s on s.id = h.salon_id
    where h.salon_id = ${salonId} and h.kind = 'question' and h.answered_at is not null and ${isOne}
    order by h.answered_at desc limit 1`
  return row
}

const wordsOf = ({ ownerName, answer, answerWords }: AnsweredQuestion) =>
  passOnWords[answer](firstNameOf(ownerName), answerWords)

/** The answer of the owner that can be passed on to the client; null if there is none, or staff have replied since. */
export async function findAnswerToPassOn(
  sql: Sql,
  salonId: string,
  phone: string,
): Promise<SalonConversation['ownerAnswer']> {
  const found = await findAnswered(sql, salonId, { phone })
  const words = found && !found.passed ? wordsOf(found) : null
  return found && words !== null ? { messageId: found.messageId, words } : null
}

const noAnswer = () => new AppError('conflict', 'The owner has no answer to pass on')

/**
 * Queues the owner's answer as a reply to the client, once; it leaves after ten seconds, in which `undo` takes it back. Throws
 * 409 if there is nothing to pass on, or it has left.
 */
export function passOn(
  { id, messageId, undo }: HandlerInput<typeof replies.passOn>,
  { sql, clock, actor }: CallContext,
) {
  return inTransaction(sql, async (open) => {
    const question = await findAnswered(open, id, { messageId })
    if (!question) throw noAnswer()
    await lockNumber(open, question.phone)
    if (undo) {
      const withdrawn = await cancelOutdated(open, [keyOf(question)], clock())
      if (withdrawn === 0) throw new AppError('conflict', 'The text has left already')
    } else await queueAnswer(open, { salonId: id, messageId }, { clock, actor })
    const action = undo ? 'handover.pass_on_undo' : 'handover.pass_on'
    await audit(open, { actor, action, subject: question.id })
    return { message: undo ? 'Taken back' : 'Passed on' }
  })
}

async function queueAnswer(
  sql: Sql,
  { salonId, messageId }: { salonId: string; messageId: string },
  { clock, actor }: Pick<CallContext, 'clock' | 'actor'>,
): Promise<void> {
  // Under the lock: another person may have been first.
  const question = await findAnswered(sql, salonId, { messageId })
  const words = question && wordsOf(question)
  if (!question || words === null || words === undefined) throw noAnswer()
  if (question.passed) throw new AppError('conflict', 'The client has an answer already')
  const { phone } = question
  const sender = replyRefusal(phone) === null ? await findSender(sql, salonId) : undefined
  const now = clock()
  const queued =
    sender &&
    (await queueText(sql, {
      ...{ kind: 'reply', phone, body: words, now, createdBy: actor.id },
      dedupeKey: keyOf(question),
      dueAt: new Date(now.getTime() + UNDO_MS),
      sender: { id: sender.id, salonId },
    }))
  if (!queued) throw new AppError('conflict', 'This number cannot be texted. Nothing was sent.')
}
