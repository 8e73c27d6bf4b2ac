import { Dialog, InputGroup } from '@blueprintjs/core'
import { z } from 'zod'
import { DialogForm, Field } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'

const schema = z.object({
  visitAt: z.literal('').or(z.iso.datetime({ local: true, error: 'Please enter a date and time' })),
})

interface Props {
  name: string
  /** `visitAt` is null while unknown. */
  onBooked: (visitAt: string | null) => void
  onClose: () => void
}

/** Asks when a client who booked comes; the time can stay unknown. */
export function BookedDialog({ name, onBooked, onClose }: Props) {
  const form = useConsoleForm({
    schema,
    values: { visitAt: '' },
    send: async ({ visitAt }) => onBooked(visitAt === '' ? null : new Date(visitAt).toISOString()),
    failure: { title: 'Not marked', message: () => 'Failed to mark the text' },
  })
  return (
    <Dialog isOpen title={`${name} booked`} onClose={onClose} onOpened={() => form.focus('visitAt')}>
      <DialogForm form={form} action="Mark booked" busyText="Marking..." back="Cancel" onBack={onClose}>
        <Field
          form={form}
          name="visitAt"
          label="When is the appointment? (optional)"
          note="In your time zone. Leave it empty if you do not know."
        >
          {(input) => <InputGroup {...input} type="datetime-local" />}
        </Field>
      </DialogForm>
    </Dialog>
  )
}
