import '../../kit/entry.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { brand } from '../../brand.ts'
import { loginPath } from '../../host/addresses.ts'
import { usePlatform } from '../../host/platform.ts'
import { EntryNewPassword } from '../../kit/EntryField.tsx'
import { Form } from '../../kit/Form.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { passwordHint } from '../auth/rules.ts'
import { HttpError, serverMessageOr } from '../http/request.ts'

interface Props {
  /** Opens the console once there is a session. */
  onLoggedIn: () => Promise<void>
}

/** The page of a one-time link: choose a password, then the console opens. The token is the fragment of the address. */
export function InvitationScreen({ onLoggedIn }: Props) {
  const { api } = usePlatform()
  const [token] = useState(() => location.hash.slice(1))
  const opened = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.staff.openLink({ token }),
    gcTime: 0,
  })
  return (
    <main className="sb-entry">
      <title>{`Choose your password · ${brand.adminAreaName}`}</title>
      <div className="sb-entry-form">
        <p className="sb-brand sb-entry-brand">{brand.name}</p>
        <h1 className="sb-display sb-entry-title">Choose your password</h1>
        {opened.error && <Ended error={opened.error} />}
        {opened.data && (
          <PasswordForm username={opened.data.username} token={token} onLoggedIn={onLoggedIn} />
        )}
      </div>
    </main>
  )
}

function Ended({ error }: { error: Error }) {
  const { route } = usePlatform()
  return (
    <div className="sb-entry-fields">
      <p className="sb-entry-note" role="alert">
        {serverMessageOr(error, 'The server did not answer. Reload the page to try again.')}
      </p>
      <button type="button" className="sb-entry-server" onClick={() => route.set(loginPath)}>
        Go to login
      </button>
    </div>
  )
}

function PasswordForm({ username, token, onLoggedIn }: Props & { username: string; token: string }) {
  const { api, route } = usePlatform()
  const form = useConsoleForm({
    values: { newPassword: '' },
    first: 'newPassword',
    send: async ({ newPassword }: { newPassword: string }) => {
      const { loggedIn } = await api.staff.choosePassword({ token, newPassword })
      if (loggedIn) await onLoggedIn()
      else route.set(loginPath)
    },
    failure: {
      title: 'Not set',
      message: (error) =>
        error instanceof HttpError
          ? serverMessageOr(error, 'Failed to set it')
          : 'The server did not answer.',
    },
  })
  return (
    <Form form={form} byBrowser className="sb-entry-fields">
      <p className="sb-entry-note">Welcome, {username}. You log in with this name and your password.</p>
      {/* Password managers store a password under its username. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <EntryNewPassword form={form} hint={passwordHint} />
    </Form>
  )
}
