import { Button } from '@blueprintjs/core'
import { ArrowUp } from '@blueprintjs/icons'
import { type RefObject, useCallback, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { type ListHandle, useVirtualRows } from '../../kit/useVirtualRows.ts'
import { InboxItem } from './InboxItem.tsx'
import type { InboxRow } from './inboxRows.ts'
import { NewTextsButton, useToday } from './Thread.tsx'
import { type OlderTexts, useLoadOlder } from './useInbox.ts'

interface Props {
  rows: InboxRow[]
  selectedId: string | null
  handle: RefObject<ListHandle | null>
  onOpen: (row: InboxRow, byKey: boolean) => void
  onReply: (row: InboxRow) => void
  older: OlderTexts | null
  /** Rows of this view, loaded or not; undefined until the server has counted. */
  total: number | undefined
  /** Rows of two lines; the list of all texts shows everything about each. */
  compact: boolean
}

/** Height of a compact row, px. */
export const COMPACT_HEIGHT = 58

/** Older texts load when fewer rows than this follow the last visible one. */
const LOAD_AHEAD = 10

/**
 * The virtualized list. A text that arrives while the list is scrolled down does not move it: a button
 * "1 new text" shows instead. Pass filter and search as `key`, so that each view starts at its top.
 */
export function InboxList({ rows, selectedId, handle, onOpen, onReply, older, total, compact }: Props) {
  const [scrolled, setScrolled] = useState(false)
  const now = useToday()
  const [newRows, setNewRows] = useNewRows(rows, scrolled)

  const keyAt = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  // Scrolled down, rows added above must not move the visible ones.
  const anchorTo = scrolled ? 'end' : 'start'
  const list = useVirtualRows({
    count: rows.length,
    keyAt,
    heightAt: () => (compact ? COMPACT_HEIGHT : 112),
    anchorTo,
  })
  const { scroller, virtual, rows: shown, before, focus } = list
  useLoadOlder(older, (shown.at(-1)?.index ?? 0) >= rows.length - LOAD_AHEAD)
  useImperativeHandle(handle, () => ({ focus }), [focus])

  const onScroll = () => {
    const away = (scroller.current?.scrollTop ?? 0) > 8
    setScrolled(away)
    if (!away) setNewRows(0)
  }

  return (
    <div className="sb-inbox-box sb-column">
      <NewTextsButton
        count={newRows}
        icon={ArrowUp}
        onClick={() => {
          setNewRows(0)
          scroller.current?.scrollTo({ top: 0 })
          focus(0)
        }}
      />
      <div className="sb-inbox" ref={scroller} onScroll={onScroll}>
        <ul
          className="sb-virtual"
          aria-label="Inbound SMS Messages"
          style={{ height: virtual.getTotalSize(), paddingTop: before }}
        >
          {shown.map(({ key, index }) => (
            <li
              aria-setsize={older ? (total ?? -1) : rows.length}
              aria-posinset={index + 1}
              key={key}
              data-index={index}
              ref={virtual.measureElement}
            >
              <InboxItem
                row={rows[index] as InboxRow}
                now={now}
                compact={compact}
                selected={rows[index]?.id === selectedId}
                onOpen={onOpen}
                onReply={onReply}
              />
            </li>
          ))}
        </ul>
        {older && (
          <p className="sb-inbox-older">
            <LoadOlder older={older} />
          </p>
        )}
      </div>
    </div>
  )
}

export const LoadOlder = ({ older: { loading, load } }: { older: OlderTexts }) => (
  <Button variant="minimal" disabled={loading} onClick={load}>
    {loading ? 'Loading older texts...' : 'Load older texts'}
  </Button>
)

/** Counts rows added at the top while the list is scrolled down. */
function useNewRows(rows: InboxRow[], scrolled: boolean) {
  const [newRows, setNewRows] = useState(0)
  const before = useRef(rows[0]?.id)
  useLayoutEffect(() => {
    const last = before.current
    before.current = rows[0]?.id
    if (!scrolled || last === undefined || last === rows[0]?.id) return
    const added = rows.findIndex(({ id }) => id === last)
    if (added > 0) setNewRows((count) => count + added)
  }, [rows, scrolled])
  return [newRows, setNewRows] as const
}
