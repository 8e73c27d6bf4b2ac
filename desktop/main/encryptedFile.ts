import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Secrets } from './secrets.ts'

/** The part of Electron's safeStorage that is used. */
export interface Cipher {
  isEncryptionAvailable(): boolean
  /** Linux only. `basic_text` encrypts with a hard-coded key. */
  getSelectedStorageBackend?(): string
  encryptString(text: string): Buffer
  decryptString(bytes: Buffer): string
}

/**
 * Secrets in a file, each encrypted with a key of the system (Keychain on macOS, DPAPI on Windows, a keyring on Linux).
 * Null where the system has no such key. Call it after Electron is ready.
 */
export function openEncryptedFile(file: string, cipher: Cipher): Secrets | null {
  if (!cipher.isEncryptionAvailable() || cipher.getSelectedStorageBackend?.() === 'basic_text') return null
  const secrets = new Map(Object.entries(readStrings(file)))
  const write = () => {
    mkdirSync(dirname(file), { recursive: true })
    // Write and rename, so that a crash leaves the old file or the new one.
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(secrets)), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return {
    keychain: true,
    async get(account) {
      const encrypted = secrets.get(account)
      if (encrypted === undefined) return null
      try {
        return cipher.decryptString(Buffer.from(encrypted, 'base64'))
      } catch {
        // Encrypted on another machine or by another user.
        return null
      }
    },
    async set(account, secret) {
      secrets.set(account, cipher.encryptString(secret).toString('base64'))
      write()
    },
    async remove(account) {
      if (secrets.delete(account)) write()
    },
  }
}

function readStrings(file: string): Record<string, string> {
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
