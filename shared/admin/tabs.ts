import { Chat, Envelope, Import, MobilePhone, NumberedList, Shop, TimelineBarChart } from '@blueprintjs/icons'
import { type ComponentType, lazy } from 'react'
import type { TabId } from '../host/tabIds.ts'
import { loadScreen } from './screens.ts'

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
    screen: lazy(loadScreen.leads),
  },
  {
    id: 'contact',
    label: 'Contact',
    icon: Envelope,
    screen: lazy(loadScreen.contact),
  },
  {
    id: 'prospects',
    label: 'Prospects',
    icon: Shop,
    screen: lazy(loadScreen.prospects),
  },
  {
    id: 'waitlist',
    label: 'Waitlist',
    icon: NumberedList,
    screen: lazy(loadScreen.waitlist),
  },
  {
    id: 'dash',
    label: 'SMS Dash',
    icon: TimelineBarChart,
    screen: lazy(loadScreen.dash),
  },
  {
    id: 'sms',
    label: 'SMS',
    icon: Chat,
    screen: lazy(loadScreen.sms),
  },
  {
    id: 'import',
    label: 'Import',
    icon: Import,
    screen: lazy(loadScreen.import),
  },
]
