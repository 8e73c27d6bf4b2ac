import { InputGroup } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { refresh, useAction } from '../../kit/data.ts'
import { DialogForm, Field } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { toast } from '../../kit/toasts.ts'
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
      {/* Password managers store a password under its username. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Field form={form} name="password" label="Your password">
        {(input) => <InputGroup {...input} type="password" autoComplete="current-password" required />}
      </Field>
      <Field form={form} name="newPassword" label="New password" note={passwordHint}>
        {(input) => (
          <InputGroup {...input} type="password" autoComplete="new-password" maxLength={256} required />
        )}
      </Field>
    </DialogForm>
  )
}
