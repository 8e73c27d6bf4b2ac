import { toastStore } from './toastStore.ts'

const AFTER_MOVE = 'toast-after-move'

/** Fetches the notification area ahead of need: it is no part of what a page must load to be read. */
export const readyToasts = () => import('../parts/Toasts.tsx')

/** F8 goes to the notification area also before there is anything in it; from then on the area answers by itself. */
export function openWithF8() {
  const go = async ({ key }: KeyboardEvent) => {
    if (key !== 'F8') return
    removeEventListener('keydown', go)
    // Where it is, it answers by itself; a focus of ours a moment later would take the keyboard from its buttons again.
    if (document.querySelector('.toasts')) return
    const { showToasts } = await readyToasts()
    showToasts()
    document.querySelector<HTMLElement>('.toasts')?.focus()
  }
  addEventListener('keydown', go)
}

/** Shows one notification; it takes the place of the one before. */
export async function toast(title: string, text: string, failed = false) {
  toastStore.put({ title, text, failed })
  const { showToasts } = await readyToasts()
  showToasts()
  toastStore.tell()
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
