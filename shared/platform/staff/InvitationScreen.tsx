import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { loginPath } from '../../host/addresses.ts'
import { usePlatform } from '../../host/platform.ts'
import { EntryPage } from '../../kit/EntryPage.tsx'
import { Form } from '../../kit/Form.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { HiddenUsername, NewPassword } from '../auth/NewPassword.tsx'
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
  if (opened.error) return <Ended error={opened.error} />
  const username = opened.data?.username
  return (
    <EntryPage
      heading="Choose your password"
      note={username && `Welcome, ${username}. You log in with this name and your password.`}
    >
      {username && <PasswordForm username={username} token={token} onLoggedIn={onLoggedIn} />}
    </EntryPage>
  )
}

function Ended({ error }: { error: Error }) {
  const { route } = usePlatform()
  const reason = serverMessageOr(error, 'The server did not answer. Reload the page to try again.')
  return (
    <EntryPage heading="Choose your password" note={<span role="alert">{reason}</span>}>
      <LinkButton onClick={() => route.set(loginPath)}>Go to login</LinkButton>
    </EntryPage>
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
    <Form form={form} byBrowser>
      <HiddenUsername username={username} />
      <NewPassword form={form} />
    </Form>
  )
}
