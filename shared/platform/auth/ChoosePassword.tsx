import '../../kit/entry.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { brand } from '../../brand.ts'
import { usePlatform } from '../../host/platform.ts'
import { reloadAdmin } from '../../host/session.ts'
import { EntryNewPassword, EntryPassword } from '../../kit/EntryField.tsx'
import { Form } from '../../kit/Form.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { toast } from '../../kit/toasts.ts'
import { passwordHint } from './rules.ts'
import { useLogout } from './useLogout.ts'

interface Passwords {
  password: string
  newPassword: string
}

/** Shown until a printed or given password has been replaced; the rest of the console stays closed. */
export function ChoosePassword({ username }: { username: string }) {
  return (
    <main className="sb-entry">
      <title>{`Choose your password · ${brand.adminAreaName}`}</title>
      <div className="sb-entry-form">
        <p className="sb-brand sb-entry-brand">{brand.name}</p>
        <h1 className="sb-display sb-entry-title">Choose your password</h1>
        <PasswordForm username={username} />
      </div>
      <Foot />
    </main>
  )
}

function PasswordForm({ username }: { username: string }) {
  const { api } = usePlatform()
  const client = useQueryClient()
  const choose = useMutation({
    mutationFn: async (passwords: Passwords) => {
      await api.auth.changePassword(passwords)
      await reloadAdmin(client, api)
    },
    onSuccess: () => toast.success('Settings Updated', 'Your password is changed'),
  })
  const form = useConsoleForm({
    values: { password: '', newPassword: '' },
    first: 'password',
    send: choose.mutateAsync,
    failure: { field: 'newPassword' },
  })
  return (
    <Form form={form} byBrowser className="sb-entry-fields">
      <p className="sb-entry-note">You logged in with a temporary password. Choose one that only you know.</p>
      {/* Password managers store a password under its username. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <EntryPassword
        form={form}
        name="password"
        label="Password you were given"
        fieldName="the given password"
        autoComplete="current-password"
      />
      <EntryNewPassword form={form} hint={passwordHint} />
    </Form>
  )
}

function Foot() {
  const logout = useLogout({ quiet: true })
  return (
    <footer className="sb-entry-foot">
      Not now?{' '}
      <button type="button" className="sb-entry-server" onClick={() => logout.mutate()}>
        Logout
      </button>
    </footer>
  )
}
