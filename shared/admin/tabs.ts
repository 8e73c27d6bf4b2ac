import { Chat, Envelope, Import, MobilePhone, NumberedList, Shop, TimelineBarChart } from '@blueprintjs/icons'
import { type ComponentType, lazy } from 'react'
import { type TabId, tabLabels } from '../host/addresses.ts'
import { loadScreen } from './tabScreens.ts'

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
    label: tabLabels.leads,
    icon: MobilePhone,
    screen: lazy(loadScreen.leads),
  },
  {
    id: 'contact',
    label: tabLabels.contact,
    icon: Envelope,
    screen: lazy(loadScreen.contact),
  },
  {
    id: 'prospects',
    label: tabLabels.prospects,
    icon: Shop,
    screen: lazy(loadScreen.prospects),
  },
  {
    id: 'waitlist',
    label: tabLabels.waitlist,
    icon: NumberedList,
    screen: lazy(loadScreen.waitlist),
  },
  {
    id: 'dash',
    label: tabLabels.dash,
    icon: TimelineBarChart,
    screen: lazy(loadScreen.dash),
  },
  {
    id: 'sms',
    label: tabLabels.sms,
    icon: Chat,
    screen: lazy(loadScreen.sms),
  },
  {
    id: 'import',
    label: tabLabels.import,
    icon: Import,
    screen: lazy(loadScreen.import),
  },
]
