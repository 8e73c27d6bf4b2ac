import { Button } from '@blueprintjs/core'
import { ArrowDown } from '@blueprintjs/icons'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { plural, timeOfDay } from '../formats.ts'
import { useLatest } from '../kit/useLatest.ts'
import { useVirtualRows } from '../kit/useVirtualRows.ts'
import { Bubble } from './Bubble.tsx'
import type { ConversationMessage } from './contract.ts'
import { type ThreadItem, threadItems } from './conversationRules.ts'
import type { Decision } from './data.ts'
import { historyTime } from './messageTimes.ts'

interface Props {
  messages: ConversationMessage[]
  name: string
  /** Username of the reader. */
  me: string | undefined
  /** In the dialog each text names its direction and day, and days have no lines of their own. */
  history?: boolean
  /** A text to open at, in place of the newest. */
  see?: string | null
  onResolve?: (id: string, decision: Decision) => void
}

/** A place that scrolls must be reachable without a mouse. */
const focusable = { tabIndex: 0 } as const

/** How near the end counts as reading the newest text, px. */
const NEAR = 48

/**
 * The texts of one conversation, oldest on top, opened at the newest. Only what is in view is drawn. A new text
 * slides in when the end is in view; otherwise nothing moves and it waits as "1 new text".
 * Give it the number as `key`: each conversation starts at its own end.
 */
export function Thread({ messages, name, me, history = false, see, onResolve }: Props) {
  const now = useToday()
  const items = useMemo(() => {
    const all = threadItems(messages, now)
    return history ? all.filter(({ kind }) => kind === 'text') : all
  }, [messages, now, history])
  const keyAt = useCallback((index: number) => items[index]?.key ?? index, [items])
  const { scroller, virtual, rows, before } = useVirtualRows({
    count: items.length,
    keyAt,
    heightAt: (index) => estimate(items[index] as ThreadItem),
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR,
    paddingStart: 14,
    paddingEnd: 14,
  })
  const { waiting, atEnd, onScroll } = useNewTexts(messages, scroller)

  // Heights are guesses until drawn, so the end is sought again when they are known.
  const opened = useRef(false)
  useLayoutEffect(() => {
    if (opened.current || items.length === 0) return
    opened.current = true
    const at = see ? items.findIndex(({ kind, key }) => kind === 'text' && key === see) : -1
    if (at >= 0) virtual.scrollToIndex(at, { align: 'center' })
    else virtual.scrollToEnd()
  }, [items, see, virtual])

  // My own text is what I look for next, wherever I was reading.
  const last = messages.at(-1)
  const mineArrived =
    last?.direction === 'outbound' && last.kind === 'reply' && last.sentBy === me ? last.id : null
  useLayoutEffect(() => {
    if (mineArrived && opened.current) virtual.scrollToEnd()
  }, [mineArrived, virtual])

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
      {waiting.count > 0 && (
        <Button
          className="sb-pill"
          size="small"
          icon={<ArrowDown size={12} title={false} />}
          onClick={() => {
            virtual.scrollToEnd()
            scroller.current?.focus()
          }}
        >
          {plural(waiting.count, 'new text')}
        </Button>
      )}
    </div>
  )
}

function Item({
  item,
  name,
  me,
  now,
  history,
  isNew,
  onResolve,
}: { item: ThreadItem; name: string; now: Date; history: boolean; isNew: boolean } & Pick<
  Props,
  'onResolve' | 'me'
>) {
  if (item.kind === 'start') return <p className="sb-thread-start">Start of the conversation with {name}</p>
  if (item.kind === 'day') {
    return (
      <p className="sb-day">
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

/** Rows are about this high before they are measured: three lines of text are rare. */
function estimate(item: ThreadItem): number {
  if (item.kind !== 'text') return 36
  return 58 + 20 * Math.min(6, Math.floor(item.message.body.length / 60))
}

/** Today's date; changes at midnight, so that "Today" does not grow old on a screen left open. */
export function useToday(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime()
    const timer = setTimeout(() => setNow(new Date()), midnight - Date.now() + 500)
    return () => clearTimeout(timer)
  }, [now])
  return now
}

/** Which texts came after the conversation was opened, and how many of them wait below what is being read. */
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
    const near = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR
    setAtEnd(near)
    if (near) setCount(0)
  }
  return { waiting: { fresh, count }, atEnd, onScroll }
}
