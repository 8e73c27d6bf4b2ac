import './desk.css'
import { Button } from '@blueprintjs/core'
import { createContext, useContext, useMemo, useRef, useState } from 'react'
import { count } from '../../formats.ts'
import { useKeys } from '../../kit/useKeys.ts'
import { useLatest } from '../../kit/useLatest.ts'
import { MAX_SELECTED } from './contract.ts'
import type { ConversationKey } from './conversation.ts'
import { useMarkConversations } from './deskData.ts'
import { draftIdOf } from './drafts.ts'
import { LaterDialog } from './LaterDialog.tsx'

export interface Selection {
  chosen: ConversationKey[]
  has: (conversation: ConversationKey) => boolean
  /** `extend`: also selects everything since the last one that was toggled. */
  toggle: (conversation: ConversationKey, extend?: boolean) => void
  add: (conversations: ConversationKey[]) => void
  clear: () => void
}

/** The selected conversations of a list, at most 200. */
export function useSelection(rows: ConversationKey[]): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ConversationKey>>(new Map())
  const last = useRef<string | null>(null)
  const latest = useLatest(rows)
  return useMemo(() => {
    const add = (added: ConversationKey[]) =>
      setChosen((now) => {
        const next = new Map(now)
        for (const one of added) if (next.size < MAX_SELECTED) next.set(draftIdOf(one), one)
        return next
      })
    const toggle = (one: ConversationKey, extend = false) => {
      const key = draftIdOf(one)
      const from = latest.current.findIndex((row) => draftIdOf(row) === last.current)
      const to = latest.current.findIndex((row) => draftIdOf(row) === key)
      last.current = key
      if (extend && from >= 0 && to >= 0) {
        add(latest.current.slice(Math.min(from, to), Math.max(from, to) + 1))
        return
      }
      if (!chosen.has(key)) add([one])
      else setChosen((now) => new Map([...now].filter(([other]) => other !== key)))
    }
    return {
      chosen: [...chosen.values()],
      has: (one) => chosen.has(draftIdOf(one)),
      toggle,
      add,
      clear: () => setChosen(new Map()),
    }
  }, [chosen, latest])
}

const none: Selection = { chosen: [], has: () => false, toggle: () => {}, add: () => {}, clear: () => {} }

/** Of the list around a row. */
export const SelectionContext = createContext(none)

interface SelectionKeys {
  group: string
  current: ConversationKey | undefined
  neighbor: (by: 1 | -1) => ConversationKey | undefined
  move: (by: 1 | -1) => void
}

/** `x` selects the conversation of a row; Shift and an arrow extends the selection to the next one. */
export function useSelectionKeys({ toggle, add }: Selection, keys: SelectionKeys) {
  const { group, current, neighbor, move } = keys
  const extend = (by: 1 | -1) => (event: KeyboardEvent) => {
    event.preventDefault()
    add([current, neighbor(by)].filter((one) => one !== undefined))
    move(by)
  }
  const disabled = !current
  useKeys([
    { combo: 'x', group, label: 'Select', disabled, run: () => current && toggle(current) },
    { combo: 'shift + down', group, label: 'Select the next one too', disabled, run: extend(1) },
    { combo: 'shift + up', group, label: 'Select the previous one too', disabled, run: extend(-1) },
  ])
}

/** Selects the conversation of a row. */
export function SelectBox({ conversation, name }: { conversation: ConversationKey; name: string }) {
  const { has, toggle, chosen } = useContext(SelectionContext)
  return (
    <input
      type="checkbox"
      className="sb-select-box"
      // One tab stop per row; the key is `x`.
      tabIndex={-1}
      aria-label={`Select ${name}`}
      data-any={chosen.length > 0 || undefined}
      checked={has(conversation)}
      onClick={(event) => toggle(conversation, event.shiftKey)}
      readOnly
    />
  )
}

/** What can be done with all selected conversations. */
export function SelectionBar({ chosen, clear }: Selection) {
  const [later, setLater] = useState(false)
  const mark = useMarkConversations()
  if (chosen.length === 0) return null
  return (
    <section className="sb-chosen sb-row sb-wrap" aria-label="Selected conversations">
      <p className="sb-strong sb-num" role="status">
        {count(chosen.length)} selected
      </p>
      <Button
        size="small"
        onClick={() => {
          mark.mutate(chosen)
          clear()
        }}
      >
        Mark processed
      </Button>
      <Button size="small" onClick={() => setLater(true)}>
        Later
      </Button>
      <Button size="small" variant="minimal" onClick={clear}>
        Clear
      </Button>
      {later && <LaterDialog conversations={chosen} onClose={() => setLater(false)} onDone={clear} />}
    </section>
  )
}
