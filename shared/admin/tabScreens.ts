import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { TabId } from '../host/addresses.ts'
import type { Api } from '../host/platform.ts'
import { prospectsPath } from '../prospects/path.ts'

/** Where each tab's screen comes from, each a file of its own that loads when it is first opened. */
export const loadScreen: Record<TabId, () => Promise<{ default: ComponentType }>> = {
  leads: async () => ({ default: (await import('../leads/LeadsTab.tsx')).LeadsTab }),
  contact: async () => ({ default: (await import('../contact/ContactTab.tsx')).ContactTab }),
  prospects: async () => ({ default: (await import('../prospects/ProspectsTab.tsx')).ProspectsTab }),
  waitlist: async () => ({ default: (await import('../waitlist/WaitlistTab.tsx')).WaitlistTab }),
  dash: async () => ({ default: (await import('../metrics/DashTab.tsx')).DashTab }),
  sms: async () => ({ default: (await import('../messages/SmsTab.tsx')).SmsTab }),
  import: async () => ({ default: (await import('../imports/ImportTab.tsx')).ImportTab }),
}

/**
 * Asks for what takes longest on the way to the open tab while its screen is still loading: the file of the
 * screen, and the one list that may be long.
 */
export function prefetchTab(tab: TabId, client: QueryClient, api: Api) {
  loadScreen[tab]().catch(() => {})
  // Once it is there its screen reads what has changed alone.
  if (tab !== 'prospects' || client.getQueryData([prospectsPath])) return
  void client.prefetchQuery({
    queryKey: [prospectsPath],
    queryFn: async ({ signal }) =>
      (await import('../prospects/read.ts')).readProspects({ client, api, signal }),
    structuralSharing: false,
  })
}
