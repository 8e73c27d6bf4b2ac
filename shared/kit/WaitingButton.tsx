import { Button, type ButtonProps, Spinner } from '@blueprintjs/core'

/** A button that shows progress text ('Sending...') and ignores clicks meanwhile. Blueprint's `loading` hides the text. */
export function WaitingButton(props: ButtonProps & { busy: boolean; busyText: string }) {
  const { busy, busyText, children, onClick, icon, ...rest } = props
  return (
    <Button
      {...rest}
      aria-disabled={busy || undefined}
      icon={busy ? <Spinner size={14} tagName="span" aria-hidden /> : icon}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? busyText : children}
    </Button>
  )
}
