import type { ComponentType } from 'react'
import type { TabId } from '../host/addresses.ts'

/** Loads each tab's screen, a chunk that is fetched when the tab is first opened. */
export const loadScreen: Record<TabId, () => Promise<{ default: ComponentType }>> = {
  leads: async () => ({ default: (await import('../leads/LeadsTab.tsx')).LeadsTab }),
  contact: async () => ({ default: (await import('../contact/ContactTab.tsx')).ContactTab }),
  prospects: async () => ({ default: (await import('../prospects/ProspectsTab.tsx')).ProspectsTab }),
  waitlist: async () => ({ default: (await import('../waitlist/WaitlistTab.tsx')).WaitlistTab }),
  dash: async () => ({ default: (await import('../metrics/DashTab.tsx')).DashTab }),
  sms: async () => ({ default: (await import('../messages/SmsTab.tsx')).SmsTab }),
  import: async () => ({ default: (await import('../imports/ImportTab.tsx')).ImportTab }),
}
