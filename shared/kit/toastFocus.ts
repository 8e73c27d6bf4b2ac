/**
 * Lets the toast `area` have the focus while a Blueprint dialog with a focus trap is open. `restore`
 * returns the focus to where it was before the area had it.
 */
export function allowFocus(area: HTMLElement): { stop: () => void; restore: () => void } {
  let before: HTMLElement | null = null
  const events = new AbortController()
  const inside = (target: EventTarget | null) => target instanceof Node && area.contains(target)
  const pass = (event: FocusEvent) => {
    if (!inside(event.target)) return
    event.stopImmediatePropagation()
    if (inside(event.relatedTarget)) return
    before = event.relatedTarget instanceof HTMLElement ? event.relatedTarget : null
  }
  // On the window: runs before the dialog's listener on the document.
  addEventListener('focus', pass, { capture: true, signal: events.signal })
  return {
    stop: () => events.abort(),
    restore() {
      const focused = document.activeElement
      if (!(focused instanceof HTMLElement && inside(focused))) return
      // An empty area with the focus is read as *no notifications*.
      if (before?.isConnected) before.focus()
      else focused.blur()
    },
  }
}
