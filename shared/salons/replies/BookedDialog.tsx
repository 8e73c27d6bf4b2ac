import { Checkbox, Dialog } from '@blueprintjs/core'
import { z } from 'zod'
import { DialogForm, fieldInput, InputField } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { instantOf } from '../../sms/openHours.ts'

const schema = z.object({
  visitAt: z.literal('').or(z.iso.datetime({ local: true, error: 'Please enter a date and time' })),
  tellOwner: z.boolean(),
})

export interface Booked {
  /** Null while unknown. */
  visitAt: string | null
  tellOwner: boolean
}

interface Props {
  name: string
  salon: { name: string; timeZone: string }
  /** First name. */
  owner: string
  onBooked: (booked: Booked) => void
  onClose: () => void
}

/** Asks when a client who booked comes, on the clock of the salon; the time can stay unknown. */
export function BookedDialog({ name, salon, owner, onBooked, onClose }: Props) {
  const form = useConsoleForm({
    schema,
    values: { visitAt: '', tellOwner: true },
    send: async ({ visitAt, tellOwner }) =>
      onBooked({
        visitAt: visitAt === '' ? null : instantOf(salon.timeZone, visitAt).toISOString(),
        tellOwner,
      }),
    failure: { title: 'Not marked', message: () => 'Failed to mark the text' },
  })
  const zone = salon.timeZone.replaceAll('_', ' ')
  return (
    <Dialog isOpen title={`${name} booked`} onClose={onClose} onOpened={() => form.focus('visitAt')}>
      <DialogForm form={form} action="Mark booked" busyText="Marking..." back="Cancel" onBack={onClose}>
        <InputField
          form={form}
          name="visitAt"
          label="When is the appointment? (optional)"
          note={`The time at ${salon.name} (${zone}). Leave it empty if you do not know.`}
          type="datetime-local"
        />
        <Checkbox {...fieldInput(form, 'tellOwner')} label={`Tell ${owner}`} />
      </DialogForm>
    </Dialog>
  )
}
