import './desk.css'
import { useSession } from '../../host/session.ts'
import type { ConversationKey, DeskState } from './conversation.ts'
import { useDeskEntry } from './deskData.ts'
import { shortDate } from './deskRules.ts'
import { useMineEntry } from './mine.ts'

/** Tag in a list: who answers the conversation, what is new for the reader, when it comes back, or the assigned person. */
export function DeskTag(conversation: ConversationKey) {
  const { admin } = useSession()
  const entry = useDeskEntry(conversation)
  const mine = useMineEntry(conversation)
  const news =
    mine && !mine.seen ? `${mine.by} ${mine.isNote ? 'mentioned you' : 'assigned it to you'}` : null
  const words = answering(entry, admin?.username) ?? news ?? rest(entry, admin?.username)
  return words && <span className="sb-desk-tag sb-break sb-strong">{words}</span>
}

function answering(entry: DeskState | undefined, me: string | undefined): string | null {
  if (!entry?.takenBy) return null
  return entry.takenBy === me ? 'You are answering' : `${entry.takenBy} is answering`
}

function rest(entry: DeskState | undefined, me: string | undefined): string | null {
  if (entry?.snoozedUntil) return `Back on ${shortDate(entry.snoozedUntil)}`
  if (!entry?.assignedTo) return null
  return entry.assignedTo === me ? 'Assigned to you' : `Assigned to ${entry.assignedTo}`
}
