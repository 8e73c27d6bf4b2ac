import { useEffect, useRef } from 'react'

/**
 * Keeps the focus near: when `change` changed and what had the focus left the page with
 * it, the element takes the focus. Give it `tabIndex={-1}`.
 */
export function useKeepFocus<T extends HTMLElement>(change: unknown) {
  const place = useRef<T>(null)
  const before = useRef(change)
  useEffect(() => {
    if (before.current === change) return
    before.current = change
    const active = document.activeElement
    if (!active || active === document.body) place.current?.focus({ preventScroll: true })
  }, [change])
  return place
}
