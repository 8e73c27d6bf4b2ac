import { useMemo, useSyncExternalStore } from 'react'
import { lasting, pathOf, screenOf, type TabId, type TabParams } from './addresses.ts'
import { type Platform, usePlatform } from './platform.ts'
import { onReset } from './reset.ts'

export function usePath(): string {
  const { route } = usePlatform()
  return useSyncExternalStore(route.subscribe, route.get, route.get)
}

/** How each tab was last looked at; forgotten with the person. */
const left = new Map<TabId, TabParams>()
onReset(() => left.clear())

/** Where a tab is opened: as it was left, unless `params` say themselves how to look at it. */
function wayTo(tab: TabId, params: TabParams = {}): string {
  const says = lasting[tab]?.some((name) => params[name] !== undefined)
  return pathOf(tab, says ? params : { ...left.get(tab), ...params })
}

function leave(path: string) {
  const screen = screenOf(path)
  if (screen.name !== 'dashboard') return
  const names = lasting[screen.tab] ?? []
  left.set(screen.tab, Object.fromEntries(names.map((name) => [name, screen.params.get(name) ?? undefined])))
}

function waysOf(route: Platform['route']) {
  return {
    /** Opens a tab. */
    go: (tab: TabId, params?: TabParams) => {
      leave(route.get())
      route.set(wayTo(tab, params))
    },
    /** Changes parameters of the present screen (also on `/admin/sms`). */
    set: (changes: TabParams, options?: { replace?: boolean }) => {
      const { pathname, searchParams: query } = new URL(route.get(), 'http://host')
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) query.delete(name)
        else query.set(name, value)
      }
      const words = query.toString()
      route.set(words === '' ? pathname : `${pathname}?${words}`, options)
    },
  }
}

/** Where we are, for tabs: the query parameters and the ways to change them. */
export function useRoute() {
  const { route } = usePlatform()
  const path = usePath()
  const screen = useMemo(() => screenOf(path), [path])
  const params = 'params' in screen ? screen.params : none
  const ways = useMemo(() => waysOf(route), [route])
  return { screen, params, ...ways }
}

const none = new URLSearchParams()
