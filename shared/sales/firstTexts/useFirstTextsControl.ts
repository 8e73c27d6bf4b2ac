import { useQueryClient } from '@tanstack/react-query'
import { useCampaignControl } from '../../core/campaigns/useCampaignControl.ts'
import { queryKeyOf, refresh } from '../../kit/data.ts'

/** Changes a campaign of first texts. */
export function useFirstTextsControl(id: string) {
  const client = useQueryClient()
  return useCampaignControl({
    calls: (api) => api.campaigns,
    one: { id },
    list: queryKeyOf('campaigns', 'list'),
    done: (changed) => client.setQueryData(queryKeyOf('campaigns', 'get', { id }), changed),
    settled: () => void refresh(client, ['campaigns', 'get'], ['campaigns', 'list']),
  })
}
