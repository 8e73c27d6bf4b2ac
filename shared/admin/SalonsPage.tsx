import { AgencyProof } from '../salons/proof/ProofPanel.tsx'
import { LatestCampaigns } from '../salons/results/LatestCampaigns.tsx'
import { SalonList } from '../salons/salons/SalonList.tsx'
import { TodayPanel } from '../salons/today/TodayPanel.tsx'

/** What waits today, all salons, and what their latest campaigns led to. */
export const SalonsPage = () => (
  <SalonList
    above={<TodayPanel />}
    below={
      <>
        <LatestCampaigns />
        <AgencyProof />
      </>
    }
  />
)
