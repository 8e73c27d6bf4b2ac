import { type ComponentProps, type FormEvent, useEffect, useId, useRef, useState } from 'react'

interface Props {
  busy: boolean
  /** The sentence about the last code, when it was wrong. */
  wrong: string | null
  onCode: (code: string) => void
  onBack: () => void
}

/** The second step of a login: what the authenticator app shows, or a recovery code. Plain elements, like the first. */
export function CodeForm({ busy, wrong, onCode, onBack }: Props) {
  const [recovery, setRecovery] = useState(false)
  const [note, error] = [useId(), useId()]
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const input = event.currentTarget.elements.namedItem('code') as HTMLInputElement
    // Should it be wrong, the next one is typed over it.
    input.focus()
    input.select()
    onCode(input.value)
  }
  return (
    <form className="sb-entry-fields" onSubmit={submit}>
      <p className="sb-entry-note" id={note}>
        {recovery
          ? 'Enter one of the recovery codes you kept. Each works once.'
          : 'Enter the code from your authenticator app.'}
      </p>
      <label className="sb-entry-label" htmlFor="code">
        {recovery ? 'Recovery code' : 'Code'}
      </label>
      <CodeInput
        // Another field, so that neither what was typed nor a phone's keyboard stays.
        key={recovery ? 'recovery' : 'code'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
        aria-describedby={wrong ? `${error} ${note}` : note}
        aria-invalid={wrong ? true : undefined}
      />
      {wrong && (
        <p className="sb-entry-error" role="alert" id={error}>
          {wrong}
        </p>
      )}
      <button className="sb-entry-button" type="submit" aria-disabled={busy || undefined}>
        {busy ? 'Logging in...' : 'Login'}
      </button>
      <p className="sb-entry-ways">
        <button type="button" className="sb-entry-server" onClick={() => setRecovery(!recovery)}>
          {recovery ? 'Use the app' : 'Use a recovery code'}
        </button>
        <button type="button" className="sb-entry-server" onClick={onBack}>
          Back
        </button>
      </p>
    </form>
  )
}

/** Ready to be typed in when it appears. Spaces may be pasted: the server skips them. */
function CodeInput(props: ComponentProps<'input'>) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <input
      {...props}
      ref={input}
      id="code"
      name="code"
      className="sb-entry-input sb-entry-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      required
    />
  )
}
