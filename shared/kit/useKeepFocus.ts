import { useEffect, useRef } from 'react'

/** Focuses the element when `change` changes and the focused element was removed with it. Give it `tabIndex={-1}`. */
export function useKeepFocus<T extends HTMLElement>(change: unknown) {
  const element = useRef<T>(null)
  const before = useRef(change)
  useEffect(() => {
    if (before.current === change) return
    before.current = change
    const active = document.activeElement
    if (!active || active === document.body) element.current?.focus({ preventScroll: true })
  }, [change])
  return element
}
