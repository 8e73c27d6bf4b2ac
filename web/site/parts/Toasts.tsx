import { Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { toastStore } from '../forms/toastStore.ts'
import { Bang, Cross } from './icons.tsx'

let shownOnce = false

/** Puts the notification area into the page, the first time. */
export function showToasts() {
  if (shownOnce) return
  shownOnce = true
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Toasts />)
}

/** The notification area: one at a time, 5 seconds, swiped right or closed, F8 to reach it. */
function Toasts() {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  const [open, setOpen] = useState(false)
  const id = shown?.id
  useEffect(() => setOpen(id !== undefined), [id])
  return (
    <Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {shown && (
        <Root
          key={id}
          className="toast"
          open={open}
          onOpenChange={setOpen}
          data-failed={shown.failed || undefined}
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
      <Viewport className="toasts" />
    </Provider>
  )
}
