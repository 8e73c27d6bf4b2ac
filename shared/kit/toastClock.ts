/**
 * Closes a notification after so many milliseconds, not counting those in which somebody points at it or has the focus
 * in it. The time is its own: however the one before ended, this one ends too. Returns how to stop.
 */
export function closeAfter(toast: HTMLElement, duration: number, close: () => void): () => void {
  let left = duration
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let pointedAt: string | undefined
  let held = false
  const run = () => {
    if (timer !== undefined || held || toast.contains(document.activeElement)) return
    since = Date.now()
    timer = setTimeout(close, left)
  }
  const wait = () => {
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
    const at = `${clientX} ${clientY}`
    // A pointer that rests where a notification appears, as after closing the last one, has not come to read it.
    held ||= pointedAt !== undefined && pointedAt !== at
    pointedAt = at
    if (held) wait()
  })
  on('pointerleave', () => {
    held = false
    pointedAt = undefined
    run()
  })
  on('focusin', wait)
  // The focus is nowhere while it moves; where it went shows a moment later.
  on('focusout', () => queueMicrotask(run))
  run()
  return () => {
    events.abort()
    clearTimeout(timer)
  }
}
