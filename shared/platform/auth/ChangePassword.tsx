import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { refresh, useAction } from '../../kit/data.ts'
import { DialogForm, InputField } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { toast } from '../../kit/toasts.ts'
import { HiddenUsername } from './NewPassword.tsx'
import { passwordHint } from './rules.ts'

const schema = z.object({ password: z.string(), newPassword: z.string() })

/** Changes the current admin's password, which requires the old one. */
export function ChangePassword({ username, onClose }: { username: string; onClose: () => void }) {
  const client = useQueryClient()
  const change = useAction({
    run: (api, values: z.infer<typeof schema>) => api.auth.changePassword(values),
    done: () => {
      toast.success('Settings Updated', 'Your password is changed')
      onClose()
      return refresh(client, ['auth', 'sessions'])
    },
    failure: null,
  })
  const form = useConsoleForm({
    schema,
    values: { password: '', newPassword: '' },
    first: 'password',
    send: change.mutateAsync,
    failure: { field: 'newPassword' },
  })
  return (
    <DialogForm
      form={form}
      byBrowser
      action="Change password"
      busyText="Changing..."
      back="Close"
      onBack={onClose}
    >
      <p>This signs you out on all other devices.</p>
      <HiddenUsername username={username} />
      <InputField
        form={form}
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
      />
      <InputField
        form={form}
        name="newPassword"
        label="New password"
        note={passwordHint}
        type="password"
        autoComplete="new-password"
        maxLength={256}
        required
      />
    </DialogForm>
  )
}
