import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type BaseSyntheticEvent, useCallback, useEffect, useId, useRef } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type PathValue,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { failureText, HttpError, serverMessageOr } from '../platform/http/request.ts'
import { toast } from './toasts.ts'

type Schema<In extends FieldValues, Out> = z.core.$ZodType<Out, In>

/** Where an error without a known field is shown: at a field, or as a toast. */
export type FailureOf<In extends FieldValues> =
  | { field: FieldPath<In> }
  | { title: string; message: (error: unknown) => string }
  /** `fallback`: shown if the server gives no reason. */
  | { title: string; fallback: string }

export interface FormOptions<In extends FieldValues, Out> {
  /** Absent where the browser validates, as at login. */
  schema?: Schema<In, Out>
  /** Initial values; with `onEdit`, the current values from the store. */
  values: In
  /** Stores the values on each edit, if they outlive the form. */
  onEdit?: (values: In) => void
  /** Use a mutation, so that an expired session is noticed. Errors are shown with the words of `failure`. */
  send: (values: Out) => Promise<unknown>
  /** Null if `send` shows its errors itself. */
  failure: FailureOf<In> | null
  /** Field to focus when the form appears, unless the person already uses the form or types beside it. */
  first?: FieldPath<In>
  /** Overrides the state, if sending outlives the form. */
  busy?: boolean
}

export interface ConsoleForm<In extends FieldValues> {
  id: string
  busy: boolean
  /** Validates and sends; calls while sending are ignored. The first invalid field gets the focus. */
  submit: (event?: BaseSyntheticEvent) => Promise<void>
  input: (name: FieldPath<In>) => UseFormRegisterReturn
  errorOf: (name: FieldPath<In>) => string | undefined
  focus: (name: FieldPath<In>) => void
}

/** State and behaviour of a form, rendered by `Form`. */
export function useConsoleForm<In extends FieldValues, Out>(options: FormOptions<In, Out>): ConsoleForm<In> {
  const { schema, values, onEdit, send, failure, first } = options
  const id = useId()
  const form = useForm<In, unknown, Out>({
    ...(schema && { resolver: standardSchemaResolver(schema) }),
    defaultValues: values as DefaultValues<In>,
    reValidateMode: 'onSubmit',
  })
  const { isSubmitting } = form.formState
  const busy = options.busy ?? isSubmitting
  const sending = useRef(false)

  const { keep, focus } = useElements<FieldPath<In>>()

  useFirstFocus(id, first, focus)
  useStoredValues(form, values, onEdit)

  const showAt = (name: FieldPath<In>, message: string) => {
    form.setError(name, { type: 'server', message })
    focus(name, { select: true })
  }
  const showError = (error: unknown) => {
    const named = Object.entries(error instanceof HttpError ? error.fields : {})
    const known = named.filter(([name]) => name in values).toReversed()
    for (const [name, message] of known) showAt(name as FieldPath<In>, message)
    if (known.length > 0 || !failure) return
    if ('field' in failure) showAt(failure.field, failureText(error))
    else if ('fallback' in failure) toast.failure(failure.title, serverMessageOr(error, failure.fallback))
    else toast.failure(failure.title, failure.message(error))
  }
  const submit = async (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    if (busy || sending.current) return
    sending.current = true
    try {
      await form.handleSubmit((valid) => send(valid).then(() => {}, showError))(event)
    } finally {
      sending.current = false
    }
  }
  return {
    id,
    busy,
    submit,
    input: (name) => {
      const onChange = () => {
        form.clearErrors(name)
        onEdit?.(form.getValues())
      }
      const { ref, ...registered } = form.register(name, { onChange })
      return { ...registered, ref: (element) => ref(keep(name, element)) }
    },
    errorOf: (name) => {
      const message = form.getFieldState(name, form.formState).error?.message
      return message === undefined ? undefined : String(message)
    },
    focus,
  }
}

/** Where people type. A ticked box that opens a form keeps nothing from it. */
const TYPED_IN = 'textarea, select, input:not([type=radio], [type=checkbox])'

/**
 * Focuses the first field when the form appears, unless the focus is already inside the form. A form that loads late
 * must not take the keys of a field beside it, in the same dialog or page: Enter would send the wrong form.
 */
function useFirstFocus<Name extends string>(
  id: string,
  first: Name | undefined,
  focus: (name: Name) => void,
) {
  useEffect(() => {
    const form = document.getElementById(id)
    const active = document.activeElement
    const around = form?.closest('[role=dialog], [role=alertdialog], main')
    const isTaken = form?.contains(active) || (around?.contains(active) && active?.matches(TYPED_IN))
    if (first && !isTaken) focus(first)
  }, [first, focus, id])
}

/** Copies values from the store: another form may show the same ones, or they are cleared after sending. */
function useStoredValues<In extends FieldValues, Out>(
  { getValues, setValue }: UseFormReturn<In, unknown, Out>,
  values: In,
  onEdit: FormOptions<In, Out>['onEdit'],
) {
  useEffect(() => {
    if (!onEdit) return
    for (const [key, value] of Object.entries(values)) {
      const name = key as FieldPath<In>
      if (getValues(name) !== value) setValue(name, value as PathValue<In, typeof name>)
    }
  }, [getValues, setValue, onEdit, values])
}

/** Elements by field name. Focuses synchronously: react-hook-form waits, and a key pressed meanwhile would be lost. */
function useElements<Name extends string>() {
  const elements = useRef(new Map<Name, HTMLElement>())
  const keep = (name: Name, element: HTMLElement | null) => {
    // Radios: keep the first one.
    if (element && !elements.current.get(name)?.isConnected) elements.current.set(name, element)
    return element
  }
  const focus = useCallback((name: Name, { select = false } = {}) => {
    const element = elements.current.get(name)
    element?.focus()
    if (select && element instanceof HTMLInputElement) element.select()
  }, [])
  return { keep, focus }
}
