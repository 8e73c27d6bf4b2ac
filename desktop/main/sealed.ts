import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Secrets } from './secrets.ts'

/** What we use of Electron's safeStorage. */
export interface Cipher {
  isEncryptionAvailable(): boolean
  /** Linux alone. `basic_text` is a key that everybody knows. */
  getSelectedStorageBackend?(): string
  encryptString(text: string): Buffer
  decryptString(bytes: Buffer): string
}

/**
 * Secrets in a file of ours, each sealed under a key of the system (Keychain on macOS, DPAPI on Windows, a keyring on
 * Linux). Null where the system keeps no such key: a file that anybody could open is worse than a new login. To be asked
 * once Electron is ready.
 */
export function openSealed(file: string, cipher: Cipher): Secrets | null {
  if (!cipher.isEncryptionAvailable() || cipher.getSelectedStorageBackend?.() === 'basic_text') return null
  const kept = new Map(Object.entries(readSealed(file)))
  const keep = () => {
    mkdirSync(dirname(file), { recursive: true })
    // Written beside and renamed, so that a crash leaves the old file or the new one.
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(kept)), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return {
    keychain: true,
    async get(account) {
      const sealed = kept.get(account)
      if (sealed === undefined) return null
      try {
        return cipher.decryptString(Buffer.from(sealed, 'base64'))
      } catch {
        // Sealed on another machine, or by somebody else.
        return null
      }
    },
    async set(account, secret) {
      kept.set(account, cipher.encryptString(secret).toString('base64'))
      keep()
    },
    async remove(account) {
      if (kept.delete(account)) keep()
    },
  }
}

function readSealed(file: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}
