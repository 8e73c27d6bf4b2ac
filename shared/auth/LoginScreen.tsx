import '../kit/entry.css'
import { EyeOff, EyeOpen } from '@blueprintjs/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { usePlatform } from '../admin/platform.ts'
import { loggedIn } from '../admin/session.ts'
import { brand } from '../brand.ts'
import { HttpError, messageOf } from '../http/request.ts'
import { toast } from '../kit/toasts.ts'

/** Username and password. Plain elements: this screen loads before the rest of the console. */
export function LoginScreen() {
  const platform = usePlatform()
  const client = useQueryClient()
  const [shown, setShown] = useState(false)
  const username = useRef<HTMLInputElement>(null)
  useEffect(() => username.current?.focus(), [])
  const login = useMutation({
    mutationFn: async (credentials: { username: string; password: string }) => {
      await platform.api.auth.login(credentials)
      await loggedIn(client, platform)
    },
    onError: (error) => {
      const fallback = error instanceof HttpError ? 'Invalid credentials' : 'The server did not answer.'
      toast.failure('Login Failed', messageOf(error, fallback))
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (login.isPending) return
    const form = new FormData(event.currentTarget)
    login.mutate({ username: String(form.get('username')).trim(), password: String(form.get('password')) })
  }
  return (
    <main className="sb-entry">
      <title>{`Admin Login · ${brand.adminAreaName}`}</title>
      <form className="sb-entry-form" onSubmit={submit}>
        <p className="sb-brand sb-entry-brand">{brand.name}</p>
        <h1 className="sb-display sb-entry-title">Admin Login</h1>
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
          ref={username}
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
        <button className="sb-entry-button" type="submit" aria-disabled={login.isPending || undefined}>
          {login.isPending ? 'Logging in...' : 'Login'}
          {!login.isPending && (
            <span className="sb-kbd" aria-hidden="true">
              ↵
            </span>
          )}
        </button>
      </form>
      <footer className="sb-entry-foot">
        {platform.server ? (
          <>
            {platform.server.label}{' '}
            <button type="button" className="sb-entry-server" onClick={platform.server.change}>
              Use another server
            </button>
            {platform.server.note && <span> {platform.server.note}</span>}
          </>
        ) : (
          'Forgotten it? Ask whoever set up your server for a new password.'
        )}
      </footer>
    </main>
  )
}
