import { useRef } from 'react'
import type { ReplyOutcome } from '../../core/inbox/conversation.ts'
import { outcomeLabels } from '../../core/inbox/conversationRules.ts'
import { toast } from '../../kit/toasts.ts'
import { textedText } from '../bookingTexts/texted.ts'
import { toldText } from '../handover/words.ts'
import type { Booked } from './BookedDialog.tsx'
import { type Opened, useSetOutcome, useUndoOutcome } from './data.ts'

interface UseMark {
  /** First name, for the message. */
  owner: string
  /** First name or number of the client. */
  client: string
  onDone: () => void
  /** The conversation waits again. */
  onUndo: () => void
}

interface Save extends Partial<Booked> {
  waiting: string[]
  effect?: string | undefined
}

/** Stores outcomes of a conversation, which can be undone for ten seconds, or takes them back. */
export function useMark(opened: Opened, { owner, client, onDone, onUndo }: UseMark) {
  const undone = useRef(false)
  const undoing = useUndoOutcome(opened, client)
  const undo = (messageId: string, outcome: ReplyOutcome) => () => {
    undone.current = true
    undoing.mutate({ messageId, outcome })
    onUndo()
  }
  const marking = useSetOutcome(opened, ({ told, texted }, { messageId, outcome }) => {
    if (undone.current) return
    const words = [told && toldText[told](owner), texted && textedText[texted](client)]
    const tone = told === 'unreachable' || texted === 'refused' ? 'failure' : 'success'
    const description = words.filter(Boolean).join(' ')
    if (outcome === null) toast[tone]('Marked as waiting', description)
    else {
      const title = outcome === 'booked' ? 'Marked booked' : outcomeLabels[outcome]
      toast.undoable(title, description, { undo: undo(messageId, outcome), tone })
    }
  })
  return {
    /** `waiting`: the texts that leave the list. `effect`: what follows from it, as a sentence. */
    save(messageId: string, outcome: ReplyOutcome, { waiting, effect, ...booked }: Save) {
      undone.current = false
      const words = effect ? `${outcomeLabels[outcome]}. ${effect}` : outcomeLabels[outcome]
      toast.undoable('Marked done', words, { undo: undo(messageId, outcome) })
      // Before the texts leave the list.
      onDone()
      marking.mutate({ messageId, outcome, visitAt: null, ...booked, waiting })
    },
    takeBack(messageId: string, booked: Partial<Booked> = {}) {
      undone.current = false
      marking.mutate({ messageId, outcome: null, waiting: [], ...booked })
    },
  }
}
