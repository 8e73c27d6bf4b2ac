import { useId, useState } from 'react'
import { EntryButton, EntryField } from '../kit/EntryField.tsx'
import { Form } from '../kit/Form.tsx'
import { type FailureOf, useConsoleForm } from '../kit/form.ts'

interface Props {
  failure: FailureOf<{ code: string }>
  send: (code: string) => Promise<unknown>
  onBack: () => void
}

/** The second step of a login: what the authenticator app shows, or a recovery code. Plain elements, like the first. */
export function CodeForm(props: Props) {
  const [recovery, setRecovery] = useState(false)
  const other = () => setRecovery(!recovery)
  // Another field, so that neither what was typed nor a phone's keyboard stays.
  return <OneCode key={recovery ? 'recovery' : 'code'} recovery={recovery} onOther={other} {...props} />
}

function OneCode({
  recovery,
  failure,
  send,
  onOther,
  onBack,
}: Props & { recovery: boolean; onOther: () => void }) {
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
          ? 'Enter one of the recovery codes you kept. Each works once.'
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
        // Spaces may be pasted: the server skips them.
        maxLength={40}
        aria-describedby={note}
        required
      />
      <EntryButton form={form} busyText="Logging in...">
        Login
      </EntryButton>
      <p className="sb-entry-ways">
        <button type="button" className="sb-entry-server" onClick={onOther}>
          {recovery ? 'Use the app' : 'Use a recovery code'}
        </button>
        <button type="button" className="sb-entry-server" onClick={onBack}>
          Back
        </button>
      </p>
    </Form>
  )
}
