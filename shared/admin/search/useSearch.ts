import { useCallback, useEffect, useRef, useState } from 'react'
import { isOverlayOpen } from '../../kit/useKeys.ts'

/** Keys that were pressed before the field was there. */
export interface EarlyKeys {
  text: string
  enter: boolean
}

const isInside = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('.sb-find') !== null

/**
 * Whether the search over everything is open. `Ctrl K` or `⌘ K` opens it, also while typing; not over a dialog. The dialog
 * takes a moment, and a fast typist does not wait for it: what is typed until then is its first text.
 */
export function useSearch() {
  const [isOpen, setOpen] = useState(false)
  const early = useRef<EarlyKeys | null>(null)
  const open = useCallback(() => {
    early.current = { text: '', enter: false }
    setOpen(true)
  }, [])
  const close = useCallback(() => {
    early.current = null
    setOpen(false)
  }, [])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isChord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (isChord && event.key.toLowerCase() === 'k') {
        // Or the browser moves the focus to its address bar.
        event.preventDefault()
        if (!event.repeat && !early.current && !isOverlayOpen()) open()
      } else if (early.current && !isChord && !isInside(event)) keepEarly(early.current, event)
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [open])
  return { isOpen, open, close, early }
}

/** Shortcuts of the screen must not take these keys. */
function keepEarly(early: EarlyKeys, event: KeyboardEvent) {
  if (event.key === 'Enter') early.enter = true
  else if (event.key.length === 1) early.text += event.key
  else return
  event.preventDefault()
  event.stopPropagation()
}
