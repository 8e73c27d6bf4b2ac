import type { Secrets } from './secrets.ts'

/** The session with one server. Its token is a whole cookie, `name=value`, and never leaves the main process. */
export interface Session {
  token(): Promise<string | null>
  save(token: string): Promise<void>
  clear(): Promise<void>
  /** The device cookie, by which the server recognises this app at login. It outlives the session. */
  device(): Promise<string | null>
  saveDevice(device: string): Promise<void>
}

/** Reads the keychain once and caches the token. */
export function openSession(secrets: Promise<Secrets>, origin: string): Session {
  let cached: Promise<string | null> = secrets.then((opened) => opened.get(origin))
  return {
    token: () => cached,
    save: async (token) => {
      cached = Promise.resolve(token)
      await (await secrets).set(origin, token)
    },
    clear: async () => {
      cached = Promise.resolve(null)
      await (await secrets).remove(origin)
    },
    device: async () => (await secrets).get(`${origin} device`),
    saveDevice: async (device) => (await secrets).set(`${origin} device`, device),
  }
}
