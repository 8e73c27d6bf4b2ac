import { type RefObject, useState } from 'react'
import { useSession } from '../../host/session.ts'
import { useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { landingLink } from '../../sms/link.ts'
import { formatPhone } from '../../sms/phone.ts'
import { ConversationHead, type ListPosition } from './ConversationHead.tsx'
import type { Conversation, InboundSms } from './contract.ts'
import {
  latestPendingReview,
  newColleagueReply,
  reviewReason,
  unprocessedTexts,
} from './conversationRules.ts'
import { DeskBar } from './DeskBar.tsx'
import {
  useConversation,
  useReadConversation,
  useRecordOptOut,
  useResolveUnknown,
  useSetProcessed,
  useUndoOptOut,
} from './data.ts'
import { useNotes, useTakeWhileTyping } from './deskData.ts'
import { markRead } from './drafts.ts'
import { OptOutReviewNotice } from './OptOutDecision.tsx'
import { OptOutNote } from './OptOutNote.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { ReplyBox } from './ReplyBox.tsx'
import { ColleagueNotice, FailureNotice, ReviewNotice, UndeliverableNotice } from './ReplyNotes.tsx'
import { Thread } from './Thread.tsx'
import { useInboxView } from './useInboxView.ts'
import { useReply } from './useReply.ts'

interface Props {
  number: string
  /** The text it was opened from; its business name shows until the conversation has loaded. */
  row: InboundSms | undefined
  /** Id of an outbound text to scroll to. */
  see: string | null
  position: ListPosition | undefined
  input: RefObject<HTMLTextAreaElement | null>
  onEscape: () => void
  /** Opens the next text that waits for an answer. */
  onNext: () => void
}

/** One conversation: head, texts and reply box. */
export function ConversationPanel({ number, row, see, position, input, onEscape, onNext }: Props) {
  const { admin } = useSession()
  const conversation = useConversation(number)
  const { data } = conversation
  const notes = useNotes({ number: data?.phoneNumber ?? number })
  const resolve = useResolveUnknown(number)
  const marking = useMarking(number, data)
  const [optOutDialog, setOptOutDialog] = useState<'record' | 'undo' | null>(null)
  const name = data?.businessName || row?.businessName || formatPhone(number)

  return (
    <section className="sb-conv" aria-label={`Conversation with ${name}`}>
      <ConversationHead
        number={number}
        name={name}
        conversation={data}
        pending={marking.pending}
        canMark={marking.canMark}
        onMark={marking.mark}
        onRecordOptOut={() => setOptOutDialog('record')}
        onUndoOptOut={() => setOptOutDialog('undo')}
        position={position}
      />
      <div className="sb-thread-box">
        <Loaded
          read={conversation}
          loading={{ text: 'Loading conversation history...', rows: 5, rowHeight: 62 }}
          failed="Error loading conversation"
        >
          {({ messages }) => (
            <Thread
              key={number}
              messages={messages}
              notes={notes}
              name={name}
              me={admin?.username}
              see={see}
              onResolve={(id, decision) => resolve.mutate({ id, decision })}
            />
          )}
        </Loaded>
      </div>
      <ReplyArea
        number={number}
        conversation={data}
        input={input}
        onEscape={onEscape}
        onNext={onNext}
        onUndo={() => setOptOutDialog('undo')}
      />
      {optOutDialog && (
        <OptOutReasonDialog
          number={number}
          name={name}
          kind={optOutDialog}
          onClose={() => setOptOutDialog(null)}
        />
      )}
    </section>
  )
}

/**
 * Marks all unprocessed inbound texts processed, or the last one pending again. `mark` also works before the conversation
 * has loaded: it loads the conversation first, so that the list can be worked through by keys without waiting.
 */
export function useMarking(number: string, conversation: Conversation | undefined) {
  const setProcessed = useSetProcessed()
  const mark = (from: Conversation) => {
    const change = textsToMark(from)
    if (change) setProcessed.mutate({ number: from.phoneNumber, ...change })
  }
  const markAfterRead = useReadConversation(mark)
  return {
    pending: unprocessedTexts(conversation?.messages ?? []).length,
    canMark: conversation !== undefined && textsToMark(conversation) !== null,
    mark: () => {
      if (conversation) mark(conversation)
      else if (!markAfterRead.isPending || markAfterRead.variables !== number) markAfterRead.mutate(number)
    },
  }
}

/** The texts that marking changes; null without inbound texts, and while one needs an opt-out decision. */
function textsToMark({ messages }: Conversation): { ids: string[]; processed: boolean } | null {
  const waiting = unprocessedTexts(messages)
  if (waiting.length > 0) return { ids: waiting.map(({ id }) => id), processed: true }
  const last = messages.findLast(({ direction, pendingReview }) => direction === 'inbound' && !pendingReview)
  return last && !latestPendingReview(messages) ? { ids: [last.id], processed: false } : null
}

function ReplyArea({
  number,
  conversation,
  input,
  onEscape,
  onNext,
  onUndo,
}: { conversation: Conversation | undefined; onUndo: () => void } & Pick<
  Props,
  'number' | 'input' | 'onEscape' | 'onNext'
>) {
  const { admin } = useSession()
  const view = useInboxView()
  const reply = useReply(number, conversation)
  const publicUrl = useRead('settings', 'service').data?.publicUrl
  const fields = {
    name: conversation?.businessName || null,
    link: publicUrl ? landingLink(publicUrl, number) : null,
  }
  const { draft } = reply
  const desk = { number: conversation?.phoneNumber ?? number }
  useTakeWhileTyping(desk, draft.text)
  const messages = conversation?.messages ?? []
  const reason = reviewReason(messages)
  const pending = latestPendingReview(messages)
  const answer = newColleagueReply(messages, draft.text ? draft.lastReadId : null, admin?.username)
  if (conversation?.optOut) {
    return (
      <footer className="sb-answer">
        {reason && <ReviewNotice reason={reason} />}
        {conversation && <DeskBar conversation={desk} group="SMS" pendingReview={pending !== undefined} />}
        <OptOutNote optOut={conversation.optOut} onUndo={onUndo} />
      </footer>
    )
  }
  return (
    <footer className="sb-answer">
      {conversation?.undeliverable && <UndeliverableNotice reason={conversation.undeliverable} />}
      {pending && <OptOutReviewNotice id={pending.id} number={number} />}
      {answer ? (
        <ColleagueNotice answer={answer} onSeen={() => markRead(number, messages.at(-1)?.id ?? null)} />
      ) : (
        reason && <ReviewNotice reason={reason} />
      )}
      {draft.failure && <FailureNotice failure={draft.failure} />}
      {conversation && <DeskBar conversation={desk} group="SMS" pendingReview={pending !== undefined} />}
      <ReplyBox
        saved={{ salonId: null, fields }}
        reply={reply}
        input={input}
        onMore={() => view.reply(number)}
        onEscape={onEscape}
        onNext={onNext}
      />
    </footer>
  )
}

function OptOutReasonDialog({
  number,
  name,
  kind,
  onClose,
}: {
  number: string
  name: string
  kind: 'record' | 'undo'
  onClose: () => void
}) {
  const record = useRecordOptOut(number)
  const undo = useUndoOptOut(number)
  if (kind === 'undo') {
    return (
      <ReasonDialog
        title="Undo opt-out"
        action="Undo Opt-Out"
        busyText="Undoing..."
        intent="primary"
        failed="The opt-out was not undone"
        send={undo.mutateAsync}
        onClose={onClose}
      >
        {name} will get texts again. Only do this if they asked for it; say how and when. If the carrier
        blocks the number too, they must text START.
      </ReasonDialog>
    )
  }
  return (
    <ReasonDialog
      title="Record an opt-out"
      action="Record Opt-Out"
      busyText="Recording..."
      intent="danger"
      failed="The opt-out was not recorded"
      send={record.mutateAsync}
      onClose={onClose}
    >
      {name} gets no more texts from us. Texts queued for them are canceled.
    </ReasonDialog>
  )
}
