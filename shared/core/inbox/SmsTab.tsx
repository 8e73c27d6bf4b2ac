import './conversation.css'
import './messages.css'
import './reply.css'
import { Chat } from '@blueprintjs/icons'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Empty } from '../../kit/states.tsx'
import { useDebouncedValue } from '../../kit/useDebouncedValue.ts'
import { useNarrow } from '../../kit/useMedia.ts'
import type { ListHandle } from '../../kit/useVirtualRows.ts'
import { AgencyConversation } from './AgencyConversation.tsx'
import type { InboundSms, UnknownText } from './conversation.ts'
import { agencyConversation } from './conversationRules.ts'
import { useConversation, useInboxCounts, useUnknownTexts } from './data.ts'
import { useDeskTimer } from './deskData.ts'
import { ListBody, ListHead, UnknownNotice } from './InboxPane.tsx'
import { orderOf, useInboxOrder } from './inboxOrder.ts'
import { type InboxRow, inboxRows, nextWaiting, unknownRow, withConversationState } from './inboxRows.ts'
import { KeyFoot } from './KeyFoot.tsx'
import { mineTexts, useMine } from './mine.ts'
import { ReplyDialog } from './ReplyDialog.tsx'
import { SelectionBar, SelectionContext, useSelection, useSelectionKeys } from './selection.tsx'
import { useInbox, useLoadOlder } from './useInbox.ts'
import { useInboxKeys } from './useInboxKeys.ts'
import { lastOpened, selectionOfRow, useInboxView } from './useInboxView.ts'

const none: never[] = []

/** SMS Management: the inbox and the open conversation. */
export function SmsTab() {
  useDeskTimer()
  const narrow = useNarrow()
  const unknown = useUnknownTexts().data ?? none
  const view = useInboxView()
  const { opened, replying } = view
  const inboxList = useInboxRows(unknown, view)
  const { inbox, rows, at, row } = inboxList
  const counts = useInboxCounts().data
  const input = useRef<HTMLTextAreaElement>(null)
  const handle = useRef<ListHandle>(null)
  useAutoOpen(narrow, view, rows)

  const { open, openNext, move, back } = useInboxMoves({ view, inboxList, narrow, input, handle })
  const selection = useInboxSelection(inboxList, move)
  const number = opened?.number ?? row?.number ?? null
  useInboxKeys({
    number,
    row,
    move,
    back: selection.chosen.length > 0 ? selection.clear : back,
    reply: view.reply,
    focusReply: () => input.current?.focus(),
  })
  const total =
    view.search === '' && !view.only ? Math.max(rows.length, counts?.[view.filter] ?? 0) : rows.length
  const position = { at: at + 1, of: total, onMove: move, onBack: back }
  return (
    <div className="sb-sms sb-tight">
      {!(narrow && opened) && (
        <div className="sb-sms-list">
          <ListHead counts={counts} />
          <UnknownNotice onOpen={(text) => open(unknownRow(text), true)} />
          <SelectionContext value={selection}>
            <ListBody
              inbox={inbox}
              rows={rows}
              counts={counts}
              selectedId={row?.id ?? null}
              handle={handle}
              onOpen={open}
              onReply={(chosen) => view.reply(chosen.number, narrow ? undefined : selectionOfRow(chosen))}
            />
          </SelectionContext>
          <SelectionBar {...selection} />
          <KeyFoot keys={{ 'J K': 'move', R: 'reply', E: 'processed', '?': 'all keys' }} />
        </div>
      )}
      {opened && (
        <AgencyConversation
          key={`${opened.number} ${opened.see ?? ''}`}
          number={opened.number}
          see={opened.see}
          row={row?.kind === 'inbound' ? row.sms : undefined}
          position={narrow ? position : undefined}
          input={input}
          onNext={openNext}
          onEscape={() => (narrow ? input.current?.blur() : handle.current?.focus(Math.max(0, at)))}
        />
      )}
      {!opened && !narrow && <NothingOpen />}
      {replying && (
        <ReplyDialog
          key={replying}
          number={replying}
          recent={recentOf(inbox.list ?? none, replying, row)}
          onClose={view.closeReply}
        />
      )}
    </div>
  )
}

/** The selected conversations, and the keys that change them. */
function useInboxSelection({ rows, at, row }: ReturnType<typeof useInboxRows>, move: (by: 1 | -1) => void) {
  const received = useMemo(
    () => rows.flatMap(({ kind, number }) => (kind === 'inbound' ? [agencyConversation(number)] : [])),
    [rows],
  )
  const selection = useSelection(received)
  const conversationOf = (one: InboxRow | undefined) =>
    one?.kind === 'inbound' ? agencyConversation(one.number) : undefined
  useSelectionKeys(selection, {
    group: 'SMS',
    current: conversationOf(row),
    neighbor: (by) => conversationOf(rows[at + by]),
    move,
  })
  return selection
}

interface Moving {
  view: ReturnType<typeof useInboxView>
  inboxList: ReturnType<typeof useInboxRows>
  narrow: boolean
  input: RefObject<HTMLTextAreaElement | null>
  handle: RefObject<ListHandle | null>
}

/** Opens a row or the next one that waits, moves to the next one, and goes back to the list; each sets the focus. */
function useInboxMoves({ view, inboxList, narrow, input, handle }: Moving) {
  const { opened } = view
  const { rows, at } = inboxList
  const show = (shown: InboxRow, replace: boolean) => {
    inboxList.setCursor(shown.id)
    view.open(selectionOfRow(shown), { replace })
  }
  const open = (chosen: InboxRow, byKey: boolean) => {
    // flushSync: keys typed right after Enter must reach the reply box, not the shortcuts.
    flushSync(() => show(chosen, !narrow))
    if (!byKey) return
    if (input.current) input.current.focus()
    else requestAnimationFrame(() => input.current?.focus())
  }
  const openNext = () => {
    const next = opened && nextWaiting(rows, at, opened.number)
    if (next) open(next, true)
  }
  const move = (by: 1 | -1) => {
    const next = at < 0 ? 0 : at + by
    const reached = rows[next]
    if (!reached) return
    if (narrow && !opened) inboxList.setCursor(reached.id)
    else show(reached, true)
    if (!narrow || !opened) handle.current?.focus(next)
  }
  const back = () => {
    if (narrow) {
      view.close()
      requestAnimationFrame(() => handle.current?.focus(Math.max(0, at)))
    } else if (rows[0]) show(rows[0], true)
  }
  return { open, openNext, move, back }
}

const recentOf = (list: InboundSms[], number: string, row: InboxRow | undefined) =>
  row?.kind === 'inbound' && row.number === number ? row.sms : list.find(({ from }) => from === number)

type View = ReturnType<typeof useInboxView>

/** Delay between the last typed letter and the search request, ms. */
const TYPING_MS = 150
/** Older texts load when fewer rows than this follow the selected one. */
const LOAD_AHEAD = 10

/**
 * The rows of the list, and the selected one: the open text, or on narrow screens the one the keys are on. The selected
 * text stays in this filter and search even when it no longer fits.
 */
function useInboxRows(unknown: UnknownText[], { filter, search, only, opened }: View) {
  const [cursor, setCursor] = useState<string | null>(null)
  const [selected, setSelected] = useState<{ view: string; text: InboundSms } | null>(null)
  const settledSearch = useDebouncedValue(search, TYPING_MS)
  const view = `${filter} ${only} ${settledSearch}`
  const order = orderOf(
    filter,
    useInboxOrder((state) => state.order),
  )
  const isMine = only === 'mine'
  const pages = useInbox({ filter, order, search: settledSearch, only, enabled: !isMine }, search)
  const mine = useMineTexts(search)
  const inbox = isMine ? mine : pages
  const list = inbox.list ?? none
  const selectedText = selected?.view === view ? selected.text : undefined
  const conversation = useConversation(opened?.number ?? null).data
  const rows = useMemo(() => {
    const openText = selectedText && withConversationState(selectedText, conversation)
    const wanted = isMine ? ({ filter: 'all', order: 'newest' } as const) : { filter, order, openText }
    return inboxRows({ list, unknown: only ? none : unknown, search, ...wanted })
  }, [list, unknown, filter, order, only, isMine, search, selectedText, conversation])
  const at = indexOfOpen(rows, opened, cursor)
  const row = rows[at]
  const loaded = row?.kind === 'inbound' ? list.find(({ id }) => id === row.sms.id) : undefined
  if (loaded ? loaded !== selectedText : row?.kind === 'unknown' && selectedText)
    setSelected(loaded ? { view, text: loaded } : null)
  useLoadOlder(inbox.older, at >= rows.length - LOAD_AHEAD)
  return { inbox, rows, at, row, setCursor }
}

/** What is the reader's, as a list of the inbox. */
function useMineTexts(search: string): ReturnType<typeof useInbox> {
  const { data, error, refetch } = useMine()
  const list = useMemo(() => data && mineTexts(data, search), [data, search])
  return { list, isPreview: false, error, refetch: () => void refetch(), older: null }
}

/** Index of the row that was opened, else of a row with its number. A whole conversation has no single text. */
function indexOfOpen(rows: InboxRow[], opened: View['opened'], cursor: string | null): number {
  const openId = opened ? opened.id : cursor
  const byId = rows.findIndex(({ id }) => id === openId)
  if (byId >= 0 || !opened) return byId
  const ofNumber = ({ number }: InboxRow) => number === opened.number
  const received = rows.findIndex((row) => row.kind === 'inbound' && ofNumber(row))
  return received >= 0 ? received : rows.findIndex(ofNumber)
}

/** On wide screens a conversation is always open: the last one, or the first of the list. */
function useAutoOpen(narrow: boolean, { opened, open }: View, [first]: InboxRow[]) {
  const empty = !narrow && !opened
  // Layout effect: an empty pane must not flash before the first paint.
  useLayoutEffect(() => {
    if (!empty) return
    const next = lastOpened() ?? (first && selectionOfRow(first))
    if (next) open(next, { replace: true })
  }, [empty, first, open])
}

const NothingOpen = () => (
  <section className="sb-conv sb-column">
    <Empty
      icon={<Chat size={32} title={false} />}
      title="No conversation open"
      hint="Choose a text to read the conversation and reply."
    />
  </section>
)
