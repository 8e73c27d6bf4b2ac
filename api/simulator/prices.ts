import { type Market, splitDialCode } from '@salonback/shared/sms/markets.ts'
import type { Text } from './queries.ts'

/** Dollars a segment, close to those of the real network. */
const outbound: Record<Market, number> = { GB: 0.0463, IE: 0.0851, US: 0.0083 }
const ELSEWHERE = 0.09
const INBOUND = 0.0075

const charged = ['sent', 'delivered', 'undelivered', 'received']

/** As the carrier prints it: negative, and null until the text was sent. */
export function priceOf({ direction, handset, status, numSegments }: Text): string | null {
  if (!charged.includes(status)) return null
  const market = splitDialCode(handset)?.market
  const segment = direction === 'out' ? (market ? outbound[market] : ELSEWHERE) : INBOUND
  return (-segment * numSegments).toFixed(5)
}
