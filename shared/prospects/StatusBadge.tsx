import { Badge, type Tone } from '../kit/Badge.tsx'
import type { ContactStatus } from './contract.ts'

/** Colour of each status (specification, section 4). */
export const statusTone: Record<ContactStatus | 'none', Tone> = {
  none: 'grey',
  Selected: 'blue',
  Contacted: 'yellow',
  Responded: 'green',
  Submitted: 'purple',
}

/** The status of a prospect as a tinted badge with its dot. */
export function StatusBadge({ status }: { status: ContactStatus | null | undefined }) {
  const tone = statusTone[status ?? 'none']
  return (
    <Badge tone={tone} dot={tone}>
      {status ?? 'No Status'}
    </Badge>
  )
}
