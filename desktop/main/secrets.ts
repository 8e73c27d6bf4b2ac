/**
 * Where sessions are kept: one secret for each account of our service. This is the door through which the app leaves
 * keytar one day, whose maintenance has ended: a store that gets, sets and removes is all the rest of the app knows.
 */
export interface Secrets {
  /** False: memory only, gone with the app. */
  readonly keychain: boolean
  get(account: string): Promise<string | null>
  set(account: string, secret: string): Promise<void>
  remove(account: string): Promise<void>
}

type Keytar = typeof import('keytar')

/**
 * The system's keychain through keytar; where there is none (no keyring service, a locked one nobody opens, no native
 * part on this system) the store of `sealed`, where that can be had; else memory. What fails later is given up for the
 * rest of the run, which goes on with what it knew. The keychain is asked one thing at a time: of two removals of one
 * secret at once libsecret lets one fail, as if there were no keychain any more.
 */
export async function openSecrets(
  service: string,
  load = loadKeytar,
  sealed: () => Promise<Secrets | null> = async () => null,
): Promise<Secrets> {
  const memory = inMemory()
  let keytar = await usable(service, load)
  const other = keytar ? null : await sealed()
  if (other) return other

  let last: Promise<unknown> = Promise.resolve()
  function ask<T>(question: (keytar: Keytar) => Promise<T>, twin: () => Promise<T>): Promise<T> {
    const answer = last.then(async () => {
      if (!keytar) return twin()
      try {
        return await question(keytar)
      } catch {
        keytar = null
        return twin()
      }
    })
    last = answer
    return answer
  }
  return {
    get keychain() {
      return keytar !== null
    },
    get: (account) =>
      ask(
        async (chain) => {
          const secret = await chain.getPassword(service, account)
          await (secret === null ? memory.remove(account) : memory.set(account, secret))
          return secret
        },
        () => memory.get(account),
      ),
    set: (account, secret) =>
      ask(
        async (chain) => {
          await memory.set(account, secret)
          await chain.setPassword(service, account, secret)
        },
        () => memory.set(account, secret),
      ),
    remove: (account) =>
      ask(
        async (chain) => {
          await memory.remove(account)
          await chain.deletePassword(service, account)
        },
        () => memory.remove(account),
      ),
  }
}

function inMemory(): Secrets {
  const kept = new Map<string, string>()
  return {
    keychain: false,
    get: async (account) => kept.get(account) ?? null,
    set: async (account, secret) => void kept.set(account, secret),
    remove: async (account) => void kept.delete(account),
  }
}

async function loadKeytar(): Promise<Keytar> {
  const loaded = await import('keytar')
  return 'default' in loaded ? (loaded.default as Keytar) : loaded
}

/** Asks for something that need not exist: only a keychain that answers is one. */
async function usable(service: string, load: () => Promise<Keytar>): Promise<Keytar | null> {
  try {
    const keytar = await load()
    await keytar.getPassword(service, 'probe')
    return keytar
  } catch {
    return null
  }
}
