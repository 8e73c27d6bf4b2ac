import './salonResults.css'
import { Loaded } from '../../kit/Loaded.tsx'
import { LoadMore } from '../../kit/LoadMore.tsx'
import { Panel } from '../../kit/Page.tsx'
import { usePages } from '../../kit/usePages.ts'
import { LatestFunnels } from './CampaignFunnels.tsx'

/** What the campaigns of all salons led to, latest first; nothing before the first text. */
export function LatestCampaigns() {
  const read = usePages('results', 'latest')
  if (!read.error && !read.data?.length) return null
  return (
    <Panel flush title="Latest campaigns" className="sb-tall sb-results-campaigns sb-rigid">
      <Loaded
        read={read}
        loading={{ text: 'Loading the latest campaigns...', rows: 1 }}
        failed="Failed to load the latest campaigns"
      >
        {(campaigns) => <LatestFunnels campaigns={campaigns} />}
      </Loaded>
      <LoadMore more={read.more} things="campaigns" />
    </Panel>
  )
}
