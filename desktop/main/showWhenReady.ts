import type { BrowserWindow } from 'electron'

/** How long a window waits for its first picture, in ms. */
const MAX_HIDDEN_MS = 2000

/**
 * Shows a window once it has something to show, and after two seconds in any case: where the system draws only what is
 * shown (seen under Wayland, and on a busy machine) a hidden window never has, and the app would seem not to start.
 */
export function showWhenReady(
  window: Pick<BrowserWindow, 'once' | 'isDestroyed' | 'show' | 'maximize'>,
  { maximized }: { maximized: boolean },
) {
  let isShown = false
  const show = () => {
    clearTimeout(timer)
    if (isShown || window.isDestroyed()) return
    isShown = true
    if (maximized) window.maximize()
    window.show()
  }
  const timer = setTimeout(show, MAX_HIDDEN_MS)
  window.once('ready-to-show', show)
}
