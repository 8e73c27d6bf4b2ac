import { nextTurn } from '@salonback/shared/kit/nextTurn.ts'

interface EarlyCall {
  answer: Promise<Response>
  stop: () => void
}

declare global {
  interface Window {
    /** By path, what `askEarly.js` asked for. */
    salonbackEarly?: Map<string, EarlyCall>
  }
}

/** Characters from which a body is sent as a Blob: as text, 4 MB of it hold up the page for two frames. */
const LONG = 100_000

/**
 * `fetch`, with the answers that the page asked for before its scripts came. Each is given once, and none after
 * anything was sent: it is an answer to the session, and of the time, of the page's beginning.
 */
export const browserFetch: typeof fetch = (input, init = {}) => {
  if (init.method !== 'GET') {
    dropAll()
    return sent(input, init)
  }
  const early = window.salonbackEarly
  const path = String(input)
  const call = early?.get(path)
  if (!early || !call || new Headers(init.headers).has('if-none-match')) return fetch(input, init)
  early.delete(path)
  if (init.signal?.aborted) call.stop()
  init.signal?.addEventListener('abort', call.stop, { once: true })
  return call.answer
}

/**
 * The text was written down a moment ago; putting it into a Blob takes as long again, so the page has a turn between.
 * Not for the desktop: what `protocol.handle` of Electron 25, which its walks run on, gets of a Blob is an empty body
 * (electron/electron#40826; 28 and newer have #41052).
 */
async function sent(input: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> {
  const { body } = init
  if (typeof body !== 'string' || body.length < LONG) return fetch(input, init)
  await nextTurn()
  return fetch(input, { ...init, body: new Blob([body]) })
}

function dropAll() {
  for (const { stop } of window.salonbackEarly?.values() ?? []) stop()
  delete window.salonbackEarly
}
