import {
  Button,
  DialogBody,
  DialogFooter,
  FormGroup,
  HTMLSelect,
  InputGroup,
  type InputGroupProps,
  type Intent,
} from '@blueprintjs/core'
import { EyeOff, EyeOpen } from '@blueprintjs/icons'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { FieldPath, FieldValues, RefCallBack } from 'react-hook-form'
import { Form, type FormProps } from './Form.tsx'
import type { ConsoleForm } from './form.ts'
import { WaitingButton } from './WaitingButton.tsx'

/** Props that connect a Blueprint control to a form field. */
interface FieldInput {
  id: string
  name: string
  inputRef: RefCallBack
  'aria-invalid': true | undefined
  'aria-describedby'?: string | undefined
  onChange: (event: { target: unknown; type?: string }) => void
  onBlur: (event: { target: unknown; type?: string }) => void
}

interface FieldProps<In extends FieldValues> {
  form: ConsoleForm<In>
  name: FieldPath<In>
  label?: ReactNode
  note?: ReactNode
}

/** A field with its label above and its error or note below. */
export function Field<In extends FieldValues>({
  form,
  name,
  label,
  note,
  error = form.errorOf(name),
  children,
}: FieldProps<In> & {
  /** Error that shows while typing, not only after a submit. */
  error?: string | undefined
  children: (input: FieldInput & { intent: Intent }) => ReactNode
}) {
  const input = fieldInput(form, name)
  const intent = error ? 'danger' : 'none'
  const help = error || note
  const helpId = help ? `${input.id}-help` : undefined
  return (
    <FormGroup
      label={label}
      labelFor={label ? input.id : undefined}
      intent={intent}
      helperText={
        help && (
          <div id={helpId} role={error ? 'alert' : undefined}>
            {help}
          </div>
        )
      }
    >
      {children({
        ...input,
        intent,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': helpId,
      })}
    </FormGroup>
  )
}

type OfInput =
  | 'type'
  | 'inputMode'
  | 'placeholder'
  | 'required'
  | 'disabled'
  | 'maxLength'
  | 'autoCapitalize'
  | 'autoComplete'
  | 'spellCheck'
  | 'rightElement'
type InputFieldProps<In extends FieldValues> = FieldProps<In> & Pick<InputGroupProps, OfInput>

/** A field of one line, which browsers do not fill in by themselves. */
export const InputField = <In extends FieldValues>({
  form,
  name,
  label,
  note,
  ...given
}: InputFieldProps<In>) => (
  <Field form={form} name={name} label={label} note={note}>
    {(input) => <InputGroup autoComplete="off" {...input} {...given} />}
  </Field>
)

/** A password with a button that shows it. `noun` is its name in the label of the button: `password`. */
export function PasswordField<In extends FieldValues>({
  noun,
  ...field
}: InputFieldProps<In> & { noun: string }) {
  const [shown, setShown] = useState(false)
  return (
    <InputField
      {...field}
      type={shown ? 'text' : 'password'}
      required
      rightElement={
        <Button
          variant="minimal"
          aria-label={`${shown ? 'Hide' : 'Show'} ${noun}`}
          icon={shown ? <EyeOff title={false} /> : <EyeOpen title={false} />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

/** A field with one of several options. */
export const SelectField = <In extends FieldValues>({
  disabled,
  children,
  ...field
}: FieldProps<In> & { disabled?: boolean; children: ReactNode }) => (
  <Field {...field}>
    {({ inputRef, intent: _, ...input }) => (
      <HTMLSelect {...input} ref={inputRef} fill disabled={disabled}>
        {children}
      </HTMLSelect>
    )}
  </Field>
)

/** The same for checkboxes and radios, which `Field` does not render. */
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

/** Ignores key repeat: a held Enter would press the button many times. */
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

/** Submits its form, also from outside of it; shows progress while sending. */
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

interface DialogFormProps<In extends FieldValues>
  extends Pick<FormProps<In>, 'form' | 'byBrowser' | 'children'>,
    Pick<SendProps<In>, 'busyText' | 'intent'> {
  action: string
  back: string
  onBack: () => void
}

/** A form in a dialog, with cancel and submit buttons below. */
export function DialogForm<In extends FieldValues>(props: DialogFormProps<In>) {
  const { form, byBrowser, action, busyText, intent, back, onBack, children } = props
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
