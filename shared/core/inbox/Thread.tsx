import { Button } from '@blueprintjs/core'
import { ArrowDown } from '@blueprintjs/icons'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { plural, timeOfDay } from '../../formats.ts'
import { useLatest } from '../../kit/useLatest.ts'
import { useVirtualRows } from '../../kit/useVirtualRows.ts'
import { formatPhone } from '../../sms/phone.ts'
import { Bubble } from './Bubble.tsx'
import type { ConversationMessage, Note } from './conversation.ts'
import { type ThreadItem, threadItems } from './conversationRules.ts'
import type { UnknownResolution } from './data.ts'
import { historyTime } from './messageTimes.ts'
import { NoteItem } from './NoteItem.tsx'

interface Props {
  messages: ConversationMessage[]
  /** Notes for colleagues, oldest first. */
  notes?: Note[] | undefined
  name: string
  /** Username of the reader. */
  me: string | undefined
  /** As in the dialog: each text shows direction and date, without day headings. */
  history?: boolean
  /** Id of a text to scroll to instead of the newest. */
  see?: string | null
  onResolve?: (id: string, decision: UnknownResolution) => void
}

/** A scrollable area must be reachable by keyboard. */
const focusable = { tabIndex: 0 } as const

/** Distance from the end that counts as being at the end, px. */
const AT_END_PX = 48

/**
 * The virtualized texts of one conversation, oldest first, scrolled to the newest. A new text slides in when the end is
 * visible; otherwise a button "1 new text" shows. Pass the number as `key`, so that each conversation starts at its end.
 */
export function Thread({ messages, notes, name, me, history = false, see, onResolve }: Props) {
  const now = useToday()
  const items = useMemo(() => {
    const all = threadItems(messages, now, notes)
    return history ? all.filter(({ kind }) => kind === 'text' || kind === 'ourNumber') : all
  }, [messages, notes, now, history])
  const keyAt = useCallback((index: number) => items[index]?.key ?? index, [items])
  const { scroller, virtual, rows, before } = useVirtualRows({
    count: items.length,
    keyAt,
    heightAt: (index) => estimate(items[index] as ThreadItem),
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END_PX,
    paddingStart: 14,
    paddingEnd: 14,
  })
  const { waiting, atEnd, onScroll } = useNewTexts(messages, scroller)

  useScrollPosition(items, see, me, virtual)

  return (
    <div className="sb-thread-box">
      <section
        className="sb-thread"
        ref={scroller}
        onScroll={onScroll}
        {...focusable}
        aria-label={history ? 'Conversation history' : 'Conversation'}
      >
        <div
          className="sb-virtual sb-thread-inner"
          style={{ height: virtual.getTotalSize(), paddingTop: before }}
        >
          {rows.map((row) => (
            <div key={row.key} data-index={row.index} ref={virtual.measureElement} className="sb-thread-row">
              <Item
                item={items[row.index] as ThreadItem}
                name={name}
                me={me}
                now={now}
                history={history}
                isNew={atEnd && waiting.fresh.has(String(row.key))}
                onResolve={onResolve}
              />
            </div>
          ))}
        </div>
      </section>
      <NewTextsButton
        count={waiting.count}
        icon={ArrowDown}
        onClick={() => {
          virtual.scrollToEnd()
          scroller.current?.focus()
        }}
      />
    </div>
  )
}

/** Opens the thread at `see` or at its end, and scrolls to the end after a reply of this user. */
function useScrollPosition(
  items: ThreadItem[],
  see: string | null | undefined,
  me: string | undefined,
  virtual: ReturnType<typeof useVirtualRows<HTMLDivElement>>['virtual'],
) {
  // Row heights are estimates until measured; scrollToEnd repeats as they become known.
  const opened = useRef(false)
  useLayoutEffect(() => {
    if (opened.current || items.length === 0) return
    opened.current = true
    const at = see ? items.findIndex(({ kind, key }) => kind === 'text' && key === see) : -1
    if (at >= 0) virtual.scrollToIndex(at, { align: 'center' })
    else virtual.scrollToEnd()
  }, [items, see, virtual])

  const lastItem = items.at(-1)
  const last = lastItem?.kind === 'text' ? lastItem.message : null
  const ownReplyId =
    last?.direction === 'outbound' && last.kind === 'reply' && last.sentBy === me ? last.id : null
  // A reply of this user scrolls to the end from any position.
  useLayoutEffect(() => {
    if (ownReplyId && opened.current) virtual.scrollToEnd()
  }, [ownReplyId, virtual])
}

interface NewTextsProps {
  count: number
  icon: typeof ArrowDown
  onClick: () => void
}

export const NewTextsButton = ({ count, icon: Icon, onClick }: NewTextsProps) =>
  count > 0 && (
    <Button className="sb-pill" size="small" icon={<Icon size={12} title={false} />} onClick={onClick}>
      {plural(count, 'new text')}
    </Button>
  )

interface ItemProps extends Pick<Props, 'name' | 'me' | 'onResolve'> {
  item: ThreadItem
  now: Date
  history: boolean
  isNew: boolean
}

function Item({ item, name, me, now, history, isNew, onResolve }: ItemProps) {
  if (item.kind === 'start') return <ThreadNote>Start of the conversation with {name}</ThreadNote>
  if (item.kind === 'ourNumber') return <OurNumber address={item.address} />
  if (item.kind === 'note') return <NoteItem note={item.note} time={timeOfDay(item.note.createdAt)} me={me} />
  if (item.kind === 'day') {
    return (
      <p className="sb-day sb-row sb-small sb-faint">
        <span>{item.label}</span>
      </p>
    )
  }
  const { message } = item
  return (
    <Bubble
      message={message}
      name={name}
      me={me}
      time={history ? historyTime(message.timestamp, now) : timeOfDay(message.timestamp)}
      withDirection={history}
      isNew={isNew}
      onResolve={onResolve && ((decision) => onResolve(message.id, decision))}
    />
  )
}

/** The number or Messaging Service of ours that the texts below left from or came to. */
const OurNumber = ({ address }: { address: string }) => (
  <ThreadNote>
    {address.startsWith('MG') ? (
      `Our Messaging Service: ${address}`
    ) : (
      <>
        Our number: <span className="sb-nowrap">{formatPhone(address)}</span>
      </>
    )}
  </ThreadNote>
)

const ThreadNote = ({ children }: { children: ReactNode }) => (
  <p className="sb-thread-note sb-break sb-small sb-faint">{children}</p>
)

/** Estimated row height before it is measured, px. */
function estimate(item: ThreadItem): number {
  if (item.kind === 'note') return 86
  if (item.kind !== 'text') return 36
  const pictures = item.message.numMedia ? 156 : 0
  return 58 + pictures + 20 * Math.min(6, Math.floor(item.message.body.length / 60))
}

/** The current date. Changes at midnight, so that "Today" stays correct on an open screen. */
export function useToday(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime()
    const timer = setTimeout(() => setNow(new Date()), midnight - Date.now() + 500)
    return () => clearTimeout(timer)
  }, [now])
  return now
}

/** Texts that arrived since the conversation was opened, and how many of them are below the visible part. */
function useNewTexts(messages: ConversationMessage[], scroller: React.RefObject<HTMLDivElement | null>) {
  const known = useRef<ReadonlySet<string> | null>(null)
  const [atEnd, setAtEnd] = useState(true)
  const reading = useLatest(!atEnd)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const [count, setCount] = useState(0)

  useLayoutEffect(() => {
    const ids = new Set(messages.map(({ id }) => id))
    const before = known.current
    known.current = ids
    if (!before) return
    const added = messages.filter(({ id }) => !before.has(id))
    if (added.length === 0) return
    setFresh(new Set(added.map(({ id }) => id)))
    const theirs = added.filter(({ direction }) => direction === 'inbound').length
    if (reading.current) setCount((waiting) => waiting + theirs)
  }, [messages, reading])

  const onScroll = () => {
    const box = scroller.current
    if (!box) return
    const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < AT_END_PX
    setAtEnd(isAtEnd)
    if (isAtEnd) setCount(0)
  }
  return { waiting: { fresh, count }, atEnd, onScroll }
}
