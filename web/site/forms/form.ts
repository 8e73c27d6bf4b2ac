import type { FieldErrors } from '@salonback/shared/forms.ts'
import { useEffect, useRef } from 'react'
import {
  type FieldPath,
  type FieldValues,
  type FieldErrors as FormErrors,
  type Path,
  type PathValue,
  type Resolver,
  type ResolverResult,
  useForm,
} from 'react-hook-form'
import type { FilledIn } from './filled.ts'

/** Adapts a shared rule function to react-hook-form, so that form and server validate the same way. */
function resolverOf<Values extends FieldValues>(rules: (values: Values) => FieldErrors): Resolver<Values> {
  return (values): ResolverResult<Values> => {
    const found = Object.entries(rules(values)).filter(([, message]) => message)
    if (found.length === 0) return { values, errors: {} }
    const errors = Object.fromEntries(found.map(([field, message]) => [field, { type: 'rule', message }]))
    return { values: {}, errors: errors as FormErrors<Values> }
  }
}

/** Focuses the first invalid field after each failed submit. */
function useFocusOnError(attempts: number) {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempts === 0) return
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]')
    const input = wrong?.matches('fieldset, div') ? wrong.querySelector<HTMLElement>('input, button') : wrong
    input?.focus()
  }, [attempts])
  return element
}

/** A form validated on submit; typing clears the error of a field. `filled`: values typed before hydration. */
export function useRuledForm<Values extends FieldValues>(
  rules: (values: Values) => FieldErrors,
  filled: FilledIn,
) {
  const form = useForm<Values>({
    resolver: resolverOf(rules),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })
  const { getValues, setValue } = form
  // After the first render, which must match the prerendered page.
  useEffect(() => {
    for (const name of Object.keys(getValues()) as Path<Values>[]) {
      if (filled[name]) setValue(name, filled[name] as PathValue<Values, Path<Values>>)
    }
  }, [getValues, setValue, filled])
  const element = useFocusOnError(form.formState.submitCount)
  const field = (name: FieldPath<Values>) => form.register(name, { onChange: () => form.clearErrors(name) })
  const errorOf = (name: FieldPath<Values>) => {
    const message = form.getFieldState(name, form.formState).error?.message
    return message === undefined ? undefined : String(message)
  }
  const showErrors = (errors: Record<string, string>) => {
    for (const [name, message] of Object.entries(errors)) {
      form.setError(name as FieldPath<Values>, { type: 'server', message })
    }
  }
  return { form, element, field, errorOf, showErrors, busy: form.formState.isSubmitting }
}
