import type { KeyboardEvent, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { ConsoleForm } from './form.ts'

/** Ctrl+Enter or ⌘+Enter, without key repeat. */
const isSendKey = (event: KeyboardEvent) =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat

export interface FormProps<In extends FieldValues> {
  form: ConsoleForm<In>
  /** Only the button and Ctrl+Enter submit: Enter on a checkbox or radio must not send texts. */
  deliberate?: boolean
  /** Let the browser validate required fields. */
  byBrowser?: boolean
  className?: string
  children: ReactNode
}

/** A form of the console, made of `Field`s and a `SendButton`. */
export function Form<In extends FieldValues>(props: FormProps<In>) {
  const { form, deliberate = false, byBrowser = false, className, children } = props
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
