import { Badge, type Tone } from '../../kit/Badge.tsx'
import type { ContactStatus } from './contactStatus.ts'

/** Colour of each status. */
export const statusTone: Record<ContactStatus | 'none', Tone> = {
  none: 'grey',
  Selected: 'blue',
  Contacted: 'yellow',
  Responded: 'green',
  Submitted: 'purple',
}

/** A contact status as a tinted badge with a dot. */
export function StatusBadge({ status }: { status: ContactStatus | null | undefined }) {
  const tone = statusTone[status ?? 'none']
  return (
    <Badge tone={tone} dot={tone}>
      {status ?? 'No Status'}
    </Badge>
  )
}
