import { useRef } from 'react'
import type { ReplyOutcome } from '../../core/inbox/conversation.ts'
import { outcomeLabels } from '../../core/inbox/conversationRules.ts'
import { toast } from '../../kit/toasts.ts'
import { toldText } from '../handover/words.ts'
import type { Booked } from './BookedDialog.tsx'
import { type Opened, useSetOutcome, useUndoOutcome } from './data.ts'

interface UseMark {
  /** First name, for the message. */
  owner: string
  onDone: () => void
  /** The conversation waits again. */
  onUndo: () => void
}

/** Stores outcomes of a conversation, which can be undone for ten seconds, or takes them back. */
export function useMark(opened: Opened, { owner, onDone, onUndo }: UseMark) {
  const undone = useRef(false)
  const undoing = useUndoOutcome(opened)
  const undo = (messageId: string, outcome: ReplyOutcome) => () => {
    undone.current = true
    undoing.mutate({ messageId, outcome })
    onUndo()
  }
  const marking = useSetOutcome(opened, (told, { messageId, outcome }) => {
    if (undone.current || outcome === null) return
    const tone = told === 'unreachable' ? 'failure' : 'success'
    toast.undoable('Marked booked', toldText[told](owner), { undo: undo(messageId, outcome), tone })
  })
  return {
    /** `waiting`: the texts that leave the list. */
    save(messageId: string, outcome: ReplyOutcome, booked: Partial<Booked>, waiting: string[]) {
      undone.current = false
      toast.undoable('Marked done', outcomeLabels[outcome], { undo: undo(messageId, outcome) })
      // Before the texts leave the list.
      onDone()
      marking.mutate({ messageId, outcome, visitAt: null, ...booked, waiting })
    },
    takeBack: (messageId: string) => marking.mutate({ messageId, outcome: null, waiting: [] }),
  }
}
