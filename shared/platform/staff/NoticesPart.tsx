import { Button, Checkbox, DialogBody, InputGroup } from '@blueprintjs/core'
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
      toast.success('Saved', savedText(stored))
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
      {notices.email !== null && !notices.confirmed && mailOn !== false && <ConfirmAgain />}
      <Checkbox {...fieldInput(form, 'contact')} label="New contact messages" />
      <Checkbox {...fieldInput(form, 'summary')} label="A summary each morning" />
    </DialogForm>
  )
}

const savedText = ({ email, confirmed }: Notices) => {
  if (email === null) return 'You get no emails.'
  return confirmed ? `Emails go to ${email}.` : `Open the link that we mail to ${email}.`
}

function ConfirmAgain() {
  const send = useAction({
    run: (api) => api.staff.confirmAddress(),
    done: ({ message }) => toast.success(message),
    failure: { title: 'Not mailed', fallback: 'Failed to mail the link', showServerMessage: true },
  })
  return (
    <div className="sb-unconfirmed sb-tight sb-row sb-wrap">
      <p>Not confirmed yet. Emails begin when you open the link that we mailed.</p>
      <Button variant="outlined" loading={send.isPending} onClick={() => send.mutate(undefined)}>
        Mail the link again
      </Button>
    </div>
  )
}
