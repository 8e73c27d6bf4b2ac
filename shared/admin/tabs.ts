import { Chat, Envelope, Import, MobilePhone, NumberedList, Shop, TimelineBarChart } from '@blueprintjs/icons'
import { type ComponentType, lazy } from 'react'
import { type TabId, tabIds, tabLabels } from '../host/addresses.ts'
import { loadScreen } from './tabScreens.ts'

type Icon = ComponentType<{ size?: number }>

interface TabEntry {
  id: TabId
  label: string
  icon: Icon
  screen: ComponentType
}

const icons: Record<TabId, Icon> = {
  leads: MobilePhone,
  contact: Envelope,
  prospects: Shop,
  waitlist: NumberedList,
  dash: TimelineBarChart,
  sms: Chat,
  import: Import,
}

/** The seven tabs in their order; key 1 opens the first. */
export const tabs: readonly TabEntry[] = tabIds.map((id) => ({
  id,
  label: tabLabels[id],
  icon: icons[id],
  screen: lazy(loadScreen[id]),
}))
