import { type RefObject, useState } from 'react'
import { formatPhone } from '../../sms/phone.ts'
import { ConversationHead, type ListPosition } from './ConversationHead.tsx'
import { ConversationPanel } from './ConversationPanel.tsx'
import type { Conversation, InboundSms } from './conversation.ts'
import {
  agencyConversation,
  latestPendingReview,
  reviewReason,
  unprocessedTexts,
} from './conversationRules.ts'
import { useChangeOptOut, useConversation, useReadConversation, useSetProcessed } from './data.ts'
import { OptOutNote } from './OptOutNote.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { UndeliverableNotice } from './ReplyNotes.tsx'
import { useInboxView } from './useInboxView.ts'
import { useReply, useReplyFields } from './useReply.ts'

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

/** One conversation of the agency. */
export function AgencyConversation({ number, row, see, position, input, onEscape, onNext }: Props) {
  const view = useInboxView()
  const read = useConversation(number)
  const { data } = read
  const reply = useReply(agencyConversation(number), data)
  const fields = useReplyFields(number, data)
  const marking = useMarking(number, data)
  const [optOutDialog, setOptOutDialog] = useState<'record' | 'undo' | null>(null)
  const name = data?.businessName || row?.businessName || formatPhone(number)
  return (
    <>
      <ConversationPanel
        name={name}
        head={
          <ConversationHead
            number={number}
            name={name}
            conversation={data}
            marking={marking}
            onOptOut={setOptOutDialog}
            position={position}
          />
        }
        read={read}
        loading="Loading conversation history..."
        failed="Error loading conversation"
        see={see}
        reply={reply}
        form={view.replying === number ? null : { fields, input, onEscape, onNext }}
        review={reviewReason(data?.messages ?? [])}
        warning={data?.undeliverable && <UndeliverableNotice reason={data.undeliverable} />}
        optedOut={data?.optOut && <OptOutNote optOut={data.optOut} onUndo={() => setOptOutDialog('undo')} />}
      />
      {optOutDialog && (
        <OptOutReasonDialog
          number={number}
          name={name}
          kind={optOutDialog}
          onClose={() => setOptOutDialog(null)}
        />
      )}
    </>
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

interface OptOutReasonDialogProps {
  number: string
  name: string
  kind: 'record' | 'undo'
  onClose: () => void
}

function OptOutReasonDialog({ number, name, kind, onClose }: OptOutReasonDialogProps) {
  const { mutateAsync } = useChangeOptOut(number, kind)
  if (kind === 'undo') {
    return (
      <ReasonDialog
        title="Undo opt-out"
        action="Undo Opt-Out"
        busyText="Undoing..."
        intent="primary"
        failed="The opt-out was not undone"
        send={mutateAsync}
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
      send={mutateAsync}
      onClose={onClose}
    >
      {name} gets no more texts from us. Texts queued for them are canceled.
    </ReasonDialog>
  )
}
