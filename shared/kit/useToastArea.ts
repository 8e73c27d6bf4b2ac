import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { closeAfter } from './toastClock.ts'
import { freeFocus } from './toastFocus.ts'
import { standClear } from './toastPlace.ts'

interface Shown {
  id: number
  duration: number
}

/**
 * How a notification behaves on the site and in the console alike. `area` and `toast` are the refs of Radix's Viewport
 * and Root; `close` is called when its time is over; `closed` belongs wherever one is closed.
 */
export function useToastArea(shown: Shown | undefined, close: (id: number) => void, keepInSight?: string) {
  const [area, setArea] = useState<HTMLElement | null>(null)
  const [toast, setToast] = useState<HTMLElement | null>(null)
  const focus = useRef<ReturnType<typeof freeFocus>>(undefined)
  useEffect(() => {
    if (!area) return
    focus.current = freeFocus(area)
    return focus.current.stop
  }, [area])
  // Before the first paint, so that it never shows in the wrong place.
  useLayoutEffect(
    () => (area && toast ? standClear(area, keepInSight) : undefined),
    [area, toast, keepInSight],
  )
  const { id, duration } = shown ?? {}
  useEffect(() => {
    if (!toast || id === undefined || duration === undefined) return
    return closeAfter(toast, duration, () => close(id))
  }, [toast, id, duration, close])
  return { area: setArea, toast: setToast, closed: () => focus.current?.giveBack() }
}
