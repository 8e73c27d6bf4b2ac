import { useId, useState } from 'react'
import { EntryButton, EntryField } from '../../kit/EntryField.tsx'
import { Form } from '../../kit/Form.tsx'
import { type FailureOf, useConsoleForm } from '../../kit/form.ts'

interface Props {
  failure: FailureOf<{ code: string }>
  send: (code: string) => Promise<unknown>
  onBack: () => void
}

/** Second step of login: a code of the authenticator app, or a recovery code. Plain elements without Blueprint. */
export function CodeForm(props: Props) {
  const [recovery, setRecovery] = useState(false)
  const toggle = () => setRecovery(!recovery)
  // key: a new field resets the typed text and the phone's keyboard layout.
  return <CodeField key={recovery ? 'recovery' : 'code'} recovery={recovery} onToggle={toggle} {...props} />
}

function CodeField({
  recovery,
  failure,
  send,
  onToggle,
  onBack,
}: Props & { recovery: boolean; onToggle: () => void }) {
  const note = useId()
  const form = useConsoleForm({
    values: { code: '' },
    first: 'code',
    send: ({ code }: { code: string }) => send(code),
    failure,
  })
  return (
    <Form form={form} byBrowser className="sb-entry-fields">
      <p className="sb-entry-note" id={note}>
        {recovery
          ? 'Enter one of your recovery codes. Each works once.'
          : 'Enter the code from your authenticator app.'}
      </p>
      <EntryField
        form={form}
        name="code"
        label={recovery ? 'Recovery code' : 'Code'}
        className="sb-entry-code"
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        // Room for pasted spaces, which the server ignores.
        maxLength={40}
        aria-describedby={note}
        required
      />
      <EntryButton form={form} busyText="Logging in...">
        Login
      </EntryButton>
      <p className="sb-entry-ways">
        <button type="button" className="sb-entry-server" onClick={onToggle}>
          {recovery ? 'Use the app' : 'Use a recovery code'}
        </button>
        <button type="button" className="sb-entry-server" onClick={onBack}>
          Back
        </button>
      </p>
    </Form>
  )
}
