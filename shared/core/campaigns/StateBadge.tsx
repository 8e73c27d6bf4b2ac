import { Disable, Pause, Tick } from '@blueprintjs/icons'
import type { ComponentProps } from 'react'
import { Badge } from '../../kit/Badge.tsx'
import type { CampaignState } from './campaign.ts'

const badges: Record<CampaignState, ComponentProps<typeof Badge>> = {
  running: { tone: 'blush', dot: 'ink', children: 'Running' },
  paused: { tone: 'amber', icon: <Pause size={12} title={false} />, children: 'Paused' },
  finished: { icon: <Tick size={12} title={false} />, children: 'Finished' },
  canceled: { icon: <Disable size={12} title={false} />, children: 'Canceled' },
}

export const StateBadge = ({ state }: { state: CampaignState }) => <Badge {...badges[state]} />
