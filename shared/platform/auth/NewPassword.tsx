import { PasswordField, SendButton } from '../../kit/Field.tsx'
import type { ConsoleForm } from '../../kit/form.ts'
import { passwordHint } from './rules.ts'

/** Password managers store a password under its username. */
export const HiddenUsername = ({ username }: { username: string }) => (
  <input type="text" autoComplete="username" value={username} readOnly hidden />
)

/** The end of a form that sets a password: the field `newPassword` with its rule, and the button. */
export const NewPassword = ({ form }: { form: ConsoleForm<{ newPassword: string }> }) => (
  <>
    <PasswordField
      form={form}
      name="newPassword"
      label="New password"
      note={passwordHint}
      noun="the new password"
      autoComplete="new-password"
      maxLength={256}
    />
    <SendButton form={form} busyText="Setting password...">
      Set password
    </SendButton>
  </>
)
