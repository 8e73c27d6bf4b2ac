import type { SalonCampaign } from '@salonback/shared/salons/campaigns/contract.ts'
import { nextSalonWindow } from '@salonback/shared/salons/salons/sendWindow.ts'
import type { CampaignOwner } from '../../core/campaigns/control.ts'
import { splitWait } from '../../core/campaigns/queueTimes.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { notFound } from '../../platform/http/errors.ts'
import { findSalonCampaigns } from './queries.ts'

type Row = Awaited<ReturnType<typeof findSalonCampaigns>>[number]
type At = { env: Deps['env']; now: Date }

export const toCampaign = ({ timeZone, salonState, ...row }: Row, { env, now }: At): SalonCampaign => {
  const { waiting: _, ...campaign } = splitWait(row, {
    now,
    hours: (phone) => nextSalonWindow({ timeZone }, phone, env.QUIET_HOURS, now),
    salon: { timeZone, paused: salonState === 'paused' },
  })
  return campaign
}

async function oneCampaign(sql: Sql, salonId: string, id: string, at: At): Promise<SalonCampaign> {
  const [row] = await findSalonCampaigns(sql, salonId, at.now, id)
  if (!row) throw notFound('Campaign')
  return toCampaign(row, at)
}

/** How a campaign of a salon is read. */
export const ownerOf = (salonId: string, env: Deps['env']): CampaignOwner<SalonCampaign> => ({
  salonId,
  auditedAs: 'salon-campaign',
  find: (sql, id, now) => oneCampaign(sql, salonId, id, { env, now }),
})
