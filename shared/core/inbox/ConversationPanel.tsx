import type { ComponentProps, ReactNode } from 'react'
import { useSession } from '../../host/session.ts'
import { Loaded, type Read } from '../../kit/Loaded.tsx'
import type { ConversationMessage } from './conversation.ts'
import { latestPendingReview } from './conversationRules.ts'
import { DeskBar } from './DeskBar.tsx'
import { useResolveUnknown } from './data.ts'
import { useNotes } from './deskData.ts'
import { OptOutReviewNotice } from './OptOutDecision.tsx'
import { ReplyForm } from './ReplyForm.tsx'
import { ReviewNotice } from './ReplyNotes.tsx'
import { Thread } from './Thread.tsx'
import type { Reply } from './useReply.ts'

interface Props {
  name: string
  head: ReactNode
  read: Read<{ messages: ConversationMessage[] }>
  /** Texts while it loads and when that fails. */
  loading: string
  failed: string
  /** Id of an outbound text to scroll to. */
  see?: string | null
  reply: Reply
  /** Null while the dialog has the form. */
  form: Omit<ComponentProps<typeof ReplyForm>, 'reply'> | null
  /** Why the last text needs review; null if it does not. */
  review: string | null
  /** Above the reply form. */
  warning?: ReactNode
  /** Replaces the reply form; null while texts may be sent. */
  optedOut: ReactNode
}

/** One conversation of the agency or a salon: head, texts and reply form. */
export function ConversationPanel(props: Props) {
  const { name, head, read, loading, failed, see, reply } = props
  const { admin } = useSession()
  const notes = useNotes(reply.conversation)
  const resolve = useResolveUnknown(reply.conversation)
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
              onResolve={(id, decision) => resolve.mutate({ id, decision })}
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
  const { read, reply, form, review, warning, optedOut } = props
  const { conversation } = reply
  const pending = latestPendingReview(read.data?.messages ?? none)
  const reviewNotice = review && <ReviewNotice reason={review} />
  const bar = read.data && <DeskBar conversation={conversation} pendingReview={pending !== undefined} />
  if (optedOut) {
    return (
      <footer className="sb-answer">
        {reviewNotice}
        {bar}
        {optedOut}
      </footer>
    )
  }
  return (
    <footer className="sb-answer">
      {warning}
      {pending && (
        <OptOutReviewNotice
          conversation={conversation}
          id={pending.id}
          withKeys={conversation.salonId === null}
        />
      )}
      {!reply.colleagueReply && reviewNotice}
      {bar}
      {form && <ReplyForm {...form} reply={reply} />}
    </footer>
  )
}
