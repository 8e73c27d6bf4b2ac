import { LatestCampaigns } from '../salons/results/LatestCampaigns.tsx'
import { SalonList } from '../salons/salons/SalonList.tsx'

/** All salons, and what their latest campaigns led to. */
export const SalonsPage = () => <SalonList below={<LatestCampaigns />} />
