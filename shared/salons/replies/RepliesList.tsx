import { HTMLSelect, SegmentedControl } from '@blueprintjs/core'
import { BanCircle, Inbox, Tick } from '@blueprintjs/icons'
import { type ComponentProps, useId } from 'react'
import { MessageText } from '../../core/inbox/Bubble.tsx'
import { outcomeLabels } from '../../core/inbox/conversationRules.ts'
import { DeskTag } from '../../core/inbox/DeskTag.tsx'
import { draftIdOf, useDraft } from '../../core/inbox/drafts.ts'
import { KeyFoot } from '../../core/inbox/KeyFoot.tsx'
import { OnlyFilter } from '../../core/inbox/OnlyFilter.tsx'
import { SelectBox } from '../../core/inbox/selection.tsx'
import { relativeTime, shortSpan } from '../../formats.ts'
import { Badge } from '../../kit/Badge.tsx'
import { useRead } from '../../kit/data.ts'
import { Loaded, type Read } from '../../kit/Loaded.tsx'
import { LoadMore, type More } from '../../kit/LoadMore.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Empty } from '../../kit/states.tsx'
import { useNow } from '../../kit/useNow.ts'
import { formatPhone } from '../../sms/phone.ts'
import type { SalonReply } from './contract.ts'
import type { RepliesFilter, RepliesState } from './data.ts'

interface Props {
  read: Read<SalonReply[]>
  more: More
  filter: RepliesFilter
  onFilter: (filter: RepliesFilter) => void
  selectedId: string | null
  onOpen: (row: SalonReply) => void
  /** Actions on the selected conversations. */
  bar: React.ReactNode
}

const states = { waiting: 'Waiting', all: 'All' } as const

/** The list of the desk: waiting texts oldest first, or all newest first. */
export function RepliesList({ read, more, filter, onFilter, selectedId, onOpen, bar }: Props) {
  const { state, salon, search, only } = filter
  return (
    <div className="sb-sms-list">
      <header className="sb-sms-head sb-column">
        <h2 className="sb-page-title">Replies</h2>
        <SearchField
          placeholder="Search replies..."
          value={search ?? ''}
          onChange={(typed) => onFilter({ ...filter, search: typed || undefined })}
        />
        <SalonSelect value={salon} onChange={(chosen) => onFilter({ ...filter, salon: chosen })} />
        <SegmentedControl
          fill
          size="small"
          aria-label="Which texts"
          value={state}
          onValueChange={(value) => onFilter({ ...filter, state: value === 'all' ? 'all' : 'waiting' })}
          options={Object.entries(states).map(([value, label]) => ({ value, label }))}
        />
        <OnlyFilter of="salons" value={only} onChange={(chosen) => onFilter({ ...filter, only: chosen })} />
      </header>
      <Loaded
        read={read}
        loading={{ text: 'Loading replies...', rows: 6, rowHeight: 106 }}
        failed="Failed to load replies"
        empty={{
          when: (rows) => rows.length === 0 && !more,
          state: <NoReplies state={state} narrowed={Boolean(only || salon || search)} />,
        }}
      >
        {(rows) => (
          <div className="sb-inbox">
            <button type="button" className="sb-inbox-skip sb-bare" onClick={focusConversation}>
              Skip to the conversation
            </button>
            <ul className="sb-plain" aria-label="Texts from clients">
              {rows.map((row) => (
                <li key={row.id}>
                  <ReplyRow
                    row={row}
                    name={rowName(row, rows)}
                    inWaiting={state !== 'all'}
                    selected={row.id === selectedId}
                    onOpen={onOpen}
                  />
                </li>
              ))}
            </ul>
            <LoadMore more={more} things="texts" />
          </div>
        )}
      </Loaded>
      {bar}
      <KeyFoot
        keys={{
          'J K': 'move',
          R: 'reply',
          B: 'booked',
          N: 'no',
          O: 'ask',
          P: 'pass on',
          W: 'wrong',
          S: 'opt out',
        }}
      />
    </div>
  )
}

interface SalonSelectProps {
  value: string | undefined
  onChange: (salon: string | undefined) => void
}

/** Narrows the list to one salon. */
function SalonSelect({ value, onChange }: SalonSelectProps) {
  const { data: salons = [] } = useRead('replies', 'salons')
  const waiting = salons.reduce((sum, one) => sum + one.waiting, 0)
  const label = (name: string, count: number) => (count > 0 ? `${name} (${count} waiting)` : name)
  return (
    <HTMLSelect
      fill
      aria-label="Salon"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{label('All salons', waiting)}</option>
      {salons.map((salon) => (
        <option key={salon.id} value={salon.id}>
          {label(salon.name, salon.waiting)}
        </option>
      ))}
    </HTMLSelect>
  )
}

const NoReplies = ({ state, narrowed }: { state: RepliesState; narrowed: boolean }) =>
  narrowed ? (
    <Empty icon={<Inbox size={32} title={false} />} title="No replies found" hint="Try another filter." />
  ) : (
    <Empty
      icon={<Inbox size={32} title={false} />}
      title={state === 'waiting' ? 'No replies waiting' : 'No replies yet'}
      hint={
        state === 'waiting'
          ? 'Every text to a salon has been answered or marked done.'
          : 'Texts from clients to a salon appear here.'
      }
    />
  )

/** First name of the client, or its number. */
export const nameOf = ({ firstName, phone }: Pick<SalonReply, 'firstName' | 'phone'>) =>
  firstName ?? formatPhone(phone)

/** Name of a row; with the last three digits if another client in the list has the same name: `Mary …601`. */
export function rowName(row: SalonReply, rows: readonly SalonReply[]): string {
  const isShared = rows.some(({ firstName, phone }) => firstName === row.firstName && phone !== row.phone)
  return row.firstName && isShared ? `${row.firstName} …${row.phone.slice(-3)}` : nameOf(row)
}

/** What a screen reader reads after the name: `Bella Rosa, waiting 2 h, “Is Friday free?”`. */
export function rowDescription({ salonName, processed, receivedAt, body, numMedia }: SalonReply, now: Date) {
  const words = body.trim() === '' && numMedia > 0 ? 'a picture' : `“${body}”`
  return `${salonName}, ${processed ? '' : 'waiting '}${shortSpan(receivedAt, now)}${processed ? ' ago' : ''}, ${words}`
}

/** Moves the focus to the open conversation, or leaves it in the list without one. */
const focusConversation = () => document.querySelector<HTMLElement>('.sb-conv')?.focus()

interface RowProps {
  row: SalonReply
  name: string
  /** The list has waiting texts only, so that no row has to name it. */
  inWaiting: boolean
  selected: boolean
  onOpen: (row: SalonReply) => void
}

function ReplyRow({ row, name, inWaiting, selected, onOpen }: RowProps) {
  const now = useNow()
  const description = useId()
  const conversation = { salonId: row.salonId, number: row.phone }
  const draft = useDraft(draftIdOf(conversation))
  const badge = badgeOf(row)
  return (
    <article className="sb-inbox-item" data-selected={selected} data-waiting={!row.processed}>
      <div className="sb-inbox-item-top">
        <button
          type="button"
          className="sb-inbox-item-open sb-ellipsis sb-bare sb-strong"
          data-row={row.id}
          aria-current={selected || undefined}
          aria-describedby={description}
          onClick={() => onOpen(row)}
        >
          {name}
        </button>
        <span id={description} hidden>
          {rowDescription(row, now)}
        </span>
        <SelectBox conversation={conversation} name={name} />
        <time dateTime={row.receivedAt}>{relativeTime(row.receivedAt, now)}</time>
      </div>
      <p className="sb-inbox-item-facts sb-small sb-faint sb-num">{row.salonName}</p>
      <p className="sb-inbox-item-body sb-break">
        <MessageText body={row.body} numMedia={row.numMedia} />
      </p>
      <div className="sb-inbox-item-foot sb-row">
        {!(inWaiting && badge === waiting) && <Badge look="outline" {...badge} />}
        <DeskTag {...conversation} />
        {draft.text.trim() !== '' && <span className="sb-inbox-item-draft sb-faint">Draft</span>}
      </div>
    </article>
  )
}

const done = {
  look: 'plain',
  className: 'sb-work',
  icon: <Tick size={12} title={false} />,
  children: 'Done',
} as const
const waiting = { look: 'plain', className: 'sb-work', tone: 'ink', dot: 'ink', children: 'Waiting' } as const

function badgeOf({
  processed,
  pendingReview,
  isOptOut,
  intent,
  outcome,
}: SalonReply): ComponentProps<typeof Badge> {
  if (isOptOut) return { tone: 'red', icon: <BanCircle size={12} title={false} />, children: 'Opt-Out' }
  if (pendingReview) return { tone: 'amber', children: 'Opt-out?' }
  if (outcome) return { tone: outcome === 'booked' ? 'green' : 'grey', children: outcomeLabels[outcome] }
  if (intent === 'automatic_reply') return { children: 'Automatic reply' }
  return processed ? done : waiting
}
