import './programme.css'
import { Switch } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { formatDay } from '../../formats.ts'
import { queryKeyOf, useAction, useRead } from '../../kit/data.ts'
import { InputField, SelectField, SendButton } from '../../kit/Field.tsx'
import { Form } from '../../kit/Form.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { useMayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import { toast } from '../../kit/toasts.ts'
import { AudienceCount } from '../campaigns/AudienceCount.tsx'
import { AudienceFields } from '../campaigns/AudienceFields.tsx'
import { audienceOf, audienceSchema, audienceValues } from '../campaigns/audienceForm.ts'
import { MAX_KEPT_ASIDE } from '../campaigns/contract.ts'
import { numberText, optionalNumber } from '../campaigns/numberFields.ts'
import type { Salon } from '../salons/contract.ts'
import { firstNameOf } from '../salons/rules.ts'
import type { Programme } from './contract.ts'
import { WaveList } from './WaveList.tsx'

/** Texts that start each month after a new list: the switch, how, and the months so far. */
export function ProgrammePanel({ salon }: { salon: Salon }) {
  const read = useRead('programmes', 'get', { id: salon.id })
  return (
    <Panel title="Monthly texts">
      <Loaded
        read={read}
        loading={{ text: 'Loading the monthly texts...', rows: 2 }}
        failed="Failed to load the monthly texts"
      >
        {(programme) => <Monthly salon={salon} programme={programme} />}
      </Loaded>
    </Panel>
  )
}

function Monthly({ salon, programme }: { salon: Salon; programme: Programme }) {
  const owner = firstNameOf(salon.ownerName)
  const { settings, offers, waves } = programme
  return (
    <>
      <p className="sb-programme-state">{stateText(programme, owner)}</p>
      {offers.length === 0 ? (
        <p className="sb-small sb-muted">
          {owner} has not approved an offer for each month. Write one with a last day in the part Offer.
        </p>
      ) : (
        salon.state !== 'closed' && <Settings salon={salon} programme={programme} key={settings?.state} />
      )}
      {waves.length > 0 && <WaveList salon={salon} waves={waves} />}
    </>
  )
}

function stateText({ settings, feedOn }: Programme, owner: string): string {
  if (!settings || settings.state === 'off') return 'Off.'
  if (settings.state === 'paused') return `${owner} paused them, and can turn them on again on the page.`
  if (settings.nextAskOn === null)
    return `The approval ended on ${formatDay(settings.until)}. Nothing starts.`
  const next = formatDay(settings.nextAskOn)
  const plan = feedOn
    ? `Texts are planned from ${next}, without a list from ${owner}: the booking system keeps the dates fresh, last on ${formatDay(feedOn)}.`
    : `We ask ${owner} for a list from ${next}.`
  return `On. ${plan} Approved until ${formatDay(settings.until)}.`
}

const schema = z.object({
  offerId: z.string(),
  askDay: numberText(1, 28, 'Please enter a day from 1 to 28'),
  perDay: numberText(1, 1000, 'Please enter a number from 1 to 1,000'),
  reminderAfterDays: optionalNumber(7, 90, 'Please enter a number from 7 to 90'),
  keptAside: numberText(0, MAX_KEPT_ASIDE, `Please enter a number from 0 to ${MAX_KEPT_ASIDE}`),
  ...audienceSchema,
})
type Values = z.input<typeof schema>

const valuesOf = ({ settings, offers }: Programme): Values => ({
  offerId: settings?.offerId ?? offers[0]?.id ?? '',
  askDay: String(settings?.askDay ?? 1),
  perDay: String(settings?.perDay ?? 20),
  reminderAfterDays: String(settings?.reminderAfterDays ?? ''),
  keptAside: String(settings?.keptAside ?? 10),
  ...audienceValues(settings?.audience ?? null, settings?.firstBatch ?? null),
})

function settingsFrom(values: z.output<typeof schema>) {
  const { offerId, askDay, perDay, reminderAfterDays, keptAside, ...fields } = values
  const { audience = null, firstBatch = null } = audienceOf(fields)
  const plan = { offerId, askDay, perDay, keptAside, audience, firstBatch }
  return { ...plan, reminderAfterDays: reminderAfterDays ?? null }
}

function useSettings(salon: Salon, programme: Programme, on: boolean) {
  const client = useQueryClient()
  const [values, setValues] = useState(() => valuesOf(programme))
  const save = useAction({
    run: (api, values: z.output<typeof schema>) =>
      api.programmes.set({ id: salon.id, ...settingsFrom(values), on }),
    done: (stored) => {
      client.setQueryData(queryKeyOf('programmes', 'get', { id: salon.id }), stored)
      toast.success(stored.settings?.state === 'running' ? 'Monthly texts on' : 'Saved', salon.name)
    },
    failure: null,
  })
  const form = useConsoleForm<Values, z.output<typeof schema>>({
    schema,
    values,
    onEdit: setValues,
    send: save.mutateAsync,
    failure: { title: 'Not saved', fallback: 'Failed to save the monthly texts' },
  })
  return { form, values }
}

function Settings({ salon, programme }: { salon: Salon; programme: Programme }) {
  const [on, setOn] = useState(programme.settings?.state === 'running')
  const { form, values } = useSettings(salon, programme, on)
  const mayChange = useMayCall('programmes.set')
  const number = (name: 'askDay' | 'perDay' | 'reminderAfterDays' | 'keptAside', label: string) => (
    <InputField form={form} name={name} label={label} inputMode="numeric" disabled={!mayChange} />
  )
  return (
    <Form form={form} deliberate className="sb-stack sb-programme">
      <Switch
        label="Start texts each month"
        checked={on}
        disabled={!mayChange}
        onChange={({ currentTarget }) => setOn(currentTarget.checked)}
      />
      <SelectField form={form} name="offerId" label="Offer" disabled={!mayChange}>
        {programme.offers.map(({ id, version, until }) => (
          <option key={id} value={id}>
            Version {version}, until {formatDay(until)}
          </option>
        ))}
      </SelectField>
      <div className="sb-programme-numbers">
        {number('askDay', programme.feedOn ? 'Plan the texts on day' : 'Ask for a list on day')}
        {number('perDay', 'Texts a day')}
        {number('reminderAfterDays', 'Reminder after days')}
        {number('keptAside', 'Keep aside, percent')}
      </div>
      <AudienceFields form={form} disabled={!mayChange}>
        <AudienceCount
          salonId={salon.id}
          offerId={values.offerId}
          values={values}
          isWave
          needsList={!programme.feedOn}
        />
      </AudienceFields>
      <p className="sb-small sb-muted">
        A client who had an offer in the last 90 days is left out. {firstNameOf(salon.ownerName)} gets the
        words and a way to stop them the day before.
      </p>
      {mayChange && (
        <SendButton form={form} busyText="Saving...">
          Save
        </SendButton>
      )}
    </Form>
  )
}
