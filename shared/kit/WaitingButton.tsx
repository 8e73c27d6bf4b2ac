import { Button, type ButtonProps, Spinner } from '@blueprintjs/core'

/**
 * A button that says what it is doing ('Sending...') and ignores clicks meanwhile. Blueprint's own `loading`
 * would hide the words.
 */
export function WaitingButton({
  busy,
  busyText,
  children,
  onClick,
  icon,
  ...props
}: ButtonProps & { busy: boolean; busyText: string }) {
  return (
    <Button
      {...props}
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
