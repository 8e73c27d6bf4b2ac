import { contracts } from '@salonback/shared/contracts.ts'
import { pathOf, signedOutMark } from '@salonback/shared/host/addresses.ts'
import type { ImportFile, Platform } from '@salonback/shared/host/platform.ts'
import { subscribeToEvents } from '@salonback/shared/host/serverEvents.ts'
import { createClient } from '@salonback/shared/platform/http/client.ts'
import { sendForm } from '@salonback/shared/platform/http/request.ts'
import { limitCalls } from './limitCalls.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

const importFile = (file: File | undefined | null): ImportFile | null =>
  file ? { name: file.name, type: file.type, size: file.size, source: file } : null

/** The browser's file dialog for one `.json` file; null when it is dismissed. */
function chooseFile(): Promise<ImportFile | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = '.json,application/json'
    input.addEventListener('change', () => resolve(importFile(input.files?.[0])), { once: true })
    input.addEventListener('cancel', () => resolve(null), { once: true })
    input.click()
  })
}

function saveFile(name: string, mime: string, text: string | Blob) {
  const address = URL.createObjectURL(text instanceof Blob ? text : new Blob([text], { type: mime }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has started by then and keeps the data.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

const routeListeners = new Set<() => void>()
const notifyRouteListeners = () => {
  for (const listener of routeListeners) listener()
}
const addressBarPath = () => location.pathname + location.search

let currentPath = addressBarPath()
function updateAddressBar() {
  addressBar.cancel()
  if (currentPath !== addressBarPath()) history.replaceState(history.state, '', currentPath)
}
// Safari allows 100 address changes in 30 s, and every letter of a search is one.
const addressBar = limitCalls(updateAddressBar, { burst: 20, refillMs: 400 })
addEventListener('pagehide', updateAddressBar)
addEventListener('popstate', () => {
  addressBar.cancel()
  currentPath = addressBarPath()
  notifyRouteListeners()
})

/** Each history entry stores the path it was opened from, so that closing it can go back instead of adding an entry. */
const openedFrom = () => (history.state as { from?: string } | null)?.from

const route: Platform['route'] = {
  get: () => currentPath,
  set: (path, { replace = false, back = false } = {}) => {
    if (path === currentPath) return
    if (!replace) updateAddressBar()
    const from = currentPath
    currentPath = path
    if (back && openedFrom() === path) history.back()
    else if (replace || back) addressBar.call()
    else history.pushState({ from }, '', path)
    notifyRouteListeners()
  },
  subscribe: (onChange) => {
    routeListeners.add(onChange)
    return () => routeListeners.delete(onChange)
  },
}

function notify({ title, body, phone, path }: Parameters<Platform['notify']>[0]) {
  const allowed = 'Notification' in window && Notification.permission === 'granted'
  if (!allowed || !document.hidden) return
  const notification = new Notification(title, { body, tag: phone ?? path })
  notification.onclick = () => {
    window.focus()
    if (path) route.set(path)
    else if (phone) route.set(pathOf('sms', { number: phone }))
  }
}

/** The console's platform in a browser, on the same origin as the API. */
export const browserPlatform = {
  kind: 'browser',
  loggedOutAtStart: document.querySelector(`meta[name="${signedOutMark}"]`) !== null,
  api: createClient(contracts),
  undoableApi: (undoKey) => createClient(contracts, { undoKey }),
  events: subscribeToEvents,
  importFile: {
    choose: chooseFile,
    fromDrop: async ({ dataTransfer }) => importFile(dataTransfer?.files[0]),
    send: async (...sent) => (await import('./upload.ts')).sendFile(...sent),
  },
  upload: sendForm,
  save: async (name, mime, text) => saveFile(name, mime, text),
  notify,
  setBadge: (count) => {
    if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined)
  },
  route,
  // The server deletes the cookie.
  loggedOut: async () => {},
  modifier: isMac ? '⌘' : 'Ctrl',
} satisfies Platform
