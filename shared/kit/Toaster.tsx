import './toasts.css'
import { Error as ErrorIcon, InfoSign, SmallCross, TickCircle } from '@blueprintjs/icons'
import * as Radix from '@radix-ui/react-toast'
import { closeToast, type Toast, useToasts } from './toasts.ts'

const icons = { success: TickCircle, failure: ErrorIcon, note: InfoSign }

/** The notification area: one toast at most, F8 goes there, a swipe of 50 px to the right closes. */
export function Toaster() {
  const current = useToasts((state) => state.current)
  return (
    <Radix.Provider label="Notification" duration={5000} swipeDirection="right" swipeThreshold={50}>
      {current && <OneToast key={current.id} toast={current} />}
      <Radix.Viewport className="sb-toasts" hotkey={['F8']} label="Notifications ({hotkey})" />
    </Radix.Provider>
  )
}

function OneToast({ toast }: { toast: Toast }) {
  const Icon = icons[toast.tone]
  return (
    <Radix.Root
      className="sb-toast"
      data-tone={toast.tone}
      duration={toast.duration}
      type={toast.tone === 'failure' ? 'foreground' : 'background'}
      onOpenChange={(open) => !open && closeToast(toast.id)}
    >
      <Icon className="sb-toast-icon" size={16} aria-hidden title={false} />
      <div>
        <Radix.Title className="sb-toast-title">{toast.title}</Radix.Title>
        {toast.description && (
          <Radix.Description className="sb-toast-text">{toast.description}</Radix.Description>
        )}
      </div>
      <Radix.Close className="sb-toast-close" aria-label="Close">
        <SmallCross size={16} title={false} />
      </Radix.Close>
    </Radix.Root>
  )
}
