import { Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast'
import { useToastArea } from '@salonback/shared/kit/useToastArea.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { toastStore } from '../forms/toastStore.ts'
import { Bang, Cross } from './icons.tsx'

const DURATION = 5000

let shownOnce = false

/** Puts the notification area into the page, the first time. */
export function showToasts() {
  if (shownOnce) return
  shownOnce = true
  const place = document.body.appendChild(document.createElement('div'))
  // At once: whoever asked for it with F8 goes there next.
  flushSync(() => createRoot(place).render(<Toasts />))
}

/** The notification area: one at a time, 5 seconds, swiped right or closed, F8 to reach it. */
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
    // Radix's own clock stays stopped after a toast is closed under the pointer.
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
            {shown.failed ? <Bang /> : <span className="mark-dot" />}
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
