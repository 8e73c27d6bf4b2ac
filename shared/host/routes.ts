import { useSyncExternalStore } from 'react'
import { pathOf, screenOf, type TabId, type TabParams } from './addresses.ts'
import { usePlatform } from './platform.ts'

export function usePath(): string {
  const { route } = usePlatform()
  return useSyncExternalStore(route.subscribe, route.get, route.get)
}

/**
 * Where we are, for tabs: the query parameters and the ways to change them.
 * `go` opens a tab; `set` changes parameters of the present screen (also on `/admin/sms`).
 */
export function useRoute() {
  const { route } = usePlatform()
  const path = usePath()
  const screen = screenOf(path)
  const params = 'params' in screen ? screen.params : new URLSearchParams()
  return {
    screen,
    params,
    go: (tab: TabId, next?: TabParams) => route.set(pathOf(tab, next)),
    set: (changes: TabParams) => {
      const query = new URLSearchParams(params)
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) query.delete(name)
        else query.set(name, value)
      }
      const { pathname } = new URL(path, 'http://host')
      route.set(query.size > 0 ? `${pathname}?${query}` : pathname)
    },
  }
}
