import { Disable, Pause } from '@blueprintjs/icons'
import { Badge } from '../../kit/Badge.tsx'
import type { SalonState } from './contract.ts'

/** Setup, Ready, Paused or Closed. */
export function SalonBadge({ state }: { state: SalonState }) {
  switch (state) {
    case 'setup':
      return (
        <Badge tone="blue" dot="blue">
          Setup
        </Badge>
      )
    case 'ready':
      return (
        <Badge tone="green" dot="green">
          Ready
        </Badge>
      )
    case 'paused':
      return (
        <Badge tone="amber" icon={<Pause size={12} title={false} />}>
          Paused
        </Badge>
      )
    case 'closed':
      return <Badge icon={<Disable size={12} title={false} />}>Closed</Badge>
  }
}
