import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@salonback/shared/testing/temporaryFolder.ts'
import { expect, test } from 'vitest'
import { type Cipher, openEncryptedFile } from './encryptedFile.ts'
import { openSecrets } from './secrets.ts'

const noKeytar = () => Promise.reject(new Error('no such module'))

const newFile = async () => join(await temporaryFolder(), 'below', 'sessions.json')

/** A fake system cipher with this key. */
const cipherWith = (key: string, more: Partial<Cipher> = {}): Cipher => ({
  isEncryptionAvailable: () => true,
  encryptString: (text) => Buffer.from(`${key}:${[...text].reverse().join('')}`),
  decryptString: (bytes) => {
    const text = bytes.toString()
    if (!text.startsWith(`${key}:`)) throw new Error('wrong key')
    return [...text.slice(key.length + 1)].reverse().join('')
  },
  ...more,
})

test('without keytar, secrets are encrypted in a file and survive a restart', async () => {
  const file = await newFile()
  const open = () =>
    openSecrets('ours', { load: noKeytar, fallback: async () => openEncryptedFile(file, cipherWith('k')) })
  const secrets = await open()
  expect(secrets.keychain).toBe(true)
  await secrets.set('https://a.example', 'session one')
  await secrets.set('https://b.example', 'session two')
  expect(readFileSync(file, 'utf8')).not.toContain('session')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const again = await open()
  expect(await again.get('https://a.example')).toBe('session one')
  await again.remove('https://a.example')
  expect(await (await open()).get('https://a.example')).toBeNull()
  expect(await (await open()).get('https://b.example')).toBe('session two')
})

test('without a system key no file is written and secrets stay in memory', async () => {
  const file = await newFile()
  const weak = [
    cipherWith('k', { isEncryptionAvailable: () => false }),
    cipherWith('k', { getSelectedStorageBackend: () => 'basic_text' }),
  ]
  for (const cipher of weak) {
    const secrets = await openSecrets('ours', {
      load: noKeytar,
      fallback: async () => openEncryptedFile(file, cipher),
    })
    expect(secrets.keychain).toBe(false)
    await secrets.set('https://a.example', 'one')
    expect(() => statSync(file)).toThrow()
  }
})

test('secrets of another key and a broken file count as none', async () => {
  const file = await newFile()
  await openEncryptedFile(file, cipherWith('k'))?.set('https://a.example', 'one')
  expect(await openEncryptedFile(file, cipherWith('other'))?.get('https://a.example')).toBeNull()
  writeFileSync(file, '{"https://a.example": 7')
  expect(await openEncryptedFile(file, cipherWith('k'))?.get('https://a.example')).toBeNull()
})
