import { InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { z } from 'zod'
import { useAction } from '../../kit/data.ts'
import { DialogForm, Field, fieldInput } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { keyScopes } from '../http/endpoint.ts'
import { ChoiceBoxes } from './ChoiceBoxes.tsx'
import { NewKey } from './contract.ts'
import { scopeLabels } from './labels.ts'
import { type SalonChoice, SalonSelect } from './SalonSelect.tsx'
import { ShownOnce } from './ShownOnce.tsx'

/** The select has no null. */
const schema = NewKey.extend({ salonId: z.string() })
const values = { name: '', scopes: [...keyScopes], salonId: '' }

/** Makes a key, then shows it once: only its hash is stored. */
export function NewKeyForm({ salons, onClose }: { salons: readonly SalonChoice[]; onClose: () => void }) {
  const [key, setKey] = useState<string | null>(null)
  const create = useAction({
    run: (api, { salonId, ...given }: z.infer<typeof schema>) =>
      api.keys.create({ ...given, salonId: salonId || null }),
    done: (made) => setKey(made.key),
    refreshes: [['keys', 'list']],
    failure: null,
  })
  const form = useConsoleForm({
    schema,
    values,
    first: 'name',
    send: create.mutateAsync,
    failure: { field: 'name' },
  })
  if (key)
    return (
      <ShownOnce
        name="key"
        label="API key"
        secret={key}
        note="Keep it in the settings of the other system and nowhere else."
        onClose={onClose}
      />
    )
  return (
    <DialogForm form={form} action="Create key" busyText="Creating..." back="Cancel" onBack={onClose}>
      <Field form={form} name="name" label="Name" note="The system that uses it, such as Zapier.">
        {(input) => <InputGroup {...input} maxLength={60} autoComplete="off" />}
      </Field>
      <Field form={form} name="salonId" label="Salon">
        {(input) => <SalonSelect input={input} salons={salons} />}
      </Field>
      <Field form={form} name="scopes" label="It may">
        {() => <ChoiceBoxes input={fieldInput(form, 'scopes')} choices={scopeLabels} />}
      </Field>
    </DialogForm>
  )
}
