import type { KeyScope } from '../http/endpoint.ts'

/** What an API key may do. */
export const scopeLabels: Record<KeyScope, string> = {
  read: 'Read salons, clients, campaigns, visits and statements',
  visits: 'Send bookings',
  opt_outs: 'Record opt-outs',
}
