import { useEffect } from 'react'
import { brand } from '../brand.ts'
import type { ConsoleScreen } from '../host/addresses.ts'
import { usePlatform } from '../host/platform.ts'
import { useRead } from '../kit/data.ts'
import { useDeferredQueries } from './DeferredQueries.tsx'
import { tabs } from './tabs.ts'

/** The page title names the tab and how many texts need review; the app's badge has the number alone. */
export function useTitle(screen: ConsoleScreen) {
  const platform = usePlatform()
  const { data } = useRead('metrics', 'sms', undefined, useDeferredQueries())
  const count = data?.needsReview ?? 0
  const id = screen.name === 'dashboard' ? screen.tab : 'sms'
  const label = tabs.find((tab) => tab.id === id)?.label ?? ''
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${label} · ${brand.adminAreaName}`
    platform.setBadge(count)
  }, [count, label, platform])
}
