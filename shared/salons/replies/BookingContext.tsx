import { unprocessedTexts } from '../../core/inbox/conversationRules.ts'
import { SalonFacts } from '../handover/SalonFacts.tsx'
import type { SalonConversation } from './contract.ts'

/** Most texts of the client that are shown. */
const MOST = 3

/** What the client wrote and what the salon says about itself, in sight while a time is typed. */
export function BookingContext({ conversation, name }: { conversation: SalonConversation; name: string }) {
  const { messages, ownerAnswer, salonId, salonName } = conversation
  const waiting = unprocessedTexts(messages)
  const last = messages.findLast(({ direction }) => direction === 'inbound')
  const texts = waiting.length > 0 ? waiting.slice(-MOST) : last ? [last] : []
  return (
    <div className="sb-booked-context sb-medium">
      <p className="sb-bold">{name} wrote:</p>
      {texts.map(({ id, body }) => (
        <blockquote key={id}>{body}</blockquote>
      ))}
      {ownerAnswer && <p>{ownerAnswer.words}</p>}
      <SalonFacts salonId={salonId} name={salonName} open />
    </div>
  )
}
