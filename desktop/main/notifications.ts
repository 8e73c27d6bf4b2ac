import { app, Notification, nativeImage } from 'electron'
import { badgeWords, group, type Note } from './notes.ts'
import type { MainWindow } from './window.ts'

export interface Notifier {
  notify(note: Note): void
  /** Called when the person looks at the app: what they see need not be announced any more. */
  clear(): void
}

export function setupNotifications(window: MainWindow): Notifier {
  let waiting: Note[] = []
  let shown: Notification | null = null
  function clear() {
    waiting = []
    shown?.close()
    shown = null
  }
  function notify(note: Note) {
    if (!Notification.isSupported()) return
    waiting.push(note)
    const { title, body, path } = group(waiting)
    shown?.close()
    shown = new Notification({ title, body })
    shown.on('click', () => {
      clear()
      window.show()
      window.tell('goTo', path)
    })
    shown.show()
  }
  app.on('browser-window-focus', clear)
  return { notify, clear }
}

/** The number of texts that wait, on the dock or task bar. */
export function showBadge(window: MainWindow, count: number) {
  if (process.platform !== 'win32') {
    app.setBadgeCount(count)
    return
  }
  window.current()?.setOverlayIcon(count === 0 ? null : dot(), badgeWords(count))
}

/** Windows has no number of its own: a filled dot in the badge's red, 16 px, drawn as raw pixels. */
function dot() {
  const size = 16
  const pixels = Buffer.alloc(size * size * 4)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if ((x - 7.5) ** 2 + (y - 7.5) ** 2 <= 49) pixels.set([0x4a, 0x2f, 0xcf, 0xff], (y * size + x) * 4)
    }
  }
  return nativeImage.createFromBitmap(pixels, { width: size, height: size })
}
