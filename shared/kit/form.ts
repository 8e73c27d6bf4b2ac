import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type BaseSyntheticEvent, useCallback, useEffect, useId, useRef } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type PathValue,
  type UseFormRegisterReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { failureText, HttpError } from '../http/request.ts'
import { toast } from './toasts.ts'

type Schema<In extends FieldValues, Out> = z.core.$ZodType<Out, In>

/** Where a failure is told that the server lays to no field of the form. */
export type FailureOf<In extends FieldValues> =
  | { field: FieldPath<In> }
  | { title: string; words: (error: unknown) => string }

export interface FormOptions<In extends FieldValues, Out> {
  /** None where the browser's own checks are all there is: the screens before the console load no zod. */
  schema?: Schema<In, Out>
  /** What the fields hold at first; where a store keeps them, what they hold now. */
  values: In
  /** Keeps what is typed, where more than this form shows it or it outlives the form. */
  onEdit?: (values: In) => void
  /** Through an action, which hears that the session is over. What it throws is told as `failure` says. */
  send: (values: Out) => Promise<unknown>
  /** Null where `send` tells it itself and throws nothing. */
  failure: FailureOf<In> | null
  /** The field that is ready to be typed in when the form appears, unless another of its own has the focus. */
  first?: FieldPath<In>
  /** Where the sending outlives the form. */
  busy?: boolean
}

export interface ConsoleForm<In extends FieldValues> {
  id: string
  busy: boolean
  /** Checks, then sends, once however often it is called; the first wrong field takes the focus. */
  submit: (event?: BaseSyntheticEvent) => Promise<void>
  input: (name: FieldPath<In>) => UseFormRegisterReturn
  errorOf: (name: FieldPath<In>) => string | undefined
  focus: (name: FieldPath<In>) => void
}

/** One form of the console: its rules, what it sends, and how both can go wrong. Drawn by `Form` or `EntryForm`. */
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

  const { getValues, setValue } = form
  const { keep, focus } = useElements<FieldPath<In>>()

  useEffect(() => {
    const inside = document.getElementById(id)?.contains(document.activeElement)
    if (first && !inside) focus(first)
  }, [first, focus, id])

  // Another form may show the same words, and what was sent is emptied where it is kept.
  useEffect(() => {
    for (const [key, value] of Object.entries(values)) {
      const name = key as FieldPath<In>
      if (onEdit && getValues(name) !== value) setValue(name, value as PathValue<In, typeof name>)
    }
  }, [getValues, setValue, onEdit, values])

  const showAt = (name: FieldPath<In>, message: string) => {
    form.setError(name, { type: 'server', message })
    focus(name, { select: true })
  }
  const tell = (error: unknown) => {
    const named = Object.entries(error instanceof HttpError ? error.fields : {})
    const known = named.filter(([name]) => name in values).toReversed()
    for (const [name, message] of known) showAt(name as FieldPath<In>, message)
    if (known.length > 0 || !failure) return
    if ('field' in failure) showAt(failure.field, failureText(error))
    else toast.failure(failure.title, failure.words(error))
  }
  const submit = async (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    if (busy || sending.current) return
    sending.current = true
    try {
      await form.handleSubmit((valid) => send(valid).then(() => {}, tell))(event)
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
        onEdit?.(getValues())
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

/** The element of each field. Focus goes there at once: the library waits a moment, in which a key would be lost. */
function useElements<Name extends string>() {
  const elements = useRef(new Map<Name, HTMLElement>())
  const keep = (name: Name, element: HTMLElement | null) => {
    // Of several radios the first.
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
