import type { BrowserWindow } from 'electron'

/** How long a window waits hidden for its first paint, in ms. */
const MAX_HIDDEN_MS = 2000

/**
 * Shows a window after its first paint, or after two seconds: some systems (Wayland, a busy machine) do not paint hidden
 * windows, and the app would seem not to start.
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
