import { Checkbox, DialogBody, InputGroup } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { queryKeyOf, useAction, useRead } from '../../kit/data.ts'
import { DialogForm, Field, fieldInput } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { toast } from '../../kit/toasts.ts'
import { MailList } from '../mail/MailList.tsx'
import { type Notices, TypedEmail } from './contract.ts'

/** Where emails to the current person go, and which. */
export function NoticesPart({ onClose }: { onClose: () => void }) {
  const read = useRead('staff', 'notices')
  return (
    <Loaded
      read={read}
      loading={{ text: 'Loading your emails...', rows: 2 }}
      failed="Error loading your emails"
    >
      {(notices) => <NoticesForm notices={notices} onClose={onClose} />}
    </Loaded>
  )
}

/** The latest emails to staff. */
export const StaffMails = () => (
  <DialogBody>
    <h3 className="sb-staff-mails">Latest emails to staff</h3>
    <MailList salonId={null} />
  </DialogBody>
)

const schema = z.object({
  email: TypedEmail,
  contact: z.boolean(),
  summary: z.boolean(),
})

function NoticesForm({ notices, onClose }: { notices: Notices; onClose: () => void }) {
  const client = useQueryClient()
  const mailOn = useRead('mail', 'server').data?.on
  const save = useAction({
    run: (api, { email, ...kinds }: z.infer<typeof schema>) =>
      api.staff.setNotices({ email: email.trim() || null, ...kinds }),
    done: (stored) => {
      client.setQueryData(queryKeyOf('staff', 'notices'), stored)
      toast.success('Saved', stored.email ? `Emails go to ${stored.email}.` : 'You get no emails.')
    },
    failure: null,
  })
  const form = useConsoleForm({
    schema,
    values: { ...notices, email: notices.email ?? '' },
    first: 'email',
    send: save.mutateAsync,
    failure: { field: 'email' },
  })
  return (
    <DialogForm form={form} action="Save" busyText="Saving..." back="Close" onBack={onClose}>
      {mailOn === false && <p className="sb-muted">Email is not set up on this server yet.</p>}
      <Field form={form} name="email" label="Your email address" note="Empty: you get no emails.">
        {(input) => <InputGroup {...input} type="email" autoComplete="email" maxLength={254} />}
      </Field>
      <Checkbox {...fieldInput(form, 'contact')} label="New contact messages" />
      <Checkbox {...fieldInput(form, 'summary')} label="A summary each morning" />
    </DialogForm>
  )
}
