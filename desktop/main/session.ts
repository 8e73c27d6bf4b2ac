import type { Secrets } from './secrets.ts'

/** The session with one server. Its token is a whole cookie, `name=value`, and stays in this process. */
export interface Session {
  token(): Promise<string | null>
  keep(token: string): Promise<void>
  clear(): Promise<void>
  /** What the server knows this app by when somebody logs in; outlives the session. A whole cookie too. */
  device(): Promise<string | null>
  keepDevice(device: string): Promise<void>
}

/** Reads the keychain once; every later request is answered from memory. */
export function openSession(secrets: Promise<Secrets>, origin: string): Session {
  let known: Promise<string | null> = secrets.then((opened) => opened.get(origin))
  return {
    token: () => known,
    keep: async (token) => {
      known = Promise.resolve(token)
      await (await secrets).set(origin, token)
    },
    clear: async () => {
      known = Promise.resolve(null)
      await (await secrets).remove(origin)
    },
    device: async () => (await secrets).get(`${origin} device`),
    keepDevice: async (device) => (await secrets).set(`${origin} device`, device),
  }
}
