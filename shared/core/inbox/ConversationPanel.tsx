import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useSession } from '../../host/session.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { Loaded, type Read } from '../../kit/Loaded.tsx'
import type { ConversationMessage } from './conversation.ts'
import { latestPendingReview } from './conversationRules.ts'
import { DeskBar } from './DeskBar.tsx'
import { useResolveUnknown } from './data.ts'
import { useNotes } from './deskData.ts'
import { agencyKeys, OptOutReviewNotice } from './OptOutDecision.tsx'
import { ReplyForm } from './ReplyForm.tsx'
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
  /** What the button *Opt out* of the notice does; absent: it decides about the text. */
  onOptOut?: (() => void) | undefined
  /** Replaces the reply form; null while texts may be sent. */
  optedOut: ReactNode
}

/** One conversation of the agency or a salon: head, texts and reply form. */
export function ConversationPanel(props: Props) {
  const { name, head, read, loading, failed, see, reply } = props
  const { admin } = useSession()
  const { notes, earlier } = useNotes(reply.conversation)
  const resolve = useResolveUnknown(reply.conversation)
  return (
    <section className="sb-conv sb-column" tabIndex={-1} aria-label={`Conversation with ${name}`}>
      {head}
      {earlier && (
        <LinkButton loading={earlier.loading} onClick={earlier.load}>
          Show earlier notes
        </LinkButton>
      )}
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
  const { read, reply, form, review, warning, optedOut, onOptOut } = props
  const { conversation } = reply
  const pending = latestPendingReview(read.data?.messages ?? none)
  const place = useKeptHeight(Boolean(optedOut))
  return (
    <footer className="sb-answer sb-column">
      {!optedOut && warning}
      {!optedOut && pending && (
        <OptOutReviewNotice
          conversation={conversation}
          id={pending.id}
          keys={conversation.salonId === null ? agencyKeys : { optOut: 'S' }}
          onOptOut={onOptOut}
        />
      )}
      {(read.data || !read.error) && (
        <DeskBar
          conversation={conversation}
          pendingReview={pending !== undefined}
          review={optedOut || !reply.colleagueReply ? review : null}
        />
      )}
      <div className="sb-answer-place" {...place}>
        {optedOut || (form && <ReplyForm {...form} reply={reply} />)}
      </div>
    </footer>
  )
}

/** The note of an opt-out keeps the height of the form that it replaces, or the texts above would jump. */
function useKeptHeight(replaced: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const [minHeight, setMinHeight] = useState<number>()
  useLayoutEffect(() => {
    if (!replaced) setMinHeight(ref.current?.offsetHeight)
  })
  return { ref, style: replaced ? { minHeight } : undefined }
}
