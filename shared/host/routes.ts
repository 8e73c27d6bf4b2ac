import { useEffect, useMemo, useSyncExternalStore } from 'react'
import {
  hasBar,
  keptParams,
  type ParamOf,
  type ParamsScreen,
  pathOf,
  screenOf,
  type TabId,
  type UrlChanges,
  type UrlParams,
} from './addresses.ts'
import { type Platform, usePlatform } from './platform.ts'
import { onReset } from './reset.ts'

export function usePath(): string {
  const { route } = usePlatform()
  return useSyncExternalStore(route.subscribe, route.get, route.get)
}

/** Each tab's parameters when it was last left; cleared at logout. */
const lastParams = new Map<TabId, UrlParams>()
/** The tab that was open when the Salons workspace was opened. */
let lastTab: TabId = 'leads'
onReset(() => {
  lastParams.clear()
  lastTab = 'leads'
})

/** Path of a tab with the filters it was left with, unless `params` sets one of them. */
function tabPath(tab: TabId, params: UrlChanges = {}): string {
  const names = keptParams(tab)
  if (names.some((name) => params[name] !== undefined)) return pathOf(tab, params)
  const before = lastParams.get(tab)
  const kept = names.map((name) => [name, before?.get(name) ?? undefined])
  return pathOf(tab, { ...Object.fromEntries(kept), ...params })
}

/** The same for a path from outside the screens, as from a native menu. */
export function restoredPath(path: string): string {
  const screen = screenOf(path)
  if (screen.name !== 'dashboard') return path
  const { tab: _, ...params } = Object.fromEntries(screen.params)
  return tabPath(screen.tab, params)
}

/** The Sales workspace as it was left. */
export const salesPath = () => tabPath(lastTab)

/** Stores each tab's parameters when another tab opens; not at logout. */
export function useRememberedTabs() {
  const { route } = usePlatform()
  useEffect(() => {
    let before = screenOf(route.get())
    return route.subscribe(() => {
      const now = screenOf(route.get())
      if (before.name === 'dashboard' && hasBar(now) && !('tab' in now && now.tab === before.tab)) {
        lastParams.set(before.tab, before.params)
        lastTab = before.tab
      }
      before = now
    })
  }, [route])
}

/** A tab's parameters when it was last left; null when it was not open before. */
export const lastParamsOf = (tab: TabId): UrlParams | null => lastParams.get(tab) ?? null

function navigation<S extends ParamsScreen>(route: Platform['route']) {
  const withChanges = (changes: UrlChanges) => {
    const { pathname, searchParams: query } = new URL(route.get(), 'http://host')
    for (const [name, value] of Object.entries<string | undefined>(changes)) {
      if (value === undefined) query.delete(name)
      else query.set(name, value)
    }
    const search = query.toString()
    return search === '' ? pathname : `${pathname}?${search}`
  }
  return {
    /** Opens another screen: `open(salonPath(id))`. */
    open: route.set,
    /** Opens a tab. */
    go: <T extends TabId>(tab: T, params?: UrlChanges<T>) => route.set(tabPath(tab, params)),
    /** Changes parameters of the current screen (also of `/admin/sms`). */
    set: (changes: UrlChanges<S>, options?: { replace?: boolean }) =>
      route.set(withChanges(changes), options),
    /** Removes parameters, which closes what they opened. Back does not open it again. */
    close: (...names: ParamOf<S>[]) =>
      route.set(withChanges(Object.fromEntries(names.map((name) => [name, undefined]))), { back: true }),
  }
}

/** The current screen, its query parameters, and functions to change them; `useRoute<'prospects'>()` accepts only its names. */
export function useRoute<S extends ParamsScreen = ParamsScreen>() {
  const { route } = usePlatform()
  const path = usePath()
  const screen = useMemo(() => screenOf(path), [path])
  const params: UrlParams<S> = 'params' in screen ? screen.params : none
  const actions = useMemo(() => navigation<S>(route), [route])
  return { screen, params, ...actions }
}

const none: UrlParams = new URLSearchParams()
