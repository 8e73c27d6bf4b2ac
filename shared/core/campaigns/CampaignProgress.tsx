import type { StepCounts } from './campaign.ts'
import { DeliveryBar, DeliveryCounts, LaterStep } from './DeliveryBar.tsx'
import type { CampaignControl } from './useCampaignControl.ts'
import { WaitStrip } from './WaitStrip.tsx'
import type { CampaignFacts } from './whyWaiting.ts'

interface CampaignProgressProps {
  campaign: CampaignFacts & Omit<StepCounts, 'waiting'>
  /** The texts that follow the first ones, and when. */
  later: { title: string; note: string | null; counts: StepCounts } | null
  owner: 'recipients' | 'salon'
  control: CampaignControl
}

/** Counts of a campaign in a list, and why its queued texts wait. */
export function CampaignProgress({ campaign, later, owner, control }: CampaignProgressProps) {
  return (
    <>
      <DeliveryBar counts={campaign} />
      <DeliveryCounts counts={campaign} />
      {later && <LaterStep {...later} />}
      <WaitStrip campaign={campaign} owner={owner} control={control} />
    </>
  )
}
