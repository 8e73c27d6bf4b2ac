import './desk.css'
import { useSession } from '../../host/session.ts'
import type { ConversationKey } from './conversation.ts'
import { useDeskEntry } from './deskData.ts'
import { shortDate } from './deskRules.ts'

/** In a list: who answers the conversation, or when it comes back. */
export function DeskTag(conversation: ConversationKey) {
  const { admin } = useSession()
  const entry = useDeskEntry(conversation)
  if (!entry) return null
  const { takenBy, snoozedUntil } = entry
  if (takenBy)
    return (
      <span className="sb-desk-tag">
        {takenBy === admin?.username ? 'You are answering' : `${takenBy} is answering`}
      </span>
    )
  return snoozedUntil && <span className="sb-desk-tag">Back on {shortDate(snoozedUntil)}</span>
}
