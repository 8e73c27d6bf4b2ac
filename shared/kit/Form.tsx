import type { KeyboardEvent, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { ConsoleForm } from './form.ts'

/** Ctrl or ⌘ with Enter, once: a key that is held down repeats, and a repeat is no second wish. */
const isSendKey = (event: KeyboardEvent) =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat

export interface FormProps<In extends FieldValues> {
  form: ConsoleForm<In>
  /** Only its button and Ctrl+Enter send it: an Enter on a tick or a radio must text nobody. */
  deliberate?: boolean
  /** The browser itself refuses what is required and empty (specification, section 5). */
  byBrowser?: boolean
  className?: string
  children: ReactNode
}

/** A form of the console. Its fields are `Field`s, its button a `SendButton`; errors, waiting and keys are theirs. */
export function Form<In extends FieldValues>({
  form,
  deliberate = false,
  byBrowser = false,
  className,
  children,
}: FormProps<In>) {
  const keys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (isSendKey(event)) {
      event.preventDefault()
      event.currentTarget.requestSubmit()
    } else if (deliberate && event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
    }
  }
  return (
    <form id={form.id} className={className} noValidate={!byBrowser} onSubmit={form.submit} onKeyDown={keys}>
      {children}
    </form>
  )
}
