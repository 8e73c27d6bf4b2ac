import '../../kit/entry.css'
import { useState } from 'react'
import { brand } from '../../brand.ts'
import { usePlatform } from '../../host/platform.ts'
import { EntryButton, EntryField, EntryPassword } from '../../kit/EntryField.tsx'
import { Form } from '../../kit/Form.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { HttpError, serverMessageOr } from '../http/request.ts'
import { CodeForm } from './CodeForm.tsx'

interface Credentials {
  username: string
  password: string
}

/**
 * Username and password, then a code if the account requires one. Plain elements, because this loads before the console's
 * component library. `onLoggedIn` opens the console once there is a session.
 */
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
  return (
    <main className="sb-entry">
      <title>{`Admin Login · ${brand.adminAreaName}`}</title>
      <div className="sb-entry-form">
        <p className="sb-brand sb-entry-brand">{brand.name}</p>
        <h1 className="sb-display sb-entry-title">Admin Login</h1>
        {needsCode ? (
          <CodeForm failure={failure} send={sendCode} onBack={() => setNeedsCode(false)} />
        ) : (
          <CredentialsForm username={credentials.username} send={sendCredentials} />
        )}
      </div>
      <Foot needsCode={needsCode} />
    </main>
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
    <Form form={form} byBrowser className="sb-entry-fields">
      <p className="sb-entry-note">Enter your credentials to access the admin panel</p>
      <EntryField
        form={form}
        name="username"
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <EntryPassword
        form={form}
        name="password"
        label="Password"
        fieldName="password"
        autoComplete="current-password"
      />
      <EntryButton form={form} busyText="Logging in...">
        Login
        <span className="sb-kbd" aria-hidden="true">
          ↵
        </span>
      </EntryButton>
    </Form>
  )
}

function Foot({ needsCode }: { needsCode: boolean }) {
  const { server } = usePlatform()
  return (
    <footer className="sb-entry-foot">
      {server ? (
        <>
          {server.label}{' '}
          <button type="button" className="sb-entry-server" onClick={server.change}>
            Use another server
          </button>
          {server.note && <span> {server.note}</span>}
        </>
      ) : needsCode ? (
        'No code? Ask your server administrator to turn off two-step login.'
      ) : (
        'Forgot your password? Ask your server administrator for a new one.'
      )}
    </footer>
  )
}
