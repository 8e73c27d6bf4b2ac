import './desk.css'
import { Button } from '@blueprintjs/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { useSession } from '../../host/session.ts'
import { Kbd } from '../../kit/Kbd.tsx'
import { useKeys } from '../../kit/useKeys.ts'
import { AssignDialog } from './AssignDialog.tsx'
import type { ConversationKey } from './conversation.ts'
import { type Desk, useDesk, useSnooze } from './deskData.ts'
import { shortDate } from './deskRules.ts'
import { LaterDialog } from './LaterDialog.tsx'
import { useSeeMine } from './mine.ts'
import { NoteDialog } from './NoteDialog.tsx'
import { ReviewNotice } from './ReplyNotes.tsx'

interface Props {
  conversation: ConversationKey
  /** A possible opt-out must be decided, so it cannot wait. */
  pendingReview: boolean
  /** Why the last text needs review; null if it does not. */
  review: string | null
}

/** Above the reply box: why it needs review, who answers, who looks after it, when it comes back, and a note for colleagues. */
export function DeskBar({ conversation, pendingReview, review }: Props) {
  const desk = useDesk(conversation)
  const snooze = useSnooze()
  const [dialog, setDialog] = useState<'later' | 'note' | 'assign' | null>(null)
  const { admin } = useSession()
  useSeeMine(conversation)
  const { state } = desk
  const taking = takingOf(desk)
  const line = useGrownHeight()
  const group = conversation.salonId === null ? 'SMS' : 'Replies'
  const later = () => {
    if (state?.snoozedUntil) snooze.mutate({ conversations: [conversation], until: null })
    else setDialog('later')
  }
  const openByKey = (opened: 'assign' | 'note') => (event: KeyboardEvent) => {
    event.preventDefault()
    setDialog(opened)
  }
  const close = () => setDialog(null)
  useKeys([
    { combo: 'i', group, label: 'Assign', run: openByKey('assign') },
    { combo: 't', group, label: 'Take, or release', run: taking.run },
    { combo: 'l', group, label: 'Later, or bring back', disabled: pendingReview, run: later },
    { combo: 'a', group, label: 'Add a note', run: openByKey('note') },
  ])
  return (
    <div className="sb-desk-bar sb-row sb-wrap">
      <div className="sb-desk-line sb-wrap" {...line}>
        {review && <ReviewNotice reason={review} />}
        <p role="status">{stateOf(desk, admin?.username)}</p>
      </div>
      <Button size="small" variant="minimal" endIcon={<Kbd keys="I" />} onClick={() => setDialog('assign')}>
        Assign
      </Button>
      <Button size="small" variant="minimal" endIcon={<Kbd keys="T" />} onClick={taking.run}>
        {taking.label}
      </Button>
      <Button
        size="small"
        variant="minimal"
        disabled={pendingReview}
        title={pendingReview ? 'Decide first whether it is an opt-out' : undefined}
        endIcon={<Kbd keys="L" />}
        onClick={later}
      >
        {state?.snoozedUntil ? 'Bring back' : 'Later'}
      </Button>
      <Button size="small" variant="minimal" endIcon={<Kbd keys="A" />} onClick={() => setDialog('note')}>
        Add note
      </Button>
      {dialog === 'assign' && (
        <AssignDialog conversation={conversation} assignedTo={state?.assignedTo ?? null} onClose={close} />
      )}
      {dialog === 'later' && <LaterDialog conversations={[conversation]} onClose={close} />}
      {dialog === 'note' && <NoteDialog conversation={conversation} onClose={close} />}
    </div>
  )
}

/** The line does not get lower again: on a phone the texts above would jump when an answer ends the review. */
function useGrownHeight() {
  const ref = useRef<HTMLDivElement>(null)
  const [minHeight, setMinHeight] = useState(0)
  useLayoutEffect(() => {
    setMinHeight((before) => Math.max(before, ref.current?.offsetHeight ?? 0))
  })
  return { ref, style: minHeight > 0 ? { minHeight } : undefined }
}

function takingOf({ state, isMine, take, release }: Desk) {
  if (isMine) return { label: 'Release', run: release }
  const over = Boolean(state?.takenBy)
  return { label: over ? 'Take over' : 'Take', run: () => take(over) }
}

/** `Assigned to you · maya is answering · Back on Mon, Nov 30` */
function stateOf({ state, isMine }: Desk, me: string | undefined): string {
  const parts: string[] = []
  if (state?.assignedTo) parts.push(`Assigned to ${state.assignedTo === me ? 'you' : state.assignedTo}`)
  if (state?.takenBy) parts.push(isMine ? 'You are answering' : `${state.takenBy} is answering`)
  if (state?.snoozedUntil) parts.push(`Back on ${shortDate(state.snoozedUntil)}`)
  return parts.join(' · ')
}
