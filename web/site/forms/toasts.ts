export type Toast = { id: number; title: string; text: string; failed: boolean }

const AFTER_MOVE = 'toast-after-move'
const listeners = new Set<() => void>()
let current: Toast | undefined

/** The notification to show: the newest one only. Read by `Toasts`. */
export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  read: () => current,
}

/** Fetches the notification area ahead of need: it is no part of what a page must load to be read. */
export const readyToasts = () => import('../parts/Toasts.tsx')

/** Shows one notification; it takes the place of the one before. */
export async function toast(title: string, text: string, failed = false) {
  current = { id: (current?.id ?? 0) + 1, title, text, failed }
  const { showToasts } = await readyToasts()
  showToasts()
  for (const listener of listeners) listener()
}

/** Keeps a notification for the page that is about to open, as this page's own would go with it. */
export function toastAfterMove(title: string, text: string) {
  try {
    sessionStorage.setItem(AFTER_MOVE, JSON.stringify([title, text]))
  } catch {
    toast(title, text)
  }
}

/** Shows what the page before left for this one, once. */
export function showKeptToast() {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(AFTER_MOVE) ?? 'null')
    sessionStorage.removeItem(AFTER_MOVE)
    if (Array.isArray(kept)) toast(String(kept[0]), String(kept[1]))
  } catch {
    // Storage is closed to us here: there is nothing to show.
  }
}
