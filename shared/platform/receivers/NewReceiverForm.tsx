import { useState } from 'react'
import { z } from 'zod'
import { useAction } from '../../kit/data.ts'
import { DialogForm, Field, fieldInput, InputField } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { ChoiceBoxes } from '../keys/ChoiceBoxes.tsx'
import { type SalonChoice, SalonSelect } from '../keys/SalonSelect.tsx'
import { ShownOnce } from '../keys/ShownOnce.tsx'
import { NewReceiver } from './contract.ts'
import { eventKindNames, eventKinds } from './eventKinds.ts'

/** The select has no null. */
const schema = NewReceiver.extend({ salonId: z.string() })
const values = { url: '', events: [...eventKindNames], salonId: '' }

interface NewReceiverFormProps {
  salons: readonly SalonChoice[]
  onClose: () => void
}

/** Adds a receiver, then shows the secret of its signatures once. */
export function NewReceiverForm({ salons, onClose }: NewReceiverFormProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const create = useAction({
    run: (api, { salonId, ...given }: z.infer<typeof schema>) =>
      api.receivers.create({ ...given, salonId: salonId || null }),
    done: (made) => setSecret(made.secret),
    refreshes: [['receivers', 'list']],
    failure: null,
  })
  const form = useConsoleForm({
    schema,
    values,
    first: 'url',
    send: create.mutateAsync,
    failure: { field: 'url' },
  })
  if (secret)
    return (
      <ShownOnce
        name="signing secret"
        label="Signing secret"
        secret={secret}
        note="The other system needs it to check that events come from us."
        onClose={onClose}
      />
    )
  return (
    <DialogForm form={form} action="Add receiver" busyText="Adding..." back="Cancel" onBack={onClose}>
      <InputField
        form={form}
        name="url"
        label="Address"
        note="Where the other system receives events, such as a Zapier webhook."
        type="url"
        placeholder="https://"
        maxLength={1000}
      />
      <Field form={form} name="salonId" label="Salon">
        {(input) => <SalonSelect input={input} salons={salons} />}
      </Field>
      <Field form={form} name="events" label="It gets an event when">
        {() => <ChoiceBoxes input={fieldInput(form, 'events')} choices={eventKinds} />}
      </Field>
    </DialogForm>
  )
}
