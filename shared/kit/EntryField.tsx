import { EyeOff, EyeOpen } from '@blueprintjs/icons'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import type { ConsoleForm } from './form.ts'

interface Props<In extends FieldValues> extends Omit<ComponentProps<'input'>, 'form' | 'name'> {
  form: ConsoleForm<In>
  name: FieldPath<In>
  label: string
  /** Element at the end of the input, inside its frame. */
  endElement?: ReactNode
}

/** A field of the login screens. Plain elements, because Blueprint is not loaded yet. */
export function EntryField<In extends FieldValues>(props: Props<In>) {
  const { form, name, label, endElement, className = '', 'aria-describedby': described, ...rest } = props
  const error = form.errorOf(name)
  const errorId = `${name}-error`
  const input = (
    <input
      {...rest}
      {...form.input(name)}
      id={name}
      className={`sb-entry-input ${className}`}
      aria-invalid={error ? true : undefined}
      aria-describedby={[error && errorId, described].filter(Boolean).join(' ') || undefined}
    />
  )
  return (
    <>
      <label className="sb-entry-label" htmlFor={name}>
        {label}
      </label>
      {endElement ? (
        <div className="sb-entry-password">
          {input}
          {endElement}
        </div>
      ) : (
        input
      )}
      {error && (
        <p className="sb-entry-error" role="alert" id={errorId}>
          {error}
        </p>
      )}
    </>
  )
}

/** A password field with a button that shows the password. */
export function EntryPassword<In extends FieldValues>({
  fieldName,
  ...field
}: Props<In> & {
  /** Name of the field in the label of the button: `password`. */
  fieldName: string
}) {
  const [shown, setShown] = useState(false)
  return (
    <EntryField
      {...field}
      type={shown ? 'text' : 'password'}
      required
      endElement={
        <button
          type="button"
          className="sb-entry-eye"
          aria-label={`${shown ? 'Hide' : 'Show'} ${fieldName}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={16} title={false} /> : <EyeOpen size={16} title={false} />}
        </button>
      }
    />
  )
}

interface EntryButtonProps {
  form: { busy: boolean }
  busyText: string
  disabled?: boolean
  children: ReactNode
}

/** Submits the form; shows progress while sending. */
export function EntryButton({ form, busyText, disabled, children }: EntryButtonProps) {
  return (
    <button
      className="sb-entry-button"
      type="submit"
      disabled={disabled}
      aria-disabled={form.busy || undefined}
    >
      {form.busy ? busyText : children}
    </button>
  )
}

interface EntryNewPasswordProps<In extends FieldValues> {
  form: ConsoleForm<In>
  hint: string
}

/** The end of a form that sets a password: the field `newPassword`, its rule and the button. */
export function EntryNewPassword<In extends FieldValues>({ form, hint }: EntryNewPasswordProps<In>) {
  return (
    <>
      <EntryPassword
        form={form}
        name={'newPassword' as FieldPath<In>}
        label="New password"
        fieldName="the new password"
        autoComplete="new-password"
        maxLength={256}
        aria-describedby="password-hint"
      />
      <p className="sb-entry-hint" id="password-hint">
        {hint}
      </p>
      <EntryButton form={form} busyText="Setting password...">
        Set password
      </EntryButton>
    </>
  )
}
