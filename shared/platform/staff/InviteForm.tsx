import { InputGroup, Radio } from '@blueprintjs/core'
import { z } from 'zod'
import { useAction, useRead } from '../../kit/data.ts'
import { DialogForm, Field, fieldInput } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { Role } from '../auth/contract.ts'
import { TypedEmail } from './contract.ts'
import type { ReadyLink } from './StaffLinkReady.tsx'

const schema = z.object({
  username: z.string().trim().min(1, 'Please enter a username'),
  role: Role,
  email: TypedEmail,
})

interface Props {
  onInvited: (link: ReadyLink) => void
  onBack: () => void
}

/** Adds a person. The answer is the link to hand over. */
export function InviteForm({ onInvited, onBack }: Props) {
  const mailOn = useRead('mail', 'server').data?.on === true
  const invite = useAction({
    run: (api, { email, ...person }: z.infer<typeof schema>) =>
      api.staff.invite({ ...person, ...(email.trim() && { email }) }),
    done: (link, { username }) => onInvited({ ...link, username }),
    refreshes: [['staff', 'list']],
    failure: null,
  })
  const form = useConsoleForm({
    schema,
    values: { username: '', role: 'agent' as z.infer<typeof Role>, email: '' },
    first: 'username',
    send: invite.mutateAsync,
    failure: { field: 'username' },
  })
  const { id, ...radio } = fieldInput(form, 'role')
  return (
    <DialogForm form={form} action="Create link" busyText="Creating..." back="Back" onBack={onBack}>
      <Field form={form} name="username" label="Username">
        {(input) => (
          <InputGroup {...input} maxLength={64} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        )}
      </Field>
      {mailOn && (
        <Field form={form} name="email" label="Email address" note="Empty: you hand over the link yourself.">
          {(input) => <InputGroup {...input} type="email" maxLength={254} autoComplete="off" />}
        </Field>
      )}
      <div role="radiogroup" aria-label="Role">
        <Radio {...radio} id={`${id}-agent`} value="agent">
          Agent <span className="sb-muted">reads and answers texts</span>
        </Radio>
        <Radio {...radio} id={`${id}-admin`} value="admin">
          Admin <span className="sb-muted">can do everything</span>
        </Radio>
      </div>
    </DialogForm>
  )
}
