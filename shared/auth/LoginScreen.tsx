import '../kit/entry.css'
import { useState } from 'react'
import { brand } from '../brand.ts'
import { usePlatform } from '../host/platform.ts'
import { HttpError, serverMessageOr } from '../http/request.ts'
import { EntryButton, EntryField, EntryPassword } from '../kit/EntryField.tsx'
import { Form } from '../kit/Form.tsx'
import { useConsoleForm } from '../kit/form.ts'
import { CodeForm } from './CodeForm.tsx'

interface Credentials {
  username: string
  password: string
}

/**
 * Username and password, then the code where the account asks for one. Plain elements, because this loads
 * before the console's component library. `onLoggedIn` opens the console once there is a session.
 */
export function LoginScreen({ onLoggedIn }: { onLoggedIn: () => Promise<void> }) {
  const { api } = usePlatform()
  // Kept while the code is asked for: the server opens no session before all three are right.
  const [credentials, setCredentials] = useState<Credentials>({ username: '', password: '' })
  const [asked, setAsked] = useState(false)
  const login = async (words: Credentials & { code?: string }) => {
    await api.auth.login(words)
    await onLoggedIn()
  }
  const sendCredentials = async ({ username, password }: Credentials) => {
    const given = { username: username.trim(), password }
    setCredentials(given)
    try {
      await login(given)
    } catch (error) {
      if (!missesCode(error)) throw error
      setAsked(true)
    }
  }
  const sendCode = async (code: string) => {
    try {
      await login({ ...credentials, code })
    } catch (error) {
      // Name or password was wrong: back from the code to the first step.
      if (error instanceof HttpError && error.status === 401 && !missesCode(error)) setAsked(false)
      throw error
    }
  }
  return (
    <main className="sb-entry">
      <title>{`Admin Login · ${brand.adminAreaName}`}</title>
      <div className="sb-entry-form">
        <p className="sb-brand sb-entry-brand">{brand.name}</p>
        <h1 className="sb-display sb-entry-title">Admin Login</h1>
        {asked ? (
          <CodeForm failure={failure} send={sendCode} onBack={() => setAsked(false)} />
        ) : (
          <CredentialsForm before={credentials.username} send={sendCredentials} />
        )}
      </div>
      <Foot asked={asked} />
    </main>
  )
}

const failure = {
  title: 'Login Failed',
  words: (error: unknown) => {
    if (!(error instanceof HttpError)) return 'The server did not answer.'
    return serverMessageOr(error, error.status === 401 ? 'Invalid credentials' : 'Login failed')
  },
}

/** Whether a code is all that is missing, or wrong. */
const missesCode = (error: unknown) =>
  error instanceof HttpError && error.status === 401 && error.fields.code !== undefined

function CredentialsForm({
  before,
  send,
}: {
  before: string
  send: (credentials: Credentials) => Promise<void>
}) {
  const form = useConsoleForm({
    values: { username: before, password: '' },
    first: before ? 'password' : 'username',
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
        called="password"
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

function Foot({ asked }: { asked: boolean }) {
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
      ) : asked ? (
        'No code? Ask whoever set up your server to turn two-step login off.'
      ) : (
        'Forgotten it? Ask whoever set up your server for a new password.'
      )}
    </footer>
  )
}
