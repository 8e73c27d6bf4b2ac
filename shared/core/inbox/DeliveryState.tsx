import './text.css'
import { ArrowUp, Disable, Error as ErrorIcon, Help, Tick, TickCircle, Time } from '@blueprintjs/icons'
import type { OutboundStatus } from '../messages/text.ts'
import { type DeliveryIcon, deliveries } from './delivery.ts'

const icons: Record<DeliveryIcon, typeof Tick> = {
  time: Time,
  'arrow-up': ArrowUp,
  tick: Tick,
  'tick-circle': TickCircle,
  error: ErrorIcon,
  help: Help,
  disable: Disable,
}

/** Delivery status of an outbound text: icon and label. */
export function DeliveryState({ status }: { status: OutboundStatus }) {
  const { label, tone, icon } = deliveries[status]
  const Icon = icons[icon]
  return (
    <span className="sb-receipt sb-small sb-strong" data-tone={tone}>
      <Icon size={12} title={false} />
      {label}
    </span>
  )
}
