import './text.css'
import type { OutboundStatus } from '../messages/text.ts'
import { deliveries } from './delivery.ts'

/** Delivery status of an outbound text: icon and label. */
export function DeliveryState({ status }: { status: OutboundStatus }) {
  const { label, tone, icon: Icon } = deliveries[status]
  return (
    <span className="sb-receipt sb-muted sb-small sb-strong" data-tone={tone}>
      <Icon size={12} title={false} />
      {label}
    </span>
  )
}
