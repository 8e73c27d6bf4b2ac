import { screenOf } from '@salonback/shared/host/addresses.ts'
import type { Platform } from '@salonback/shared/host/platform.ts'

const storageKey = 'salonback.path'

/** Where the app was when its page was reloaded; null at its start. */
export const keptPath = () => sessionStorage.getItem(storageKey)

/** The path of an app without an address bar. Kept for the session, so that a reload stays where it was. */
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

/** Whether the conversation with this number is being looked at: then it needs no notification. */
export function isOnScreen(path: string, focused: boolean, phone: string | undefined): boolean {
  if (!focused || !phone) return false
  const screen = screenOf(path)
  const inSms = screen.name === 'sms' || (screen.name === 'dashboard' && screen.tab === 'sms')
  return inSms && screen.params.get('number') === phone
}
