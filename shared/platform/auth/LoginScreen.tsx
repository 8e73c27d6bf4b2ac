import { useState } from 'react'
import { usePlatform } from '../../host/platform.ts'
import { EntryPage } from '../../kit/EntryPage.tsx'
import { InputField, PasswordField, SendButton } from '../../kit/Field.tsx'
import { Form } from '../../kit/Form.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { Kbd } from '../../kit/Kbd.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { HttpError, serverMessageOr } from '../http/request.ts'
import { CodeForm } from './CodeForm.tsx'

interface Credentials {
  username: string
  password: string
}

/** Username and password, then a code if the account requires one. `onLoggedIn` opens the console once there is a session. */
export function LoginScreen({ onLoggedIn }: { onLoggedIn: () => Promise<void> }) {
  const { api } = usePlatform()
  // Kept for the second step: the server checks username, password and code together.
  const [credentials, setCredentials] = useState<Credentials>({ username: '', password: '' })
  const [needsCode, setNeedsCode] = useState(false)
  const login = async (input: Credentials & { code?: string }) => {
    await api.auth.login(input)
    await onLoggedIn()
  }
  const sendCredentials = async ({ username, password }: Credentials) => {
    const trimmed = { username: username.trim(), password }
    setCredentials(trimmed)
    try {
      await login(trimmed)
    } catch (error) {
      if (!isCodeError(error)) throw error
      setNeedsCode(true)
    }
  }
  const sendCode = async (code: string) => {
    try {
      await login({ ...credentials, code })
    } catch (error) {
      // The password was changed during the second step: return to the first one.
      if (error instanceof HttpError && error.status === 401 && !isCodeError(error)) setNeedsCode(false)
      throw error
    }
  }
  if (needsCode)
    return (
      <EntryPage heading="Admin Login" foot={<Foot needsCode />}>
        <CodeForm failure={failure} send={sendCode} onBack={() => setNeedsCode(false)} />
      </EntryPage>
    )
  return (
    <EntryPage
      heading="Admin Login"
      note="Enter your credentials to access the admin panel"
      foot={<Foot needsCode={false} />}
    >
      <CredentialsForm username={credentials.username} send={sendCredentials} />
    </EntryPage>
  )
}

const failure = {
  title: 'Login Failed',
  message: (error: unknown) => {
    if (!(error instanceof HttpError)) return 'Login failed. The server did not answer.'
    return serverMessageOr(error, error.status === 401 ? 'Invalid credentials' : 'Login failed')
  },
}

/** Whether only the code is missing or wrong. */
const isCodeError = (error: unknown) =>
  error instanceof HttpError && error.status === 401 && error.fields.code !== undefined

interface CredentialsFormProps {
  username: string
  send: (credentials: Credentials) => Promise<void>
}

function CredentialsForm({ username, send }: CredentialsFormProps) {
  const form = useConsoleForm({
    values: { username, password: '' },
    first: username ? 'password' : 'username',
    send,
    failure,
  })
  return (
    <Form form={form} byBrowser>
      <InputField
        form={form}
        name="username"
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <PasswordField
        form={form}
        name="password"
        label="Password"
        noun="password"
        autoComplete="current-password"
      />
      <SendButton form={form} busyText="Logging in..." endIcon={<Kbd keys="Enter" />}>
        Login
      </SendButton>
    </Form>
  )
}

function Foot({ needsCode }: { needsCode: boolean }) {
  const { server } = usePlatform()
  if (server)
    return (
      <>
        {server.label} <LinkButton onClick={server.change}>Use another server</LinkButton>{' '}
        {server.note && <span>{server.note}</span>}
      </>
    )
  return needsCode
    ? 'No code? Ask your server administrator to turn off two-step login.'
    : 'Forgot your password? Ask your server administrator for a new one.'
}
