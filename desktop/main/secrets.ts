/** Stores one secret for each account of our service. Only this file imports keytar, which is no longer maintained. */
export interface Secrets {
  /** False: in memory only, lost when the app quits. */
  readonly keychain: boolean
  get(account: string): Promise<string | null>
  set(account: string, secret: string): Promise<void>
  remove(account: string): Promise<void>
}

type Keytar = typeof import('keytar')

interface Stores {
  load?: () => Promise<Keytar>
  /** Used when keytar does not work. Resolves with null when the fallback does not work either. */
  fallback?: () => Promise<Secrets | null>
}

/**
 * The system's keychain through keytar, else the fallback, else memory. After a failed call the keychain is not used
 * again in this run; a copy in memory replaces it. Calls run one after another: of two simultaneous removals of the same
 * secret, libsecret fails one.
 */
export async function openSecrets(
  service: string,
  { load = loadKeytar, fallback = async () => null }: Stores = {},
): Promise<Secrets> {
  const memory = inMemory()
  let keytar = await workingKeytar(service, load)
  const other = keytar ? null : await fallback()
  if (other) return other

  let queue: Promise<unknown> = Promise.resolve()
  function enqueue<T>(withKeytar: (keytar: Keytar) => Promise<T>, fromMemory: () => Promise<T>): Promise<T> {
    const result = queue.then(async () => {
      if (!keytar) return fromMemory()
      try {
        return await withKeytar(keytar)
      } catch {
        keytar = null
        return fromMemory()
      }
    })
    queue = result
    return result
  }
  return {
    get keychain() {
      return keytar !== null
    },
    get: (account) =>
      enqueue(
        async (keychain) => {
          const secret = await keychain.getPassword(service, account)
          await (secret === null ? memory.remove(account) : memory.set(account, secret))
          return secret
        },
        () => memory.get(account),
      ),
    set: (account, secret) =>
      enqueue(
        async (keychain) => {
          await memory.set(account, secret)
          await keychain.setPassword(service, account, secret)
        },
        () => memory.set(account, secret),
      ),
    remove: (account) =>
      enqueue(
        async (keychain) => {
          await memory.remove(account)
          await keychain.deletePassword(service, account)
        },
        () => memory.remove(account),
      ),
  }
}

function inMemory(): Secrets {
  const secrets = new Map<string, string>()
  return {
    keychain: false,
    get: async (account) => secrets.get(account) ?? null,
    set: async (account, secret) => void secrets.set(account, secret),
    remove: async (account) => void secrets.delete(account),
  }
}

async function loadKeytar(): Promise<Keytar> {
  const loaded = await import('keytar')
  return 'default' in loaded ? (loaded.default as Keytar) : loaded
}

/** keytar, if it loads and the keychain answers a lookup; else null. */
async function workingKeytar(service: string, load: () => Promise<Keytar>): Promise<Keytar | null> {
  try {
    const keytar = await load()
    await keytar.getPassword(service, 'probe')
    return keytar
  } catch {
    return null
  }
}
