import { useState } from 'react'
import { StartInput } from '../../core/campaigns/WaitStrip.tsx'
import { dateTime } from '../../formats.ts'
import { useAction } from '../../kit/data.ts'
import { InputField, SelectField, SendButton } from '../../kit/Field.tsx'
import { Form } from '../../kit/Form.tsx'
import { type ConsoleForm, useConsoleForm } from '../../kit/form.ts'
import { Panel } from '../../kit/Page.tsx'
import { toast } from '../../kit/toasts.ts'
import { ApprovedAs } from '../offers/ApprovedAs.tsx'
import type { Offer } from '../offers/contract.ts'
import type { Salon } from '../salons/contract.ts'
import { firstNameOf } from '../salons/rules.ts'
import { AudienceCount } from './AudienceCount.tsx'
import { AudienceFields } from './AudienceFields.tsx'
import { CampaignPreview } from './CampaignPreview.tsx'
import { MAX_KEPT_ASIDE, MIN_COMPARED, type Plan, type SalonCampaignPreview } from './contract.ts'
import {
  afterEdit,
  hasReminder,
  type PlanOutput,
  type PlanValues,
  planOf,
  planSchema,
  proposedPlan,
} from './planForm.ts'

/** A plan with its preview. The key makes a repeated start harmless. */
interface Previewed {
  plan: Plan
  preview: SalonCampaignPreview
  idempotencyKey: string
}

function useStart(salon: Salon, onStarted: () => void) {
  return useAction({
    run: (api, { plan, idempotencyKey }: Previewed) =>
      api.campaigns.start({ id: salon.id, ...plan }, { idempotencyKey }),
    done: () => {
      onStarted()
      toast.success('Campaign started')
    },
    refreshes: [['salons', 'list']],
    failure: { title: 'Not started', fallback: 'Failed to start the campaign', showServerMessage: true },
  })
}

interface Props {
  salon: Salon
  /** The approved ones, newest first. */
  offers: [Offer, ...Offer[]]
}

/** Plan, preview, start: a changed plan needs another preview. */
export function CampaignForm({ salon, offers }: Props) {
  const [values, setValues] = useState<PlanValues>(proposedPlan(offers))
  const [previewed, setPreviewed] = useState<Previewed | null>(null)
  const chosen = offers.filter(({ id }) => id === values.offerId || id === values.otherOfferId)
  const look = useAction({
    run: (api, plan: Plan) => api.campaigns.preview({ id: salon.id, ...plan }),
    done: (preview, plan) => setPreviewed({ plan, preview, idempotencyKey: crypto.randomUUID() }),
    failure: null,
  })
  const start = useStart(salon, () => setPreviewed(null))
  const form = useConsoleForm<PlanValues, PlanOutput>({
    schema: planSchema,
    values,
    onEdit: (next) => {
      setValues(afterEdit(offers, values, next))
      setPreviewed(null)
    },
    send: (valid) => look.mutateAsync(planOf(valid)),
    failure: { title: 'No preview', fallback: 'Failed to load the preview' },
  })
  return (
    <Panel title="Start a campaign">
      <Form form={form} deliberate className="sb-stack">
        <PlanFields form={form} offers={offers} values={values} />
        <AudienceFields form={form}>
          <AudienceCount
            salonId={salon.id}
            offerId={values.offerId}
            otherOfferId={values.otherOfferId}
            values={values}
          />
        </AudienceFields>
        {chosen.map((offer) => (
          <ApprovedAs key={offer.id} salon={salon} offer={offer} />
        ))}
        <SendButton form={form} intent={previewed ? 'none' : 'primary'} busyText="Counting...">
          Preview
        </SendButton>
      </Form>
      {previewed && (
        <CampaignPreview
          preview={previewed.preview}
          timeZone={salon.timeZone}
          owner={firstNameOf(salon.ownerName)}
          onPace={(perDay) => {
            setValues({ ...values, perDay: String(perDay) })
            setPreviewed(null)
          }}
          starting={start.isPending}
          onStart={() => start.mutate(previewed)}
        />
      )}
    </Panel>
  )
}

interface FieldsProps {
  form: ConsoleForm<PlanValues>
  offers: Offer[]
  values: PlanValues
}

const versionOption = ({ id, version, approvedAt }: Offer) => (
  <option key={id} value={id}>
    Version {version}
    {approvedAt && `, approved ${dateTime(approvedAt)}`}
  </option>
)

function PlanFields({ form, offers, values }: FieldsProps) {
  const others = offers.filter(({ id }) => id !== values.offerId)
  const mayRemind = hasReminder(offers, values)
  return (
    <>
      <SelectField form={form} name="offerId" label="Offer">
        {offers.map(versionOption)}
      </SelectField>
      {others.length > 0 && (
        <SelectField
          form={form}
          name="otherOfferId"
          label="Compare with (optional)"
          note="One half of the clients gets this version instead. Later lists show which brings more back."
        >
          <option value="">No other version</option>
          {others.map(versionOption)}
        </SelectField>
      )}
      <InputField
        form={form}
        name="perDay"
        label="Texts a day"
        note="Spread from 10:00 to 18:00, Tuesday to Saturday."
        inputMode="numeric"
      />
      <StartInput form={form} />
      <InputField
        form={form}
        name="reminderAfterDays"
        label="Reminder after days (optional)"
        note={
          mayRemind
            ? 'From 7 to 90 days. Leave it empty to send no reminder.'
            : values.otherOfferId
              ? 'Both versions need a reminder text.'
              : 'This version has no reminder text.'
        }
        inputMode="numeric"
        disabled={!mayRemind}
      />
      <InputField
        form={form}
        name="keptAside"
        label="Keep aside, percent"
        note={`From 0 to ${MAX_KEPT_ASIDE}, drawn at random. They get no text, so that you can compare. With fewer than ${MIN_COMPARED} clients it is none.`}
        inputMode="numeric"
      />
    </>
  )
}
