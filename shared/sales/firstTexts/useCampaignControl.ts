import { useQueryClient } from '@tanstack/react-query'
import { queryKeyOf, refresh, useAction } from '../../kit/data.ts'
import type { Campaign } from './contract.ts'

type Step =
  | { id: string; step: 'pause' | 'resume' | 'cancel' | 'sendNow' }
  | { id: string; step: 'changeStart'; startAt: string | null }

/** Pauses, resumes and cancels a campaign or changes its start, and updates the cache with the reply. */
export function useCampaignControl() {
  const client = useQueryClient()
  return useAction<Step, Campaign>({
    run: (api, { step, ...input }) =>
      'startAt' in input ? api.campaigns.changeStart(input) : api.campaigns[step as 'pause'](input),
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
