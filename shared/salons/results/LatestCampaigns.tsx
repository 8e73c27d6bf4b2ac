import './salonResults.css'
import { usePlatform } from '../../host/platform.ts'
import { queryKeyOf } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { LoadMore } from '../../kit/LoadMore.tsx'
import { Panel } from '../../kit/Page.tsx'
import { usePages } from '../../kit/usePages.ts'
import { LatestFunnels } from './CampaignFunnels.tsx'

/** What the latest campaign of each salon led to; nothing before the first campaign. */
export function LatestCampaigns() {
  const { api } = usePlatform()
  const { items, error, refetch, more } = usePages(queryKeyOf('salonResults', 'latest'), (cursor, signal) =>
    api.salonResults.latest({ ...(cursor && { cursor }) }, { signal }),
  )
  if (!error && !items?.length) return null
  return (
    <Panel flush title="Latest campaigns" className="sb-results-campaigns">
      <Loaded
        read={{ data: items, error, refetch }}
        loading={{ text: 'Loading the latest campaigns...', rows: 1 }}
        failed="Failed to load the latest campaigns"
      >
        {(campaigns) => <LatestFunnels campaigns={campaigns} />}
      </Loaded>
      <LoadMore more={more} things="campaigns" />
    </Panel>
  )
}
