import { toastStore } from './toastStore.ts'

const STORAGE_KEY = 'toast-after-move'

/** Loads the notification area, which is not part of the first page load. */
const loadToasts = () => import('../parts/Toasts.tsx')

/** Makes F8 focus the notification area before it has been loaded; later Radix handles F8. */
export function focusToastsOnF8() {
  const go = async ({ key }: KeyboardEvent) => {
    if (key !== 'F8') return
    removeEventListener('keydown', go)
    // Already loaded: Radix handles F8, and a second focus call would steal focus from its buttons.
    if (document.querySelector('.toasts')) return
    const { showToasts } = await loadToasts()
    showToasts()
    document.querySelector<HTMLElement>('.toasts')?.focus()
  }
  addEventListener('keydown', go)
}

/** Shows a notification; it replaces the previous one. */
export async function toast(title: string, text: string, failed = false) {
  toastStore.put({ title, text, failed })
  const { showToasts } = await loadToasts()
  showToasts()
  toastStore.publish()
}

/** Stores a notification for the next page. */
export function toastOnNextPage(title: string, text: string) {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([title, text]))
  } catch {
    toast(title, text)
  }
}

/** Shows the notification that the previous page stored. */
export function showStoredToast() {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null')
    sessionStorage.removeItem(STORAGE_KEY)
    if (Array.isArray(kept)) toast(String(kept[0]), String(kept[1]))
  } catch {
    // Storage is blocked: nothing to show.
  }
}
