import { Dialog, type Intent, TextArea } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { DialogForm, Field } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'

const schema = z.object({ reason: z.string().trim().min(1, 'Please give a reason') })

interface Props {
  title: string
  children: ReactNode
  action: string
  busyText: string
  intent: Intent
  /** Error message when the server gives none. */
  failed: string
  send: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks why consent is changed by hand. The reason is required and kept in the consent ledger. */
export function ReasonDialog({ title, children, failed, send, onClose, ...action }: Props) {
  const form = useConsoleForm({
    schema,
    values: { reason: '' },
    send: async ({ reason }) => {
      await send(reason)
      onClose()
    },
    failure: { title: 'Error', fallback: failed },
  })
  return (
    <Dialog isOpen title={title} onClose={onClose} onOpened={() => form.focus('reason')}>
      <DialogForm form={form} {...action} back="Cancel" onBack={onClose}>
        <div className="sb-reason">{children}</div>
        <Field form={form} name="reason" label="Reason" note="Saved with your name and the time.">
          {(input) => <TextArea {...input} fill rows={3} maxLength={500} required />}
        </Field>
      </DialogForm>
    </Dialog>
  )
}
