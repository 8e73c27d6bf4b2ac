import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Cipher, openSealed } from './sealed.ts'
import { openSecrets } from './secrets.ts'

const noKeytar = () => Promise.reject(new Error('no such module'))

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'salonback-sealed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'below', 'sessions.json')
}

/** A system's cipher whose key is this word. */
const cipherOf = (key: string, more: Partial<Cipher> = {}): Cipher => ({
  isEncryptionAvailable: () => true,
  encryptString: (text) => Buffer.from(`${key}:${[...text].reverse().join('')}`),
  decryptString: (bytes) => {
    const text = bytes.toString()
    if (!text.startsWith(`${key}:`)) throw new Error('not ours')
    return [...text.slice(key.length + 1)].reverse().join('')
  },
  ...more,
})

test('where keytar cannot be loaded, secrets are sealed in a file of ours and are there after a restart', async () => {
  const file = place()
  const open = () => openSecrets('ours', noKeytar, async () => openSealed(file, cipherOf('k')))
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

test('a system without a key of its own gets no file: secrets stay in memory', async () => {
  const file = place()
  const weak = [
    cipherOf('k', { isEncryptionAvailable: () => false }),
    cipherOf('k', { getSelectedStorageBackend: () => 'basic_text' }),
  ]
  for (const cipher of weak) {
    const secrets = await openSecrets('ours', noKeytar, async () => openSealed(file, cipher))
    expect(secrets.keychain).toBe(false)
    await secrets.set('https://a.example', 'one')
    expect(() => statSync(file)).toThrow()
  }
})

test('what another key sealed, and a broken file, are no sessions', async () => {
  const file = place()
  await openSealed(file, cipherOf('k'))?.set('https://a.example', 'one')
  expect(await openSealed(file, cipherOf('other'))?.get('https://a.example')).toBeNull()
  writeFileSync(file, '{"https://a.example": 7')
  expect(await openSealed(file, cipherOf('k'))?.get('https://a.example')).toBeNull()
})
