import { contracts } from '@salonback/shared/contracts.ts'
import { pathOf, signedOutMark } from '@salonback/shared/host/addresses.ts'
import { lazyEvents } from '@salonback/shared/host/lazyEvents.ts'
import type { ImportFile, Platform } from '@salonback/shared/host/platform.ts'
import { createClient } from '@salonback/shared/http/client.ts'
import { limitCalls } from './limitCalls.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

const importFile = (file: File | undefined | null): ImportFile | null =>
  file ? { name: file.name, type: file.type, size: file.size, source: file } : null

/** The system's own dialog for one `.json` file; null when it is dismissed. */
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
  // The download has its own hold on the data once it has begun.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

const routeListeners = new Set<() => void>()
const tellRoute = () => {
  for (const listener of routeListeners) listener()
}
const inBar = () => location.pathname + location.search

let here = inBar()
function writeBar() {
  bar.cancel()
  if (here !== inBar()) history.replaceState(history.state, '', here)
}
// Safari refuses more than 100 changes of the address in 30 s, which every letter of a search would be.
const bar = limitCalls(writeBar, { burst: 20, refillMs: 400 })
addEventListener('pagehide', writeBar)
addEventListener('popstate', () => {
  bar.cancel()
  here = inBar()
  tellRoute()
})

/** Each place knows from which one it was opened: closing it is then a step back, after which Back leads further. */
const openedFrom = () => (history.state as { from?: string } | null)?.from

const route: Platform['route'] = {
  get: () => here,
  set: (path, { replace = false, back = false } = {}) => {
    if (path === here) return
    if (!replace) writeBar()
    const from = here
    here = path
    if (back && openedFrom() === path) history.back()
    else if (replace || back) bar.call()
    else history.pushState({ from }, '', path)
    tellRoute()
  },
  subscribe: (onChange) => {
    routeListeners.add(onChange)
    return () => routeListeners.delete(onChange)
  },
}

function notify({ title, body, phone }: { title: string; body: string; phone?: string }) {
  const allowed = 'Notification' in window && Notification.permission === 'granted'
  if (!allowed || !document.hidden) return
  const note = new Notification(title, { body, tag: phone })
  note.onclick = () => {
    window.focus()
    if (phone) route.set(pathOf('sms', { number: phone }))
  }
}

/** The console's host when it runs in a browser, on the same origin as the API. */
export const browserPlatform = {
  kind: 'browser',
  loggedOutAtStart: document.querySelector(`meta[name="${signedOutMark}"]`) !== null,
  api: createClient(contracts),
  events: lazyEvents(async () => (await import('./events.ts')).listen),
  importFile: {
    choose: chooseFile,
    fromDrop: async ({ dataTransfer }) => importFile(dataTransfer?.files[0]),
    send: async (...sent) => (await import('./upload.ts')).sendFile(...sent),
  },
  save: async (name, mime, text) => saveFile(name, mime, text),
  notify,
  setBadge: (count) => {
    if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined)
  },
  route,
  // The cookie is the server's to end.
  loggedOut: async () => {},
  modifier: isMac ? '⌘' : 'Ctrl',
} satisfies Platform
