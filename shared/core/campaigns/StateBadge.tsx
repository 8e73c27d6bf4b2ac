import { Disable, Pause, Tick } from '@blueprintjs/icons'
import { Badge } from '../../kit/Badge.tsx'
import type { CampaignState } from './campaign.ts'

/** Running, Paused, Finished or Canceled. */
export function StateBadge({ state }: { state: CampaignState }) {
  if (state === 'running') {
    return (
      <Badge tone="blush" dot="ink">
        Running
      </Badge>
    )
  }
  if (state === 'paused') {
    return (
      <Badge tone="amber" icon={<Pause size={12} title={false} />}>
        Paused
      </Badge>
    )
  }
  const Icon = state === 'finished' ? Tick : Disable
  return (
    <Badge icon={<Icon size={12} title={false} />}>{state === 'finished' ? 'Finished' : 'Canceled'}</Badge>
  )
}
