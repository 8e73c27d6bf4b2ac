import './delivery.css'
import { Button, Dialog, InputGroup } from '@blueprintjs/core'
import { Moon, Time } from '@blueprintjs/icons'
import { useState } from 'react'
import { z } from 'zod'
import { useRead } from '../../kit/data.ts'
import { DialogForm, Field } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { useMayCall } from '../../kit/MayCall.tsx'
import { useNow } from '../../kit/useNow.ts'
import { localValue, ownZone, StartField } from './startAt.ts'
import type { CampaignControl } from './useCampaignControl.ts'
import { type CampaignFacts, whyWaiting } from './whyWaiting.ts'

/** Why the queued texts of a campaign have not left; null if none is queued. */
export function useWhyWaiting(campaign: CampaignFacts, owner: 'recipients' | 'salon'): string | null {
  const now = useNow()
  const sendingStopped = useRead('settings', 'service').data?.sendingStopped ?? null
  return whyWaiting(campaign, { now, sendingStopped, owner })
}

interface Props {
  campaign: CampaignFacts
  owner: 'recipients' | 'salon'
  control: CampaignControl
}

/** Why texts of a running campaign wait, and what staff can do. Shows nothing for other campaigns. */
export function WaitStrip({ campaign, owner, control }: Props) {
  const why = useWhyWaiting(campaign, owner)
  const simulated = useRead('settings', 'service').data?.simulated ?? false
  const mayChange = useMayCall(owner === 'salon' ? 'campaigns.changeStart' : 'firstTexts.changeStart')
  const [changing, setChanging] = useState(false)
  const { state, wait } = campaign
  if (why === null || state !== 'running' || !wait) return null
  return (
    <div className="sb-wait sb-row sb-wrap sb-muted">
      {wait.isOutsideHours ? <Moon size={14} title={false} /> : <Time size={14} title={false} />}
      <span>{why}</span>
      {mayChange && wait.canChangeStart && wait.startsAt && (
        <Button size="small" onClick={() => setChanging(true)}>
          Change start...
        </Button>
      )}
      {mayChange && simulated && wait.isOutsideHours && (
        <Button
          size="small"
          title="Only on the simulated phone network"
          onClick={() => control.change('sendNow')}
        >
          Send now anyway
        </Button>
      )}
      {changing && wait.startsAt && (
        <StartDialog
          startsAt={wait.startsAt}
          onChange={control.changeStart}
          onClose={() => setChanging(false)}
        />
      )}
    </div>
  )
}

const schema = z.object({ startAt: StartField })

interface StartDialogProps {
  startsAt: string
  onChange: CampaignControl['changeStart']
  onClose: () => void
}

function StartDialog({ startsAt, onChange, onClose }: StartDialogProps) {
  const form = useConsoleForm<z.input<typeof schema>, z.output<typeof schema>>({
    schema,
    values: { startAt: localValue(startsAt) },
    send: async ({ startAt }) => {
      await onChange(startAt ?? null)
      onClose()
    },
    first: 'startAt',
    failure: { title: 'Error', fallback: 'The start was not changed' },
  })
  return (
    <Dialog isOpen title="Change the start" onClose={onClose}>
      <DialogForm form={form} action="Save" busyText="Saving..." back="Cancel" onBack={onClose}>
        <StartInput form={form} />
      </DialogForm>
    </Dialog>
  )
}

interface StartInputProps {
  form: Parameters<typeof Field<{ startAt: string }>>[0]['form']
  /** A sentence about the hours when texts may leave. */
  hours?: string | undefined
}

/** Day and time in the zone of the reader; empty means now. */
export const StartInput = ({ form, hours }: StartInputProps) => (
  <Field
    form={form}
    name="startAt"
    label="Start (optional)"
    note={`In your time zone, ${ownZone()}. Leave it empty to start now.${hours ? ` ${hours}` : ''}`}
  >
    {(input) => <InputGroup {...input} type="datetime-local" />}
  </Field>
)
