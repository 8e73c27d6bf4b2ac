import { Chat, Envelope, Import, MobilePhone, NumberedList, Shop, TimelineBarChart } from '@blueprintjs/icons'
import { type ComponentType, lazy } from 'react'
import type { TabId } from './tabIds.ts'

export interface TabEntry {
  id: TabId
  label: string
  icon: ComponentType<{ size?: number }>
  screen: ComponentType
}

/** The seven tabs in the specification's order; key 1 opens the first. */
export const tabs: readonly TabEntry[] = [
  {
    id: 'leads',
    label: 'Leads',
    icon: MobilePhone,
    screen: lazy(async () => ({ default: (await import('../leads/LeadsTab.tsx')).LeadsTab })),
  },
  {
    id: 'contact',
    label: 'Contact',
    icon: Envelope,
    screen: lazy(async () => ({ default: (await import('../contact/ContactTab.tsx')).ContactTab })),
  },
  {
    id: 'prospects',
    label: 'Prospects',
    icon: Shop,
    screen: lazy(async () => ({ default: (await import('../prospects/ProspectsTab.tsx')).ProspectsTab })),
  },
  {
    id: 'waitlist',
    label: 'Waitlist',
    icon: NumberedList,
    screen: lazy(async () => ({ default: (await import('../waitlist/WaitlistTab.tsx')).WaitlistTab })),
  },
  {
    id: 'dash',
    label: 'SMS Dash',
    icon: TimelineBarChart,
    screen: lazy(async () => ({ default: (await import('../metrics/DashTab.tsx')).DashTab })),
  },
  {
    id: 'sms',
    label: 'SMS',
    icon: Chat,
    screen: lazy(async () => ({ default: (await import('../messages/SmsTab.tsx')).SmsTab })),
  },
  {
    id: 'import',
    label: 'Import',
    icon: Import,
    screen: lazy(async () => ({ default: (await import('../imports/ImportTab.tsx')).ImportTab })),
  },
]
