import './messages.css'
import './reply.css'
import { Button, SegmentedControl } from '@blueprintjs/core'
import { Chat, ChevronRight, Help, Inbox as InboxIcon } from '@blueprintjs/icons'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useRoute } from '../admin/route.ts'
import { Kbd } from '../kit/Kbd.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { Empty, Failed, Loading } from '../kit/states.tsx'
import { useKeys } from '../kit/useKeys.ts'
import { useNarrow } from '../kit/useMedia.ts'
import { ConversationPanel, useMarking } from './ConversationPanel.tsx'
import type { InboundSms, UnknownText } from './contract.ts'
import { useConversation, useInbox, useUnknown } from './data.ts'
import { keepDrafts } from './drafts.ts'
import { type InboxHandle, InboxList } from './InboxList.tsx'
import {
  countInbox,
  filterLabels,
  type InboxCounts,
  type InboxFilter,
  type InboxRow,
  inboxFilters,
  inboxRows,
} from './inbox.ts'
import { ReplyDialog } from './ReplyDialog.tsx'
import {
  closeConversation,
  closeReply,
  keep,
  openNumber,
  openReply,
  openRow,
  setFilter,
  setSearch,
  useInboxView,
} from './view.ts'

keepDrafts(sessionStorage)

const none: never[] = []

/** SMS Management: the texts that came in, and the conversation each belongs to. */
export function SmsTab() {
  const narrow = useNarrow()
  const inbox = useInbox()
  const unknown = useUnknown().data ?? none
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
  const input = useRef<HTMLTextAreaElement>(null)
  const handle = useRef<InboxHandle>(null)
  const shown = useShown(narrow, rows)

  const open = (row: InboxRow, byKey: boolean) => {
    openRow(row)
    shown.show(row.number)
    if (byKey) requestAnimationFrame(() => input.current?.focus())
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
  useInboxKeys({ selected: selected?.number ?? null, move, back: narrow ? back : closeConversation })

  const row = rows[at]
  useEffect(() => {
    if (row && row.id !== useInboxView.getState().kept) keep(row.id)
  }, [row])
  const place = { at: at + 1, of: rows.length, onMove: move, onBack: back }
  return (
    <div className="sb-sms">
      {!shown.conversationOnly && (
        <div className="sb-sms-list">
          <ListHead
            counts={countInbox(list, unknown.length)}
            more={inbox.hasOlder}
            filter={filter}
            search={search}
          />
          <UnknownLine
            unknown={unknown}
            onOpen={(text) => open({ kind: 'unknown', id: text.id, number: text.to, text }, true)}
          />
          <ListBody inbox={inbox} rows={rows} selectedId={row?.id ?? null} handle={handle} onOpen={open} />
          <ListFoot />
        </div>
      )}
      {shown.conversation && selected && (
        <ConversationPanel
          key={selected.number}
          number={selected.number}
          row={row?.kind === 'inbound' ? row.sms : undefined}
          place={narrow ? place : undefined}
          input={input}
          onEscape={() => (narrow ? input.current?.blur() : handle.current?.focus(Math.max(0, at)))}
        />
      )}
      {shown.conversation && !selected && <NothingOpen />}
      {replying && (
        <ReplyDialog number={replying} recent={recentOf(list, replying, row)} onClose={closeReply} />
      )}
    </div>
  )
}

const recentOf = (list: InboundSms[], number: string, row: InboxRow | undefined) =>
  row?.kind === 'inbound' && row.number === number ? row.sms : list.find(({ from }) => from === number)

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
  move: (by: 1 | -1) => void
  back: () => void
}

function useInboxKeys({ selected, move, back }: KeyActions) {
  const conversation = useConversation(selected)
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
    { combo: 'esc', group, label: 'Back', run: back },
  ])
}

function ListHead({
  counts,
  more,
  filter,
  search,
}: {
  counts: InboxCounts
  more: boolean
  filter: InboxFilter
  search: string
}) {
  const label = (one: InboxFilter) => {
    if (one === 'processed') return filterLabels[one]
    return `${filterLabels[one]} ${counts[one].toLocaleString('en-US')}${more ? '+' : ''}`
  }
  return (
    <header className="sb-sms-head">
      <h2 className="sb-page-title">SMS Management</h2>
      <SearchField placeholder="Search messages..." value={search} onChange={setSearch} />
      <SegmentedControl
        fill
        size="small"
        aria-label="Which texts"
        value={filter}
        onValueChange={(value) => {
          const chosen = inboxFilters.find((one) => one === value)
          if (chosen) setFilter(chosen)
        }}
        options={inboxFilters.map((one) => ({ value: one, label: label(one) }))}
      />
      <div className="sb-sms-title">
        <h3>Inbound SMS Messages</h3>
        <span>Newest first</span>
      </div>
    </header>
  )
}

/** Texts of ours that nobody can say were sent come before everything else. */
function UnknownLine({ unknown, onOpen }: { unknown: UnknownText[]; onOpen: (text: UnknownText) => void }) {
  const [first] = unknown
  if (!first) return null
  return (
    <button
      type="button"
      className="sb-unknown-line"
      onClick={() => {
        if (unknown.length > 1) setFilter('review')
        else onOpen(first)
      }}
    >
      <Help size={16} title={false} />
      <span>
        <strong>
          {unknown.length === 1
            ? '1 text may not have been sent.'
            : `${unknown.length} texts may not have been sent.`}
        </strong>{' '}
        {unknown.length === 1 ? 'See it' : 'See them'}
      </span>
      <ChevronRight size={14} title={false} />
    </button>
  )
}

function ListBody({
  inbox,
  rows,
  selectedId,
  handle,
  onOpen,
}: {
  inbox: ReturnType<typeof useInbox>
  rows: InboxRow[]
  selectedId: string | null
  handle: React.RefObject<InboxHandle | null>
  onOpen: (row: InboxRow, byKey: boolean) => void
}) {
  const { go } = useRoute()
  const { filter, search } = useInboxView()
  if (inbox.isPending) return <Loading text="Loading SMS messages..." rows={6} rowHeight={106} />
  if (!inbox.list)
    return <Failed title="Error loading SMS messages" error={inbox.error} onRetry={inbox.retry} />
  if (inbox.list.length === 0 && rows.length === 0) {
    return (
      <Empty
        icon={<Chat size={32} title={false} />}
        title="No SMS messages received yet"
        hint="Answers to your first texts arrive here."
        action={<Button onClick={() => go('prospects')}>Choose prospects</Button>}
      />
    )
  }
  if (rows.length === 0) return <NothingFound />
  return (
    <InboxList
      rows={rows}
      selectedId={selectedId}
      key={`${filter} ${search}`}
      handle={handle}
      onOpen={onOpen}
      onReply={(row) => {
        openRow(row)
        openReply(row.number)
      }}
      older={inbox.hasOlder ? { loading: inbox.loadingOlder, load: inbox.loadOlder } : null}
    />
  )
}

function NothingFound() {
  const { filter, search } = useInboxView()
  const done = filter === 'review' && search === ''
  return (
    <Empty
      icon={<InboxIcon size={32} title={false} />}
      title={done ? 'Nothing needs review' : 'No messages found'}
      hint={
        done ? 'Every text has been answered or marked.' : 'Try adjusting your search terms or the filter.'
      }
      action={
        <Button
          onClick={() => {
            setSearch('')
            setFilter('all')
          }}
        >
          {done ? 'Show all texts' : 'Clear filters'}
        </Button>
      }
    />
  )
}

const ListFoot = () => (
  <footer className="sb-sms-foot" aria-hidden="true">
    <span>
      <Kbd keys="J" /> <Kbd keys="K" /> move
    </span>
    <span>
      <Kbd keys="R" /> reply
    </span>
    <span>
      <Kbd keys="E" /> processed
    </span>
    <span className="sb-sms-foot-end">
      <Kbd keys="?" /> all keys
    </span>
  </footer>
)

const NothingOpen = () => (
  <section className="sb-conv">
    <Empty
      icon={<Chat size={32} title={false} />}
      title="No conversation open"
      hint="Choose a text to read what was said before, and to answer it."
    />
  </section>
)
