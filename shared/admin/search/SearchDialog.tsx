import './search.css'
import { Button, Dialog } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { Command } from 'cmdk'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { count, plural } from '../../formats.ts'
import { usePlatform } from '../../host/platform.ts'
import { useLatest } from '../../kit/useLatest.ts'
import { useShortcutHelp } from '../useConsoleKeys.ts'
import type { Hit, HitGroup } from './hits.ts'
import type { EarlyKeys } from './useSearch.ts'
import { useSearchHits } from './useSearchHits.ts'

interface Props {
  early: RefObject<EarlyKeys | null>
  onClose: () => void
  /** After a line was chosen and the dialog has closed: the focus belongs to the new screen. */
  onChosen: () => void
}

/** Finds people, salons, screens and actions by a part of their name or number. */
export function SearchDialog({ early, onClose, onChosen }: Props) {
  const { route } = usePlatform()
  const [isOpen, setOpen] = useState(true)
  const [returnsFocus, setReturnsFocus] = useState(true)
  // A ref: the closing dialog calls back with the values of when it was open.
  const chosen = useRef<Hit['to'] | null>(null)
  const title = useId()
  const choose = (to: Hit['to']) => {
    chosen.current = to
    setReturnsFocus(typeof to !== 'string')
    setOpen(false)
  }
  return (
    <Dialog
      className="sb-find"
      aria-labelledby={title}
      isOpen={isOpen}
      transitionDuration={0}
      shouldReturnFocusOnClose={returnsFocus}
      onClose={() => setOpen(false)}
      onClosed={() => {
        onClose()
        const to = chosen.current
        if (typeof to === 'string') {
          route.set(to)
          onChosen()
        } else to?.()
      }}
    >
      <h2 id={title} className="sb-hidden">
        Search everything
      </h2>
      <Finder early={early} onChoose={choose} />
    </Dialog>
  )
}

interface FinderProps extends Pick<Props, 'early'> {
  onChoose: (to: Hit['to']) => void
}

function Finder({ early, onChoose }: FinderProps) {
  const [text, setText] = useState(() => early.current?.text ?? '')
  const help = useShortcutHelp()
  const { groups, isReading, error, retry } = useSearchHits(text, help)
  const lines = groups.flatMap(({ hits }) => hits)
  const { reset, ...selection } = useSelection({ lines, isReading, early, onChoose })
  return (
    <Command shouldFilter={false} vimBindings={false} label="Search everything" {...selection}>
      <div className="sb-find-field sb-row sb-muted">
        <Search size={16} title={false} />
        <Command.Input
          autoFocus
          placeholder="Name or number..."
          value={text}
          onValueChange={(next) => {
            setText(next)
            reset()
          }}
        />
      </div>
      <p role="status" className="sb-hidden">
        {isReading ? 'Searching...' : plural(lines.length, 'result')}
      </p>
      <Command.List label="Results" className="sb-find-list" data-reading={isReading || undefined}>
        {groups.map((group) => (
          <Group key={group.title} group={group} onChoose={onChoose} />
        ))}
      </Command.List>
      {error && !isReading && (
        <p role="alert" className="sb-find-note sb-muted">
          The search failed. <Button onClick={retry}>Try again</Button>
        </p>
      )}
      {!error && !isReading && lines.length === 0 && <p className="sb-find-note sb-muted">Nothing found</p>}
    </Command>
  )
}

/**
 * The first line is selected until the person moves. Enter before the answer is there waits for it, so that fast typing
 * does not open what an earlier text found.
 */
function useSelection({
  lines,
  isReading,
  early,
  onChoose,
}: FinderProps & { lines: Hit[]; isReading: boolean }) {
  const [moved, setMoved] = useState<string | null>(null)
  const [isWaiting, setWaiting] = useState(() => early.current?.enter ?? false)
  // The list also selects by itself, when its text changes.
  const byPerson = useRef(false)
  const [first] = lines
  const choose = useLatest(onChoose)
  useEffect(() => {
    if (!isWaiting || isReading) return
    setWaiting(false)
    if (first) choose.current(first.to)
  }, [isWaiting, isReading, first, choose])
  return {
    value: moved ?? first?.id ?? '',
    onValueChange: (id: string) => {
      if (byPerson.current) setMoved(id)
    },
    onPointerMoveCapture: () => {
      byPerson.current = true
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter') byPerson.current = true
      else if (isReading && moved === null && !event.nativeEvent.isComposing) {
        event.preventDefault()
        setWaiting(true)
      }
    },
    reset: () => {
      byPerson.current = false
      setMoved(null)
      setWaiting(false)
    },
  }
}

interface GroupProps {
  group: HitGroup
  onChoose: (to: Hit['to']) => void
}

function Group({ group: { title, hits, more }, onChoose }: GroupProps) {
  const to = more?.to
  return (
    <Command.Group heading={title}>
      {hits.map((hit) => (
        <Command.Item key={hit.id} value={hit.id} onSelect={() => onChoose(hit.to)}>
          <span className="sb-find-name sb-break">{hit.label}</span>
          {hit.detail && <span className="sb-find-detail sb-ellipsis sb-muted">{hit.detail}</span>}
        </Command.Item>
      ))}
      {more && (
        <Command.Item value={`more ${title}`} disabled={!to} onSelect={() => to && onChoose(to)}>
          <span className="sb-find-detail sb-ellipsis sb-muted">
            and {more.count === null ? 'many' : count(more.count)} more{to ? '' : '. Type more to find them.'}
          </span>
        </Command.Item>
      )}
    </Command.Group>
  )
}
