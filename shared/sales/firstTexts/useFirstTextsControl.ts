import { useQueryClient } from '@tanstack/react-query'
import { useCampaignControl } from '../../core/campaigns/useCampaignControl.ts'
import { queryKeyOf } from '../../kit/data.ts'

/** Changes a campaign of first texts. */
export function useFirstTextsControl(id: string) {
  const client = useQueryClient()
  return useCampaignControl({
    calls: (api) => api.campaigns,
    one: { id },
    list: queryKeyOf('campaigns', 'list'),
    done: (changed) => client.setQueryData(queryKeyOf('campaigns', 'get', { id }), changed),
    refreshes: [
      ['campaigns', 'get'],
      ['campaigns', 'list'],
    ],
  })
}
