import type { ComponentType } from 'react'
import type { ConsoleScreen, TabId } from '../host/addresses.ts'

export type ScreenId = TabId | 'salons' | 'salon' | 'statement' | 'replies'

export const screenIdOf = (screen: ConsoleScreen): ScreenId =>
  screen.name === 'dashboard' ? screen.tab : screen.name

/** Loads each screen, a chunk that is fetched when the screen is first opened. */
export const loadScreen: Record<ScreenId, () => Promise<{ default: ComponentType }>> = {
  leads: async () => ({ default: (await import('../leads/LeadsTab.tsx')).LeadsTab }),
  contact: async () => ({ default: (await import('../contact/ContactTab.tsx')).ContactTab }),
  prospects: async () => ({ default: (await import('../prospects/ProspectsTab.tsx')).ProspectsTab }),
  waitlist: async () => ({ default: (await import('../waitlist/WaitlistTab.tsx')).WaitlistTab }),
  dash: async () => ({ default: (await import('../metrics/DashTab.tsx')).DashTab }),
  sms: async () => ({ default: (await import('../messages/SmsTab.tsx')).SmsTab }),
  import: async () => ({ default: (await import('../imports/ImportTab.tsx')).ImportTab }),
  salons: async () => ({ default: (await import('../salons/SalonList.tsx')).SalonList }),
  replies: async () => ({ default: (await import('../salonReplies/RepliesDesk.tsx')).RepliesDesk }),
  statement: async () => ({ default: (await import('../ledger/StatementPage.tsx')).StatementPage }),
  salon: async () => ({ default: (await import('../salons/SalonPage.tsx')).SalonPage }),
}
