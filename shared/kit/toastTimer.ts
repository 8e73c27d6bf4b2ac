/** Closes a toast after `duration` ms; the time stops while the toast is hovered or focused. Returns a function that cancels. */
export function closeAfter(toast: HTMLElement, duration: number, close: () => void): () => void {
  let left = duration
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let position: string | undefined
  let hovered = false
  const resume = () => {
    if (timer !== undefined || hovered || toast.contains(document.activeElement)) return
    since = Date.now()
    timer = setTimeout(close, left)
  }
  const pause = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    left -= Date.now() - since
  }
  const events = new AbortController()
  const on = <Kind extends keyof HTMLElementEventMap>(
    kind: Kind,
    then: (event: HTMLElementEventMap[Kind]) => void,
  ) => toast.addEventListener(kind, then, { signal: events.signal })
  on('pointermove', ({ clientX, clientY }) => {
    const before = position
    position = `${clientX} ${clientY}`
    // Browsers send an event when a toast appears under a resting pointer: only a moved one hovers it.
    hovered ||= before !== undefined && before !== position
    if (hovered) pause()
  })
  on('pointerleave', () => {
    hovered = false
    position = undefined
    resume()
  })
  on('focusin', pause)
  // `document.activeElement` is the new element only after the event.
  on('focusout', () => queueMicrotask(resume))
  resume()
  return () => {
    events.abort()
    clearTimeout(timer)
  }
}
