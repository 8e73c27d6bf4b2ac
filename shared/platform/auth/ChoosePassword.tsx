import { useMutation, useQueryClient } from '@tanstack/react-query'
import { usePlatform } from '../../host/platform.ts'
import { reloadAdmin } from '../../host/session.ts'
import { EntryPage } from '../../kit/EntryPage.tsx'
import { PasswordField } from '../../kit/Field.tsx'
import { Form } from '../../kit/Form.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { toast } from '../../kit/toasts.ts'
import { HiddenUsername, NewPassword } from './NewPassword.tsx'
import { useLogout } from './useLogout.ts'

interface Passwords {
  password: string
  newPassword: string
}

/** Shown until a printed or given password has been replaced; the rest of the console stays closed. */
export const ChoosePassword = ({ username }: { username: string }) => (
  <EntryPage
    heading="Choose your password"
    note="You logged in with a temporary password. Choose one that only you know."
    foot={<Foot />}
  >
    <PasswordForm username={username} />
  </EntryPage>
)

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
    <Form form={form} byBrowser>
      <HiddenUsername username={username} />
      <PasswordField
        form={form}
        name="password"
        label="Password you were given"
        noun="the given password"
        autoComplete="current-password"
      />
      <NewPassword form={form} />
    </Form>
  )
}

function Foot() {
  const logout = useLogout({ quiet: true })
  return (
    <>
      Not now? <LinkButton onClick={() => logout.mutate()}>Logout</LinkButton>
    </>
  )
}
