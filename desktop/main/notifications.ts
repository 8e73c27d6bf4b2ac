import { app, Notification, nativeImage } from 'electron'
import { badgeLabel, type NewText, summarize } from './notificationText.ts'
import type { MainWindow } from './window.ts'

export interface Notifications {
  notify(text: NewText): void
  clear(): void
}

/** Announces all texts since the user last looked at the app in one notification. */
export function setupNotifications(window: MainWindow): Notifications {
  let unseen: NewText[] = []
  let shown: Notification | null = null
  function clear() {
    unseen = []
    shown?.close()
    shown = null
  }
  function notify(text: NewText) {
    if (!Notification.isSupported()) return
    unseen.push(text)
    const { title, body, path } = summarize(unseen)
    shown?.close()
    shown = new Notification({ title, body })
    shown.on('click', () => {
      clear()
      window.show()
      window.send('goTo', path)
    })
    shown.show()
  }
  app.on('browser-window-focus', clear)
  return { notify, clear }
}

/** Shows the number of texts that need review on the dock or task bar. */
export function showBadge(window: MainWindow, count: number) {
  if (process.platform !== 'win32') {
    app.setBadgeCount(count)
    return
  }
  window.current()?.setOverlayIcon(count === 0 ? null : redDot(), badgeLabel(count))
}

/** Windows has no badge numbers: a dot of 16 px in the badge's red, as BGRA pixels. */
function redDot() {
  const size = 16
  const pixels = Buffer.alloc(size * size * 4)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if ((x - 7.5) ** 2 + (y - 7.5) ** 2 <= 49) pixels.set([0x4a, 0x2f, 0xcf, 0xff], (y * size + x) * 4)
    }
  }
  return nativeImage.createFromBitmap(pixels, { width: size, height: size })
}
