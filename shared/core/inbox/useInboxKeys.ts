import { undoKey, useKeys } from '../../kit/useKeys.ts'
import { useMarking } from './AgencyConversation.tsx'
import { agencyConversation, latestPendingReview } from './conversationRules.ts'
import { useConversation, useDecideOptOut } from './data.ts'
import type { InboxRow } from './inboxRows.ts'

interface KeyActions {
  /** Number of the conversation that the keys act on. */
  number: string | null
  row: InboxRow | undefined
  move: (by: 1 | -1) => void
  back: () => void
  reply: (number: string) => void
  focusReply: () => void
}

/** The keys of the inbox. */
export function useInboxKeys({ number, row, move, back, reply, focusReply }: KeyActions) {
  const conversation = useConversation(number)
  const decision = useDecideOptOut(agencyConversation(number ?? ''))
  const listed = row?.kind === 'inbound' && row.sms.pendingReview ? row.id : undefined
  const pending = latestPendingReview(conversation.data?.messages ?? [])?.id ?? listed
  const decide = (optOut: boolean) => {
    if (pending && !decision.isPending) decision.mutate({ id: pending, optOut })
  }
  const marking = useMarking(number ?? '', conversation.data)
  const group = 'SMS'
  useKeys([
    { combo: 'j', group, label: 'Next text', run: () => move(1) },
    { combo: 'k', group, label: 'Previous text', run: () => move(-1) },
    {
      combo: 'enter',
      group,
      label: 'Write a reply',
      disabled: number === null,
      run: (event) => {
        // A focused row or button has its own use of Enter.
        if (event.target instanceof Element && event.target.closest('a, button, [tabindex="0"]')) return
        event.preventDefault()
        focusReply()
      },
    },
    {
      combo: 'r',
      group,
      label: 'Reply',
      disabled: number === null,
      run: (event) => {
        event.preventDefault()
        if (number) reply(number)
      },
    },
    {
      combo: 'e',
      group,
      label: 'Processed, or back to Pending',
      disabled: number === null || (conversation.data !== undefined && !marking.canMark),
      run: marking.mark,
    },
    { combo: 'o', group, label: 'Opt out', disabled: !pending, run: () => decide(true) },
    { combo: 'n', group, label: 'Not an opt-out', disabled: !pending, run: () => decide(false) },
    undoKey(group),
    { combo: 'esc', group, label: 'Back', run: back },
  ])
}
