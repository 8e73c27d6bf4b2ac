import '../kit/entry.css'
import { EyeOff, EyeOpen } from '@blueprintjs/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { brand } from '../brand.ts'
import { usePlatform } from '../host/platform.ts'
import { loggedIn } from '../host/session.ts'
import { HttpError, messageOf } from '../http/request.ts'
import { toast } from '../kit/toasts.ts'
import { CodeForm } from './CodeForm.tsx'

interface Credentials {
  username: string
  password: string
}

/** Username and password, then the code where the account asks for one. Plain elements: this loads before the console. */
export function LoginScreen() {
  // Kept while the code is asked for: the server opens no session before all three are right.
  const [credentials, setCredentials] = useState<Credentials>({ username: '', password: '' })
  const [asked, setAsked] = useState(false)
  const login = useLogin(asked, setAsked)
  return (
    <main className="sb-entry">
      <title>{`Admin Login · ${brand.adminAreaName}`}</title>
      <div className="sb-entry-form">
        <p className="sb-brand sb-entry-brand">{brand.name}</p>
        <h1 className="sb-display sb-entry-title">Admin Login</h1>
        {asked ? (
          <CodeForm
            busy={login.isPending}
            wrong={login.wrongCode}
            onCode={(code) => login.mutate({ ...credentials, code })}
            onBack={() => setAsked(false)}
          />
        ) : (
          <CredentialsForm
            before={credentials.username}
            busy={login.isPending}
            onCredentials={(given) => {
              setCredentials(given)
              login.mutate(given)
            }}
          />
        )}
      </div>
      <Foot asked={asked} />
    </main>
  )
}

function useLogin(asked: boolean, setAsked: (asked: boolean) => void) {
  const platform = usePlatform()
  const client = useQueryClient()
  const login = useMutation({
    mutationFn: async (words: Credentials & { code?: string }) => {
      await platform.api.auth.login(words)
      await loggedIn(client, platform)
    },
    onError: (error) => {
      if (codeSentence(error)) return setAsked(true)
      // The words themselves were refused: there is nothing to ask a code for.
      if (error instanceof HttpError && error.status === 401) setAsked(false)
      const fallback = error instanceof HttpError ? 'Invalid credentials' : 'The server did not answer.'
      toast.failure('Login Failed', messageOf(error, fallback))
    },
  })
  const wrongCode = asked && login.variables?.code !== undefined ? codeSentence(login.error) : null
  return { mutate: login.mutate, isPending: login.isPending, wrongCode }
}

/** What the server says of the code, when that is all it misses. */
const codeSentence = (error: unknown) =>
  error instanceof HttpError && error.status === 401 ? (error.fields.code ?? null) : null

function CredentialsForm({
  before,
  busy,
  onCredentials,
}: {
  before: string
  busy: boolean
  onCredentials: (credentials: Credentials) => void
}) {
  const [shown, setShown] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => (before ? password : first).current?.focus(), [before])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    onCredentials({ username: String(form.get('username')).trim(), password: String(form.get('password')) })
  }
  return (
    <form className="sb-entry-fields" onSubmit={submit}>
      <p className="sb-entry-note">Enter your credentials to access the admin panel</p>
      <label className="sb-entry-label" htmlFor="username">
        Username
      </label>
      <input
        id="username"
        name="username"
        className="sb-entry-input"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={before}
        ref={first}
        required
      />
      <label className="sb-entry-label" htmlFor="password">
        Password
      </label>
      <div className="sb-entry-password">
        <input
          id="password"
          name="password"
          className="sb-entry-input"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          ref={password}
          required
        />
        <button
          type="button"
          className="sb-entry-eye"
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={16} title={false} /> : <EyeOpen size={16} title={false} />}
        </button>
      </div>
      <button className="sb-entry-button" type="submit" aria-disabled={busy || undefined}>
        {busy ? 'Logging in...' : 'Login'}
        {!busy && (
          <span className="sb-kbd" aria-hidden="true">
            ↵
          </span>
        )}
      </button>
    </form>
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
