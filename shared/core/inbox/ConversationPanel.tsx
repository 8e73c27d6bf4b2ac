import type { ComponentProps, ReactNode } from 'react'
import { useSession } from '../../host/session.ts'
import { Loaded, type Read } from '../../kit/Loaded.tsx'
import type { ConversationMessage } from './contract.ts'
import { latestPendingReview, newColleagueReply } from './conversationRules.ts'
import { DeskBar } from './DeskBar.tsx'
import type { DeskConversation } from './deskContract.ts'
import { useNotes, useTakeWhileTyping } from './deskData.ts'
import { markRead } from './drafts.ts'
import { ReplyBox } from './ReplyBox.tsx'
import { ColleagueNotice, FailureNotice, ReviewNotice } from './ReplyNotes.tsx'
import { Thread } from './Thread.tsx'
import type { Reply } from './useReply.ts'

interface Props {
  conversation: DeskConversation
  name: string
  head: ReactNode
  read: Read<{ messages: ConversationMessage[] }>
  /** Texts while it loads and when that fails. */
  loading: string
  failed: string
  /** Id of an outbound text to scroll to. */
  see?: string | null
  onResolve: ComponentProps<typeof Thread>['onResolve']
  /** Heading of its keys in the list of shortcuts. */
  group: string
  /** Key of its draft. */
  draftId: string
  reply: Reply
  box: Omit<ComponentProps<typeof ReplyBox>, 'reply'>
  /** Why the last text needs review; null if it does not. */
  review: string | null
  /** Above the reply box. */
  warning?: ReactNode
  /** Asks for a decision about a possible opt-out. */
  decide: (messageId: string) => ReactNode
  /** Replaces the reply box; null while texts may be sent. */
  optedOut: ReactNode
}

/** One conversation of the agency or a salon: head, texts and reply box. */
export function ConversationPanel(props: Props) {
  const { conversation, name, head, read, loading, failed, see, onResolve } = props
  const { admin } = useSession()
  const notes = useNotes(conversation)
  return (
    <section className="sb-conv" aria-label={`Conversation with ${name}`}>
      {head}
      <div className="sb-thread-box">
        <Loaded read={read} loading={{ text: loading, rows: 5, rowHeight: 62 }} failed={failed}>
          {({ messages }) => (
            <Thread
              messages={messages}
              notes={notes}
              name={name}
              me={admin?.username}
              see={see ?? null}
              onResolve={onResolve}
            />
          )}
        </Loaded>
      </div>
      <ReplyArea {...props} />
    </section>
  )
}

const none: never[] = []

function ReplyArea(props: Props) {
  const { conversation, read, group, draftId, reply, box, review, warning, decide, optedOut } = props
  const { admin } = useSession()
  const { draft } = reply
  useTakeWhileTyping(conversation, draft.text)
  const messages = read.data?.messages ?? none
  const pending = latestPendingReview(messages)
  const answer = newColleagueReply(messages, draft.text ? draft.lastReadId : null, admin?.username)
  const reviewNotice = review && <ReviewNotice reason={review} />
  const bar = read.data && (
    <DeskBar conversation={conversation} group={group} pendingReview={pending !== undefined} />
  )
  if (optedOut) {
    return (
      <footer className="sb-answer">
        {reviewNotice}
        {bar}
        {optedOut}
      </footer>
    )
  }
  const markSeen = () => markRead(draftId, messages.at(-1)?.id ?? null)
  return (
    <footer className="sb-answer">
      {warning}
      {pending && decide(pending.id)}
      {answer ? <ColleagueNotice answer={answer} onSeen={markSeen} /> : reviewNotice}
      {draft.failure && <FailureNotice failure={draft.failure} />}
      {bar}
      <ReplyBox {...box} reply={reply} />
    </footer>
  )
}
