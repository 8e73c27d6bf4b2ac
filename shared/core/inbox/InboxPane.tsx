import { Button, HTMLSelect, SegmentedControl } from '@blueprintjs/core'
import { Chat, ChevronRight, Help, Inbox as InboxIcon } from '@blueprintjs/icons'
import { plural, pluralForm } from '../../formats.ts'
import { useRoute } from '../../host/routes.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Empty } from '../../kit/states.tsx'
import type { ListHandle } from '../../kit/useVirtualRows.ts'
import { type InboxCounts, InboxFilter, InboxOrder, type UnknownText } from './conversation.ts'
import { useUnknownTexts } from './data.ts'
import { COMPACT_HEIGHT, InboxList, LoadOlder } from './InboxList.tsx'
import { orderLabels, useInboxOrder } from './inboxOrder.ts'
import { filterLabels, type InboxRow } from './inboxRows.ts'
import { OnlyFilter } from './OnlyFilter.tsx'
import { type OlderTexts, type useInbox, useLoadOlder } from './useInbox.ts'
import { useInboxView } from './useInboxView.ts'

/** `counts`: undefined until the server has counted. */
export function ListHead({ counts }: { counts: InboxCounts | undefined }) {
  const { filter, search, only, setFilter, setSearch, setOnly } = useInboxView()
  const label = (one: InboxFilter) => {
    const number = counts?.[one]
    if (one === 'processed' || number === undefined) return filterLabels[one]
    return `${filterLabels[one]} ${number.toLocaleString('en-US')}`
  }
  return (
    <header className="sb-sms-head sb-column">
      <h2 className="sb-page-title">SMS Management</h2>
      <SearchField placeholder="Search messages..." value={search} onChange={setSearch} />
      <SegmentedControl
        fill
        size="small"
        aria-label="Which texts"
        value={filter}
        onValueChange={(value) => setFilter(InboxFilter.parse(value))}
        options={InboxFilter.options.map((one) => ({ value: one, label: label(one) }))}
      />
      <OnlyFilter of="agency" value={only} onChange={setOnly} />
      <div className="sb-sms-title sb-row">
        <h3>Inbound SMS Messages</h3>
        {filter === 'review' ? <OrderSelect /> : <span>{orderLabels.newest}</span>}
      </div>
    </header>
  )
}

function OrderSelect() {
  const { order } = useInboxOrder()
  return (
    <HTMLSelect
      minimal
      aria-label="Order"
      className="sb-sms-order"
      value={order}
      onChange={({ target }) => useInboxOrder.setState({ order: InboxOrder.parse(target.value) })}
    >
      {InboxOrder.options.map((one) => (
        <option key={one} value={one}>
          {orderLabels[one]}
        </option>
      ))}
    </HTMLSelect>
  )
}

/** Warns about outbound texts with unknown outcome, above the list. */
export function UnknownNotice({ onOpen }: { onOpen: (text: UnknownText) => void }) {
  const { setFilter } = useInboxView()
  const { data: unknown = [], isLoadingError, refetch } = useUnknownTexts()
  const [first] = unknown
  if (isLoadingError) {
    return (
      <button type="button" className="sb-unknown-line sb-row sb-medium" onClick={() => void refetch()}>
        <Help size={16} title={false} />
        <span>
          <strong>Texts that may not have been sent could not be loaded.</strong> Try again
        </span>
      </button>
    )
  }
  if (!first) return null
  return (
    <button
      type="button"
      className="sb-unknown-line sb-row sb-medium"
      onClick={() => {
        if (unknown.length > 1) setFilter('review')
        else onOpen(first)
      }}
    >
      <Help size={16} title={false} />
      <span>
        <strong>{plural(unknown.length, 'text')} may not have been sent.</strong> See{' '}
        {pluralForm(unknown.length, 'it', 'them')}
      </span>
      <ChevronRight size={14} title={false} />
    </button>
  )
}

interface ListBodyProps {
  inbox: ReturnType<typeof useInbox>
  rows: InboxRow[]
  counts: InboxCounts | undefined
  selectedId: string | null
  handle: React.RefObject<ListHandle | null>
  onOpen: (row: InboxRow, byKey: boolean) => void
  onReply: (row: InboxRow) => void
}

export function ListBody({ inbox, rows, counts, selectedId, handle, onOpen, onReply }: ListBodyProps) {
  const { filter, search, only } = useInboxView()
  const { older, isPreview } = inbox
  const all = filter === 'all' && search === '' && !only
  const compact = filter !== 'all' || only === 'mine'
  const total = search === '' && !only ? counts?.[filter] : undefined
  return (
    <Loaded
      read={{
        data: isPreview && rows.length === 0 ? undefined : inbox.list,
        error: inbox.error,
        refetch: inbox.refetch,
      }}
      loading={{ text: 'Loading SMS messages...', rows: 6, rowHeight: compact ? COMPACT_HEIGHT : 106 }}
      failed="Error loading SMS messages"
      empty={{
        when: () => rows.length === 0,
        state: counts?.all === 0 || (all && !older) ? <NoTexts /> : <NothingFound older={older} />,
      }}
    >
      {() => (
        <InboxList
          rows={rows}
          selectedId={selectedId}
          key={`${filter} ${only} ${search}`}
          handle={handle}
          onOpen={onOpen}
          onReply={onReply}
          older={older}
          total={total}
          compact={compact}
        />
      )}
    </Loaded>
  )
}

function NoTexts() {
  const { go } = useRoute()
  return (
    <Empty
      icon={<Chat size={32} title={false} />}
      title="No SMS messages received yet"
      hint="Replies to your first texts appear here."
      action={<Button onClick={() => go('prospects')}>Choose prospects</Button>}
    />
  )
}

function NothingFound({ older }: { older: OlderTexts | null }) {
  const { filter, search, only, clear, setOnly } = useInboxView()
  useLoadOlder(older, true)
  if (only === 'mine' && search === '') {
    return (
      <Empty
        icon={<InboxIcon size={32} title={false} />}
        title="Nothing is assigned to you"
        hint="Conversations that colleagues assign to you, or where a note has your @name, appear here."
        action={<Button onClick={() => setOnly(undefined)}>Show all conversations</Button>}
      />
    )
  }
  if (older) {
    return (
      <Empty
        icon={<InboxIcon size={32} title={false} />}
        title="No messages found"
        hint="Older texts have not been searched yet."
        action={<LoadOlder older={older} />}
      />
    )
  }
  const done = filter === 'review' && search === '' && !only
  return (
    <Empty
      icon={<InboxIcon size={32} title={false} />}
      title={done ? 'Nothing needs review' : 'No messages found'}
      hint={
        done ? 'Every text has been answered or marked.' : 'Try adjusting your search terms or the filter.'
      }
      action={<Button onClick={clear}>{done ? 'Show all texts' : 'Clear filters'}</Button>}
    />
  )
}
