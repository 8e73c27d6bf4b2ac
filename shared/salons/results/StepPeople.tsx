import { dateTime } from '../../formats.ts'
import { salonPath } from '../../host/addresses.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { PeopleDialog } from '../../kit/PeopleDialog.tsx'
import { usePages } from '../../kit/usePages.ts'
import type { CampaignResult, ResultStep } from './contract.ts'
import { stepLabels, stepNotes } from './labels.ts'

interface Props {
  salonId: string
  campaign: CampaignResult
  step: ResultStep
  onClose: () => void
}

/** The clients who reached a step of a campaign. Each name opens the client. */
export function StepPeople({ salonId, campaign, step, onClose }: Props) {
  return (
    <PeopleDialog
      title={`${stepLabels[step]}, campaign of ${dateTime(campaign.createdAt)}`}
      note={stepNotes[step]}
      things="clients"
      pages={usePages('results', 'people', { id: salonId, campaignId: campaign.id, step })}
      name={({ clientId, firstName }) =>
        clientId ? (
          <AppLink to={`${salonPath(salonId, 'clients')}&client=${clientId}`}>
            {firstName ?? 'No name'}
          </AppLink>
        ) : (
          <span className="sb-muted">No longer on the list</span>
        )
      }
      onClose={onClose}
    />
  )
}
