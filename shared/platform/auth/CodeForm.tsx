import { useState } from 'react'
import { InputField, SendButton } from '../../kit/Field.tsx'
import { Form } from '../../kit/Form.tsx'
import { type FailureOf, useConsoleForm } from '../../kit/form.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'

interface Props {
  failure: FailureOf<{ code: string }>
  send: (code: string) => Promise<unknown>
  onBack: () => void
}

/** Second step of login: a code of the authenticator app, or a recovery code. */
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
  const form = useConsoleForm({
    values: { code: '' },
    first: 'code',
    send: ({ code }: { code: string }) => send(code),
    failure,
  })
  return (
    <Form form={form} byBrowser>
      <InputField
        form={form}
        name="code"
        label={recovery ? 'Recovery code' : 'Code'}
        note={
          recovery
            ? 'Enter one of your recovery codes. Each works once.'
            : 'Enter the code from your authenticator app.'
        }
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        // Room for pasted spaces, which the server ignores.
        maxLength={40}
        required
      />
      <SendButton form={form} busyText="Logging in...">
        Login
      </SendButton>
      <p className="sb-entry-ways">
        <LinkButton onClick={onToggle}>{recovery ? 'Use the app' : 'Use a recovery code'}</LinkButton>
        <LinkButton onClick={onBack}>Back</LinkButton>
      </p>
    </Form>
  )
}
