import { useQueryClient } from '@tanstack/react-query'
import { queryKeyOf, refresh, useAction } from '../kit/data.ts'
import type { Campaign } from './contract.ts'

/** Pauses, resumes and cancels a campaign, and updates the cache with the reply. */
export function useCampaignControl() {
  const client = useQueryClient()
  return useAction<{ id: string; step: 'pause' | 'resume' | 'cancel' }, Campaign>({
    run: (api, { id, step }) => api.campaigns[step]({ id }),
    done: (campaign) => {
      client.setQueryData(queryKeyOf('campaigns', 'get', { id: campaign.id }), campaign)
      client.setQueryData<Campaign[]>(queryKeyOf('campaigns', 'list'), (list) =>
        list?.map((one) => (one.id === campaign.id ? campaign : one)),
      )
      void refresh(client, ['campaigns', 'list'])
    },
    failure: { title: 'Error', fallback: 'The campaign could not be changed', showServerMessage: true },
  })
}
