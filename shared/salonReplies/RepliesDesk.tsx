import '../messages/conversation.css'
import '../messages/messages.css'
import '../messages/reply.css'
import './salonReplies.css'
import { Chat } from '@blueprintjs/icons'
import { useRef, useState } from 'react'
import { useRoute } from '../host/routes.ts'
import { Empty } from '../kit/states.tsx'
import { toast } from '../kit/toasts.ts'
import { useKeys } from '../kit/useKeys.ts'
import { useNarrow } from '../kit/useMedia.ts'
import { unprocessedTexts } from '../messages/conversationRules.ts'
import type { SalonReply } from './contract.ts'
import { type Opened, type RepliesState, useMarkDone, useReplies, useSalonConversation } from './data.ts'
import { RepliesList } from './RepliesList.tsx'
import { SalonConversationPanel } from './SalonConversationPanel.tsx'

const none: never[] = []

/** The texts that all salons received, and the open conversation. On a narrow screen one of them. */
export function RepliesDesk() {
  const narrow = useNarrow()
  const { opened, textId, state, show, setState, back } = useDeskView()
  const { read, more } = useReplies(state)
  const rows = read.data ?? none
  const at = useRowIndex(rows, textId)
  const input = useRef<HTMLTextAreaElement>(null)
  const move = (by: 1 | -1) => {
    const next = rows[at.next(by)]
    if (next) show(next, opened !== null)
  }
  const group = 'Replies'
  useKeys([
    { combo: 'j', group, label: 'Next text', run: () => move(1) },
    { combo: 'k', group, label: 'Previous text', run: () => move(-1) },
    { combo: 'esc', group, label: 'Back to the list', disabled: !opened, run: back },
  ])
  return (
    <div className="sb-sms">
      {!(narrow && opened) && (
        <RepliesList
          read={read}
          more={more}
          state={state}
          onState={setState}
          selectedId={textId}
          onOpen={(row) => show(row, opened !== null)}
        />
      )}
      {opened && (
        <OpenConversation
          key={`${opened.salonId} ${opened.number}`}
          opened={opened}
          row={rows[at.index]}
          input={input}
          onBack={narrow ? back : undefined}
          onDone={() => move(1)}
          onEscape={() => input.current?.blur()}
        />
      )}
      {!opened && !narrow && (
        <section className="sb-conv">
          <Empty
            icon={<Chat size={32} title={false} />}
            title="No conversation open"
            hint="Choose a text, or press j for the one that waits longest."
          />
        </section>
      )}
    </div>
  )
}

/** The address of the desk: which texts, and the open conversation. */
function useDeskView() {
  const { params, set, close } = useRoute()
  const [salonId, number] = [params.get('salon'), params.get('number')]
  return {
    opened: salonId && number ? { salonId, number } : null,
    textId: params.get('text'),
    state: (params.get('state') === 'all' ? 'all' : 'waiting') as RepliesState,
    show: ({ id, salonId: salon, phone }: SalonReply, replace: boolean) =>
      set({ salon, number: phone, text: id }, { replace }),
    setState: (state: RepliesState) => set({ state: state === 'all' ? state : undefined }, { replace: true }),
    back: () => close('salon', 'number', 'text'),
  }
}

/** Index of the open text. When it leaves the list, `j` and `k` move from its last position. */
function useRowIndex(rows: SalonReply[], textId: string | null) {
  const index = rows.findIndex(({ id }) => id === textId)
  const [last, setLast] = useState(-1)
  if (index >= 0 && index !== last) setLast(index)
  return {
    index,
    next: (by: 1 | -1) => {
      if (index >= 0) return index + by
      if (textId === null || last < 0) return 0
      return by === 1 ? Math.min(last, rows.length - 1) : last - 1
    },
  }
}

interface OpenProps {
  opened: Opened
  row: SalonReply | undefined
  input: React.RefObject<HTMLTextAreaElement | null>
  onBack: (() => void) | undefined
  onDone: () => void
  onEscape: () => void
}

/** Done, as not interested or the wrong person, by key or button. */
function OpenConversation({ opened, row, input, onBack, onDone, onEscape }: OpenProps) {
  const read = useSalonConversation(opened)
  const waiting = unprocessedTexts(read.data?.messages ?? none)
  const marking = useMarkDone(opened)
  const canMark = waiting.length > 0
  const markDone = (reason: string) => {
    if (!canMark) return
    toast.success('Marked done', reason)
    // Before the texts leave the list.
    onDone()
    marking.mutate(waiting.map(({ id }) => id))
  }
  const notInterested = () => markDone('Not interested')
  const wrongPerson = () => markDone('Wrong person')
  const group = 'Replies'
  useKeys([
    {
      combo: 'r',
      group,
      label: 'Reply',
      run: (event) => {
        event.preventDefault()
        input.current?.focus()
      },
    },
    { combo: 'n', group, label: 'Not interested: mark done', disabled: !canMark, run: notInterested },
    { combo: 'w', group, label: 'Wrong person: mark done', disabled: !canMark, run: wrongPerson },
  ])
  return (
    <SalonConversationPanel
      opened={opened}
      row={row}
      read={read}
      input={input}
      canMark={canMark}
      onNotInterested={notInterested}
      onWrongPerson={wrongPerson}
      onBack={onBack}
      onEscape={onEscape}
    />
  )
}
