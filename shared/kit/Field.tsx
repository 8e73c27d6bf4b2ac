import { Button, DialogBody, DialogFooter, FormGroup, type Intent } from '@blueprintjs/core'
import type { KeyboardEvent, ReactNode } from 'react'
import type { FieldPath, FieldValues, RefCallBack } from 'react-hook-form'
import { Form, type FormProps } from './Form.tsx'
import type { ConsoleForm } from './form.ts'
import { WaitingButton } from './WaitingButton.tsx'

/** What a control of Blueprint's takes to be a field of a form. */
interface FieldInput {
  id: string
  name: string
  inputRef: RefCallBack
  'aria-invalid': true | undefined
  onChange: (event: { target: unknown; type?: string }) => void
  onBlur: (event: { target: unknown; type?: string }) => void
}

/** One field with its name above it and, below, its error or a note. */
export function Field<In extends FieldValues>({
  form,
  name,
  label,
  note,
  error = form.errorOf(name),
  children,
}: {
  form: ConsoleForm<In>
  name: FieldPath<In>
  label?: ReactNode
  note?: ReactNode
  /** Where it is told while somebody types, and not only once they tried to send. */
  error?: string | undefined
  children: (input: FieldInput & { intent: Intent }) => ReactNode
}) {
  const input = fieldInput(form, name)
  const intent = error ? 'danger' : 'none'
  return (
    <FormGroup
      label={label}
      labelFor={label ? input.id : undefined}
      intent={intent}
      helperText={error ? <span role="alert">{error}</span> : note}
    >
      {children({ ...input, intent, 'aria-invalid': error ? true : undefined })}
    </FormGroup>
  )
}

/** The same for a field that is not drawn as `Field` draws it: a tick, a radio. */
export function fieldInput<In extends FieldValues>(form: ConsoleForm<In>, name: FieldPath<In>): FieldInput {
  const { ref, onChange, onBlur } = form.input(name)
  return {
    id: `${form.id}-${name}`,
    name,
    inputRef: ref,
    'aria-invalid': form.errorOf(name) ? true : undefined,
    onChange,
    onBlur,
  }
}

/** Keeps a held Enter on the button from pressing it again and again. */
const ignoreRepeats = (event: KeyboardEvent) => {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
}

interface SendProps<In extends FieldValues> {
  form: ConsoleForm<In>
  busyText: string
  intent?: Intent
  disabled?: boolean
  endIcon?: React.JSX.Element
  children: ReactNode
}

/** Sends the form, wherever it stands, and says so while it does. */
export function SendButton<In extends FieldValues>({
  form,
  intent = 'primary',
  disabled = false,
  ...props
}: SendProps<In>) {
  return (
    <WaitingButton
      {...props}
      type="submit"
      form={form.id}
      intent={intent}
      busy={form.busy}
      disabled={disabled && !form.busy}
      onKeyDown={ignoreRepeats}
    />
  )
}

/** A form that fills a dialog: what it asks, and below it the way back and the way on. */
export function DialogForm<In extends FieldValues>({
  form,
  byBrowser,
  action,
  busyText,
  intent,
  back,
  onBack,
  children,
}: Pick<FormProps<In>, 'form' | 'byBrowser' | 'children'> &
  Pick<SendProps<In>, 'busyText' | 'intent'> & {
    action: string
    back: string
    onBack: () => void
  }) {
  return (
    <Form form={form} byBrowser={byBrowser}>
      <DialogBody>{children}</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onBack}>{back}</Button>
            <SendButton form={form} intent={intent} busyText={busyText}>
              {action}
            </SendButton>
          </>
        }
      />
    </Form>
  )
}
