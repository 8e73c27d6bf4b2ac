import { Disable, Pause } from '@blueprintjs/icons'
import type { ComponentProps } from 'react'
import { Badge } from '../../kit/Badge.tsx'
import type { SalonState } from './contract.ts'

const badges: Record<SalonState, ComponentProps<typeof Badge>> = {
  setup: { tone: 'blue', dot: 'blue', children: 'Setup' },
  ready: { tone: 'green', dot: 'green', children: 'Ready' },
  paused: { tone: 'amber', icon: <Pause size={12} title={false} />, children: 'Paused' },
  closed: { icon: <Disable size={12} title={false} />, children: 'Closed' },
}

/** Setup, Ready, Paused or Closed. */
export const SalonBadge = ({ state }: { state: SalonState }) => <Badge {...badges[state]} />
