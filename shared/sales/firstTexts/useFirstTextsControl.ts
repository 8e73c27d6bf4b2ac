import { useQueryClient } from '@tanstack/react-query'
import { useCampaignControl } from '../../core/campaigns/useCampaignControl.ts'
import { queryKeyOf } from '../../kit/data.ts'

/** Changes a campaign of first texts. */
export function useFirstTextsControl(id: string) {
  const client = useQueryClient()
  return useCampaignControl({
    calls: (api) => api.firstTexts,
    one: { id },
    list: queryKeyOf('firstTexts', 'list'),
    done: (changed) => client.setQueryData(queryKeyOf('firstTexts', 'get', { id }), changed),
    refreshes: [
      ['firstTexts', 'get'],
      ['firstTexts', 'list'],
    ],
  })
}
