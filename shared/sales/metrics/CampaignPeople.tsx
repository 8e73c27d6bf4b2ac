import { dateTime } from '../../formats.ts'
import { pathOf } from '../../host/addresses.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { PeopleDialog } from '../../kit/PeopleDialog.tsx'
import { usePages } from '../../kit/usePages.ts'
import { formatPhone } from '../../sms/phone.ts'
import type { CampaignFigures, CampaignOutcome } from './contract.ts'
import { figureColumns } from './figureSort.ts'

const notes: Record<CampaignOutcome, string> = {
  sent: 'The carrier accepted a text to them.',
  delivered: 'The carrier reported a text as delivered.',
  answered: 'They texted back, and not to opt out.',
  yes: 'They texted back that they are interested.',
  stop: 'They texted back to opt out.',
  form: 'They filled in the waitlist form after the text.',
}

interface Props {
  campaign: CampaignFigures
  outcome: CampaignOutcome
  onClose: () => void
}

/** The numbers behind one figure of a campaign. Each opens its conversation. */
export function CampaignPeople({ campaign, outcome, onClose }: Props) {
  const step = campaign.step === 'second' ? 'second text, ' : ''
  return (
    <PeopleDialog
      title={`${figureColumns[outcome]}, ${step}campaign ${campaign.name ? `“${campaign.name}”` : `of ${dateTime(campaign.createdAt)}`}`}
      note={notes[outcome]}
      things="numbers"
      pages={usePages('metrics', 'people', { id: campaign.id, step: campaign.step, outcome })}
      name={({ name, phone }) => (
        <AppLink to={pathOf('sms', { number: phone })}>{name || formatPhone(phone)}</AppLink>
      )}
      onClose={onClose}
    />
  )
}
