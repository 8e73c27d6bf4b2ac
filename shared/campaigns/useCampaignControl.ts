import { useQueryClient } from '@tanstack/react-query'
import { queryKeyOf, refresh, useAction } from '../kit/data.ts'
import type { Campaign } from './contract.ts'

/** Pause, resume and cancel one campaign; what the server answers is shown everywhere at once. */
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
    failure: { title: 'Error', fallback: 'The campaign could not be changed', serverWords: true },
  })
}
