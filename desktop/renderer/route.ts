import { screenOf } from '@salonback/shared/host/addresses.ts'
import type { Platform } from '@salonback/shared/host/platform.ts'

const storageKey = 'salonback.path'

/** The path before a reload of the page; null at the start of the app. */
export const savedPath = () => sessionStorage.getItem(storageKey)

/** Holds the current path, because the app has no address bar. Kept in sessionStorage, so that a reload stays on it. */
export function createRoute(path: string): Platform['route'] {
  const listeners = new Set<() => void>()
  return {
    get: () => path,
    set: (next) => {
      if (next === path) return
      path = next
      sessionStorage.setItem(storageKey, next)
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Whether the conversation with this number is visible in the focused window, so that it needs no notification. */
export function isConversationVisible(path: string, focused: boolean, phone: string | undefined): boolean {
  if (!focused || !phone) return false
  const screen = screenOf(path)
  const inSms = screen.name === 'sms' || (screen.name === 'dashboard' && screen.tab === 'sms')
  return inSms && screen.params.get('number') === phone
}
