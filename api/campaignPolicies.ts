import type { CampaignPolicy } from './core/campaigns/policy.ts'
import { firstTextPolicy } from './sales/firstTexts/policy.ts'
import { salonPolicy } from './salons/campaigns/policy.ts'

/** One policy for each owner of campaigns. */
export const campaignPolicies: readonly CampaignPolicy[] = [firstTextPolicy, salonPolicy]
