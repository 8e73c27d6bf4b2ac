import './conversation.css'
import './messages.css'
import './reply.css'
import { Chat } from '@blueprintjs/icons'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useRoute } from '../host/routes.ts'
import { useRead } from '../kit/data.ts'
import { Empty } from '../kit/states.tsx'
import { useKeys } from '../kit/useKeys.ts'
import { useNarrow } from '../kit/useMedia.ts'
import type { ListHandle } from '../kit/useVirtualRows.ts'
import { ConversationPanel, useMarking } from './ConversationPanel.tsx'
import type { InboundSms } from './contract.ts'
import { useConversation, useDecide, useInbox, useUnknown } from './data.ts'
import { keepDrafts } from './drafts.ts'
import { ListBody, ListFoot, ListHead, UnknownNotice } from './InboxPane.tsx'
import { countInbox, type InboxCounts, type InboxRow, inboxFilters, inboxRows } from './inboxRows.ts'
import { ReplyDialog } from './ReplyDialog.tsx'
import { heldOf } from './thread.ts'
import {
  closeConversation,
  closeReply,
  keep,
  openNumber,
  openReply,
  openRow,
  setFilter,
  useInboxView,
} from './view.ts'

keepDrafts()

const none: never[] = []

/** SMS Management: the texts that came in, and the conversation each belongs to. */
export function SmsTab() {
  const narrow = useNarrow()
  const inbox = useInbox()
  const doubtful = useUnknown()
  const unknown = doubtful.data ?? none
  const list = inbox.list ?? none
  const { filter, search, selected, kept, replying } = useInboxView()
  const words = useDeferredValue(search)
  const rows = useMemo(
    () => inboxRows(list, unknown, filter, words, kept),
    [list, unknown, filter, words, kept],
  )
  const at = selected
    ? rows.findIndex(({ id, number }) => (selected.id ? id === selected.id : number === selected.number))
    : -1
  const counts = useCounts(inbox.list, doubtful.data?.length, inbox.hasOlder)
  const input = useRef<HTMLTextAreaElement>(null)
  const handle = useRef<ListHandle>(null)
  const shown = useShown(narrow, rows)

  const open = (row: InboxRow, byKey: boolean) => {
    // Drawn at once: what is typed right after Enter belongs in the reply, not to the shortcuts.
    flushSync(() => {
      openRow(row)
      shown.show(row.number)
    })
    if (!byKey) return
    if (input.current) input.current.focus()
    else requestAnimationFrame(() => input.current?.focus())
  }
  const move = (by: 1 | -1) => {
    const next = at < 0 ? 0 : at + by
    const row = rows[next]
    if (!row) return
    openRow(row)
    shown.follow(row.number)
    if (!shown.conversationOnly) handle.current?.focus(next)
  }
  const back = () => {
    shown.hide()
    requestAnimationFrame(() => handle.current?.focus(Math.max(0, at)))
  }
  const row = rows[at]
  useInboxKeys({ selected: selected?.number ?? null, row, move, back: narrow ? back : closeConversation })

  useEffect(() => {
    if (row && row.id !== useInboxView.getState().kept) keep(row.id)
  }, [row])
  const place = { at: at + 1, of: rows.length, onMove: move, onBack: back }
  return (
    <div className="sb-sms">
      {!shown.conversationOnly && (
        <div className="sb-sms-list">
          <ListHead counts={counts} more={inbox.hasOlder} filter={filter} search={search} />
          <UnknownNotice
            unknown={unknown}
            failed={doubtful.isError && !doubtful.data}
            onRetry={() => void doubtful.refetch()}
            onOpen={(text) => open({ kind: 'unknown', id: text.id, number: text.to, text }, true)}
          />
          <ListBody inbox={inbox} rows={rows} selectedId={row?.id ?? null} handle={handle} onOpen={open} />
          <ListFoot />
        </div>
      )}
      {shown.conversation && selected && (
        <ConversationPanel
          key={`${selected.number} ${selected.see ?? ''}`}
          number={selected.number}
          see={selected.see}
          row={row?.kind === 'inbound' ? row.sms : undefined}
          place={narrow ? place : undefined}
          input={input}
          onEscape={() => (narrow ? input.current?.blur() : handle.current?.focus(Math.max(0, at)))}
        />
      )}
      {shown.conversation && !selected && <NothingOpen />}
      {replying && (
        <ReplyDialog
          key={replying}
          number={replying}
          recent={recentOf(list, replying, row)}
          onClose={closeReply}
        />
      )}
    </div>
  )
}

const recentOf = (list: InboundSms[], number: string, row: InboxRow | undefined) =>
  row?.kind === 'inbound' && row.number === number ? row.sms : list.find(({ from }) => from === number)

/** Counts of what is loaded; what needs review is counted by the server while older texts are not. */
function useCounts(
  list: InboundSms[] | undefined,
  unknown: number | undefined,
  more: boolean,
): InboxCounts | undefined {
  const metrics = useRead('metrics', 'sms')
  return useMemo(() => {
    if (!list) return undefined
    const counts = countInbox(list, unknown)
    return more ? { ...counts, review: metrics.data?.needsReview } : counts
  }, [list, unknown, more, metrics.data?.needsReview])
}

/** What is on screen: list and conversation side by side, or one of them. The address says which conversation. */
function useShown(narrow: boolean, rows: InboxRow[]) {
  const { params, set } = useRoute()
  const linked = params.get('number')
  const wanted = params.get('filter')
  const selected = useInboxView((view) => view.selected)

  useEffect(() => {
    if (linked && linked !== useInboxView.getState().selected?.number) openNumber(linked)
  }, [linked])
  useEffect(() => {
    const filter = inboxFilters.find((one) => one === wanted)
    if (filter) setFilter(filter)
  }, [wanted])

  // Side by side the newest text is open at once; nobody has to choose it first.
  const first = rows[0]
  useEffect(() => {
    if (!narrow && !selected && !linked && first) openRow(first)
  }, [narrow, selected, linked, first])

  const conversationOnly = narrow && linked !== null
  return {
    conversationOnly,
    conversation: !narrow || conversationOnly,
    show: (number: string) => {
      if (narrow || linked) set({ number })
    },
    follow: (number: string) => {
      if (linked) set({ number })
    },
    hide: () => set({ number: undefined }),
  }
}

interface KeyActions {
  selected: string | null
  row: InboxRow | undefined
  move: (by: 1 | -1) => void
  back: () => void
}

function useInboxKeys({ selected, row, move, back }: KeyActions) {
  const conversation = useConversation(selected)
  const decision = useDecide(selected ?? '')
  const listed = row?.kind === 'inbound' && row.sms.held ? row.id : undefined
  const held = heldOf(conversation.data?.messages ?? [])?.id ?? listed
  const decide = (optOut: boolean) => {
    if (held && !decision.isPending) decision.mutate({ id: held, optOut })
  }
  const marking = useMarking(selected ?? '', conversation.data)
  const group = 'SMS'
  useKeys([
    { combo: 'j', group, label: 'Next text', run: () => move(1) },
    { combo: 'k', group, label: 'Previous text', run: () => move(-1) },
    {
      combo: 'r',
      group,
      label: 'Reply with all options',
      disabled: selected === null,
      run: (event) => {
        event.preventDefault()
        if (selected) openReply(selected)
      },
    },
    {
      combo: 'e',
      group,
      label: 'Processed, or back to Pending',
      disabled: !marking.canMark,
      run: marking.mark,
    },
    { combo: 'o', group, label: 'Opt out', disabled: !held, run: () => decide(true) },
    { combo: 'n', group, label: 'Not an opt-out', disabled: !held, run: () => decide(false) },
    { combo: 'esc', group, label: 'Back', run: back },
  ])
}

const NothingOpen = () => (
  <section className="sb-conv">
    <Empty
      icon={<Chat size={32} title={false} />}
      title="No conversation open"
      hint="Choose a text to read what was said before, and to answer it."
    />
  </section>
)
