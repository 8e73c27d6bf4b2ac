import './toasts.css'
import { Error as ErrorIcon, InfoSign, SmallCross, TickCircle } from '@blueprintjs/icons'
import * as Radix from '@radix-ui/react-toast'
import { closeToast, type Toast, useToasts } from './toasts.ts'
import { useToastArea } from './useToastArea.ts'

const icons = { success: TickCircle, failure: ErrorIcon, note: InfoSign }

/**
 * The notification area: at most one toast, in a strip that every screen and dialog leaves free, so that it covers
 * nothing. F8 focuses it, a swipe of 50 px to the right closes it. Blueprint's toaster has neither, and it interrupts a
 * screen reader for each success.
 */
export function Toaster() {
  const current = useToasts((state) => state.current)
  const { area, toast, closed } = useToastArea(current ?? undefined, closeToast)
  const close = (id: number) => {
    closed()
    closeToast(id)
  }
  return (
    // Infinity turns off Radix's timer, which stays paused after a toast closes under the pointer.
    <Radix.Provider
      label="Notification"
      duration={Number.POSITIVE_INFINITY}
      swipeDirection="right"
      swipeThreshold={50}
    >
      {current && <OneToast key={current.id} toast={current} toastRef={toast} onClose={close} />}
      <Radix.Viewport className="sb-toasts" hotkey={['F8']} label="Notifications ({hotkey})" ref={area} />
    </Radix.Provider>
  )
}

interface Props {
  toast: Toast
  toastRef: (element: HTMLElement | null) => void
  onClose: (id: number) => void
}

function OneToast({ toast, toastRef, onClose }: Props) {
  const Icon = icons[toast.tone]
  return (
    <Radix.Root
      className="sb-toast"
      data-tone={toast.tone}
      type={toast.tone === 'failure' ? 'foreground' : 'background'}
      onOpenChange={(open) => !open && onClose(toast.id)}
      ref={toastRef}
    >
      <Icon className="sb-toast-icon" size={16} aria-hidden title={false} />
      <div className="sb-toast-words">
        <Radix.Title className="sb-toast-title">{toast.title}</Radix.Title>
        {toast.description && (
          <Radix.Description className="sb-toast-text">{toast.description}</Radix.Description>
        )}
        {toast.count && <p className="sb-toast-count">{toast.count}</p>}
      </div>
      {toast.action && (
        <Radix.Action className="sb-toast-action" altText={toast.action.label} onClick={toast.action.run}>
          {toast.action.label}
        </Radix.Action>
      )}
      <Radix.Close className="sb-toast-close" aria-label="Close">
        <SmallCross size={16} title={false} />
      </Radix.Close>
    </Radix.Root>
  )
}
