import { AutomaticUpdates, Disable } from '@blueprintjs/icons'
import { pathOf } from '../host/addresses.ts'

/** Pages of Sales that are not tabs. */
export const salesLinks = [
  { to: pathOf('dash', { show: 'optouts' }), label: 'Opt-outs', icon: Disable },
  { to: pathOf('dash', { show: 'followup' }), label: 'Automatic follow-up', icon: AutomaticUpdates },
] as const
