import type { ComponentProps, ReactNode } from 'react'
import { ErrorIcon } from '../parts/icons.tsx'

/** Attributes that link an input to its error. */
export const errorAttributes = (id: string, error: string | undefined) => ({
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error ? `${id}-error` : undefined,
})

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p className="error" id={`${id}-error`}>
      <ErrorIcon />
      {error}
    </p>
  )
}

/** A labelled input with its error. `note`: for example *required* or *optional*. */
export function Field(props: {
  id: string
  label: string
  note?: 'required' | 'optional'
  error: string | undefined
  children: ReactNode
}) {
  const { id, label, note, error, children } = props
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label} {note && <span className="field-note">{note}</span>}
      </label>
      {children}
      <FieldError id={id} error={error} />
    </div>
  )
}

/** Submit button. Keeps its width when the label changes, and keeps focus while it waits. */
export function SendButton({ busy, label, busyLabel }: { busy: boolean; label: string; busyLabel: string }) {
  return (
    <button
      className="button button-yes button-large button-send"
      type="submit"
      aria-disabled={busy || undefined}
    >
      <span className={busy ? 'away' : undefined} aria-hidden={busy || undefined}>
        {label}
      </span>
      <span className={busy ? undefined : 'away'} aria-hidden={!busy || undefined}>
        {busyLabel}
      </span>
    </button>
  )
}

/** Honeypot: a hidden field. The server drops submissions that fill it. */
export function Honeypot(input: Partial<ComponentProps<'input'>>) {
  return (
    <div className="unseen" aria-hidden="true">
      <label>
        Website <input name="website" {...input} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
