import { useEffect, useRef, useState } from 'react'
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
  const { id, duration } = shown ?? {}
  useEffect(() => {
    if (!toast || id === undefined || duration === undefined) return
    return closeAfter(toast, duration, () => close(id))
  }, [toast, id, duration, close])
  return { area: setArea, toast: setToast, closed: () => focus.current?.restore() }
}
