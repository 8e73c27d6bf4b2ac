/**
 * Lets the keyboard go to the notification `area`, past an open dialog of Blueprint's, which takes the focus from
 * everything outside it. `giveBack` returns it to where it was when a notification closes under it.
 */
export function freeFocus(area: HTMLElement): { stop: () => void; giveBack: () => void } {
  let before: HTMLElement | null = null
  const events = new AbortController()
  const inside = (target: EventTarget | null) => target instanceof Node && area.contains(target)
  const pass = (event: FocusEvent) => {
    if (!inside(event.target)) return
    event.stopImmediatePropagation()
    if (inside(event.relatedTarget)) return
    before = event.relatedTarget instanceof HTMLElement ? event.relatedTarget : null
  }
  // On the window, so that it comes before the dialog's own listener on the document.
  addEventListener('focus', pass, { capture: true, signal: events.signal })
  return {
    stop: () => events.abort(),
    giveBack() {
      if (inside(document.activeElement) && before?.isConnected) before.focus()
    },
  }
}
