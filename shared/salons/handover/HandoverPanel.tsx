import './handover.css'
import { Switch, TextArea } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { queryKeyOf, useAction, useRead } from '../../kit/data.ts'
import { Field, SendButton } from '../../kit/Field.tsx'
import { Form } from '../../kit/Form.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { useMayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import { toast } from '../../kit/toasts.ts'
import type { Salon } from '../salons/contract.ts'
import { firstNameOf } from '../salons/rules.ts'
import { type HandoverSettings, MAX_FACTS } from './contract.ts'

/** Facts that staff need to answer clients of a salon, and whether its owner gets texts about clients. */
export function HandoverPanel({ salon }: { salon: Salon }) {
  const read = useRead('handover', 'get', { id: salon.id })
  return (
    <Panel title="Answers to clients">
      <Loaded
        read={read}
        loading={{ text: 'Loading the facts...', rows: 2 }}
        failed="Failed to load the facts"
      >
        {(settings) => (
          <>
            <FactsForm salon={salon} settings={settings} />
            <Switches salon={salon} settings={settings} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

interface Props {
  salon: Salon
  settings: HandoverSettings
}

function useSave({ salon }: Props, failure: { title: string; fallback: string } | null) {
  const client = useQueryClient()
  return useAction({
    run: (api, changes: Partial<HandoverSettings>) => api.handover.set({ id: salon.id, ...changes }),
    done: (stored) => {
      client.setQueryData(queryKeyOf('handover', 'get', { id: salon.id }), stored)
      toast.success('Saved', salon.name)
    },
    failure: failure && { ...failure, showServerMessage: true },
  })
}

const schema = z.object({ facts: z.string().trim().max(MAX_FACTS, `At most ${MAX_FACTS} characters`) })

function FactsForm(props: Props) {
  const { salon, settings } = props
  const save = useSave(props, null)
  const disabled = !useMayCall('handover.set') || salon.state === 'closed'
  const form = useConsoleForm({
    schema,
    values: { facts: settings.facts ?? '' },
    send: ({ facts }) => save.mutateAsync({ facts: facts || null }),
    failure: { title: 'Not saved', fallback: 'Failed to save the facts' },
  })
  return (
    <Form form={form} className="sb-handover-facts">
      <Field
        form={form}
        name="facts"
        label="Opening hours, services with prices, stylists, parking"
        note="Shown beside the conversations of this salon. Clients do not see it."
      >
        {(input) => <TextArea {...input} fill rows={8} disabled={disabled} />}
      </Field>
      {!disabled && (
        <SendButton form={form} busyText="Saving...">
          Save facts
        </SendButton>
      )}
    </Form>
  )
}

interface SwitchProps extends Props {
  setting: 'texts' | 'reminders'
  label: string
  note: string
}

function SettingSwitch({ setting, label, note, ...props }: SwitchProps) {
  const { salon, settings } = props
  const save = useSave(props, { title: 'Error', fallback: 'Failed to change the texts' })
  const mayChange = useMayCall('handover.set')
  return (
    <div className="sb-handover-texts">
      <Switch
        checked={save.isPending ? (save.variables[setting] ?? settings[setting]) : settings[setting]}
        disabled={!mayChange || salon.state === 'closed'}
        label={label}
        onChange={({ currentTarget }) => save.mutate({ [setting]: currentTarget.checked })}
      />
      <p className="sb-small sb-muted">{note}</p>
    </div>
  )
}

function Switches(props: Props) {
  const owner = firstNameOf(props.salon.ownerName)
  return (
    <>
      <SettingSwitch
        {...props}
        setting="texts"
        label={`Text ${owner} about questions and bookings`}
        note={`At most six texts a day and one for the rest. When off, ${owner} sees them on the owner’s page only.`}
      />
      <SettingSwitch
        {...props}
        setting="reminders"
        label="Remind clients the day before"
        note="One text from the salon’s number between 10:00 and 18:00, about appointments booked on the desk. Those of a booking system get none: it sends its own."
      />
    </>
  )
}
