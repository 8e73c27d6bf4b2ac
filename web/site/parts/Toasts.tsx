import { Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast'
import { useToastArea } from '@salonback/shared/kit/useToastArea.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { toastStore } from '../forms/toastStore.ts'
import { Cross, ErrorIcon } from './icons.tsx'

const DURATION = 5000

let shownOnce = false

/** Adds the notification area to the page once. */
export function showToasts() {
  if (shownOnce) return
  shownOnce = true
  const place = document.body.appendChild(document.createElement('div'))
  // Synchronous, because F8 focuses the area next.
  flushSync(() => createRoot(place).render(<Toasts />))
}

/** The notification area: one at a time for 5 seconds; swipe right or close; F8 focuses it. */
function Toasts() {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  const [open, setOpen] = useState(false)
  const id = shown?.id
  useEffect(() => setOpen(id !== undefined), [id])
  const current = open && id !== undefined ? { id, duration: DURATION } : undefined
  const { area, toast, closed } = useToastArea(current, () => setOpen(false))
  const turn = (next: boolean) => {
    if (!next) closed()
    setOpen(next)
  }
  return (
    // Radix's own timer stays paused after a toast is closed under the pointer.
    <Provider duration={Number.POSITIVE_INFINITY} swipeDirection="right" swipeThreshold={50}>
      {shown && (
        <Root
          key={id}
          className="toast"
          open={open}
          onOpenChange={turn}
          data-failed={shown.failed || undefined}
          ref={toast}
        >
          <Title className="toast-title">
            {shown.failed ? <ErrorIcon /> : <span className="mark-dot" />}
            {shown.title}
          </Title>
          <Description className="toast-text">{shown.text}</Description>
          <Close className="toast-close" aria-label="Close">
            <Cross />
          </Close>
        </Root>
      )}
      <Viewport className="toasts" ref={area} />
    </Provider>
  )
}
