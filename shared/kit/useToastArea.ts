import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { allowFocus } from './toastFocus.ts'
import { closeAfter } from './toastTimer.ts'

interface Shown {
  id: number
  duration: number
}

/**
 * Behaviour of a toast, for the site and the console. `area` and `toast` are the refs of Radix's Viewport and Root;
 * `close` is called when the time is over; call `closed` whenever a toast closes.
 */
export function useToastArea(shown: Shown | undefined, close: (id: number) => void) {
  const [area, setArea] = useState<HTMLElement | null>(null)
  const [toast, setToast] = useState<HTMLElement | null>(null)
  const focus = useRef<ReturnType<typeof allowFocus>>(undefined)
  useEffect(() => {
    if (!area) return
    focus.current = allowFocus(area)
    return focus.current.stop
  }, [area])
  useLayoutEffect(() => (area && toast ? reserveRoom(area) : undefined), [area, toast])
  const { id, duration } = shown ?? {}
  useEffect(() => {
    if (!toast || id === undefined || duration === undefined) return
    return closeAfter(toast, duration, () => close(id))
  }, [toast, id, duration, close])
  return { area: setArea, toast: setToast, closed: () => focus.current?.restore() }
}

/** Sets `--sb-toast-room` to the height of the area while a toast is shown: the layout ends above it, so it covers no control. */
function reserveRoom(area: HTMLElement): () => void {
  const { style } = document.documentElement
  const update = () => style.setProperty('--sb-toast-room', `${area.offsetHeight}px`)
  update()
  const observer = new ResizeObserver(update)
  observer.observe(area)
  return () => {
    observer.disconnect()
    style.removeProperty('--sb-toast-room')
  }
}
