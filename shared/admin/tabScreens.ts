import type { ComponentType } from 'react'
import type { ConsoleScreen, TabId } from '../host/addresses.ts'

export type ScreenId =
  | TabId
  | 'salons'
  | 'salon'
  | 'statement'
  | 'replies'
  | 'health'
  | 'money'
  | 'connect'
  | 'person'

export const screenIdOf = (screen: ConsoleScreen): ScreenId =>
  screen.name === 'dashboard' ? screen.tab : screen.name

/** Loads each screen, a chunk that is fetched when the screen is first opened. */
export const loadScreen: Record<ScreenId, () => Promise<{ default: ComponentType }>> = {
  leads: async () => ({ default: (await import('../sales/leads/LeadsTab.tsx')).LeadsTab }),
  contact: async () => ({ default: (await import('../sales/contact/ContactTab.tsx')).ContactTab }),
  prospects: async () => ({ default: (await import('../sales/prospects/ProspectsTab.tsx')).ProspectsTab }),
  waitlist: async () => ({ default: (await import('./WaitlistPage.tsx')).WaitlistPage }),
  dash: async () => ({ default: (await import('../sales/metrics/DashTab.tsx')).DashTab }),
  sms: async () => ({ default: (await import('../core/inbox/SmsTab.tsx')).SmsTab }),
  import: async () => ({ default: (await import('../sales/imports/ImportTab.tsx')).ImportTab }),
  salons: async () => ({ default: (await import('./SalonsPage.tsx')).SalonsPage }),
  replies: async () => ({ default: (await import('../salons/replies/RepliesDesk.tsx')).RepliesDesk }),
  health: async () => ({ default: (await import('../salons/health/HealthPage.tsx')).HealthPage }),
  money: async () => ({ default: (await import('../salons/billing/MoneyPage.tsx')).MoneyPage }),
  connect: async () => ({ default: (await import('./ConnectPage.tsx')).ConnectPage }),
  statement: async () => ({ default: (await import('../salons/billing/StatementPage.tsx')).StatementPage }),
  person: async () => ({ default: (await import('./people/PersonPage.tsx')).PersonPage }),
  salon: async () => ({ default: (await import('./SalonPage.tsx')).SalonPage }),
}
