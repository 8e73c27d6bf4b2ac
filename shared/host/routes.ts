import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { pathOf, persistedParams, screenOf, type TabId, type TabParams } from './addresses.ts'
import { type Platform, usePlatform } from './platform.ts'
import { onReset } from './reset.ts'

export function usePath(): string {
  const { route } = usePlatform()
  return useSyncExternalStore(route.subscribe, route.get, route.get)
}

/** Each tab's last parameters; deleted at the logout. */
const lastParams = new Map<TabId, URLSearchParams>()
onReset(() => lastParams.clear())

/** Where a tab is opened: as it was left, unless `params` say themselves how to look at it. */
function tabPath(tab: TabId, params: TabParams = {}): string {
  const names = persistedParams[tab] ?? []
  if (names.some((name) => params[name] !== undefined)) return pathOf(tab, params)
  const before = lastParams.get(tab)
  const kept = names.map((name) => [name, before?.get(name) ?? undefined])
  return pathOf(tab, { ...Object.fromEntries(kept), ...params })
}

/** The same for a path that comes from outside the screens, as from a native menu. */
export function restoredPath(path: string): string {
  const screen = screenOf(path)
  if (screen.name !== 'dashboard') return path
  const { tab: _, ...params } = Object.fromEntries(screen.params)
  return tabPath(screen.tab, params)
}

/** Remembers how each tab was left, whichever way led out of it. Not at a logout, which ends what a person sees. */
export function useRememberedTabs() {
  const { route } = usePlatform()
  useEffect(() => {
    let before = screenOf(route.get())
    return route.subscribe(() => {
      const now = screenOf(route.get())
      if (before.name === 'dashboard' && now.name === 'dashboard' && now.tab !== before.tab)
        lastParams.set(before.tab, before.params)
      before = now
    })
  }, [route])
}

/** What the address of a tab said when it was last left; null when it was not open before. */
export const lastParamsOf = (tab: TabId): URLSearchParams | null => lastParams.get(tab) ?? null

function navigation(route: Platform['route']) {
  const changed = (changes: TabParams) => {
    const { pathname, searchParams: query } = new URL(route.get(), 'http://host')
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) query.delete(name)
      else query.set(name, value)
    }
    const words = query.toString()
    return words === '' ? pathname : `${pathname}?${words}`
  }
  return {
    /** Opens a tab. */
    go: (tab: TabId, params?: TabParams) => route.set(tabPath(tab, params)),
    /** Changes parameters of the present screen (also on `/admin/sms`). */
    set: (changes: TabParams, options?: { replace?: boolean }) => route.set(changed(changes), options),
    /** Takes parameters away, closing what they opened; Back does not open it again. */
    close: (...names: string[]) =>
      route.set(changed(Object.fromEntries(names.map((name) => [name, undefined]))), { back: true }),
  }
}

/** Where we are, for tabs: the query parameters and the actions to change them. */
export function useRoute() {
  const { route } = usePlatform()
  const path = usePath()
  const screen = useMemo(() => screenOf(path), [path])
  const params = 'params' in screen ? screen.params : none
  const actions = useMemo(() => navigation(route), [route])
  return { screen, params, ...actions }
}

const none = new URLSearchParams()
