import { expect, test } from 'vitest'
import { openSecrets } from './secrets.ts'

type Keytar = Parameters<typeof openSecrets>[1] extends (() => Promise<infer K>) | undefined ? K : never

/** A keychain as keytar offers it, which can be locked in the middle. */
function keychain() {
  const kept = new Map<string, string>()
  let locked = false
  const guard = async <T>(value: () => T) => {
    if (locked) throw new Error('The keyring is locked')
    return value()
  }
  return {
    kept,
    lock: () => {
      locked = true
    },
    keytar: {
      getPassword: (service: string, account: string) =>
        guard(() => kept.get(`${service} ${account}`) ?? null),
      setPassword: (service: string, account: string, secret: string) =>
        guard(() => void kept.set(`${service} ${account}`, secret)),
      deletePassword: (service: string, account: string) => guard(() => kept.delete(`${service} ${account}`)),
    } as Keytar,
  }
}

test('secrets go to the keychain under our service, one for each account', async () => {
  const { kept, keytar } = keychain()
  const secrets = await openSecrets('ours', async () => keytar)
  await secrets.set('https://a.example', 'one')
  await secrets.set('https://b.example', 'two')
  expect(secrets.keychain).toBe(true)
  expect([...kept]).toEqual([
    ['ours https://a.example', 'one'],
    ['ours https://b.example', 'two'],
  ])
  await secrets.remove('https://a.example')
  expect(await secrets.get('https://a.example')).toBeNull()
  expect(await secrets.get('https://b.example')).toBe('two')
})

test('without a native part the secrets live in memory, and that is said', async () => {
  const secrets = await openSecrets('ours', () => Promise.reject(new Error('no such module')))
  expect(secrets.keychain).toBe(false)
  await secrets.set('https://a.example', 'one')
  expect(await secrets.get('https://a.example')).toBe('one')
  await secrets.remove('https://a.example')
  expect(await secrets.get('https://a.example')).toBeNull()
})

test('without a keyring service the secrets live in memory', async () => {
  const { keytar, lock } = keychain()
  lock()
  expect((await openSecrets('ours', async () => keytar)).keychain).toBe(false)
})

test('a keychain that fails later is given up, and the session goes on', async () => {
  const { keytar, lock } = keychain()
  const secrets = await openSecrets('ours', async () => keytar)
  lock()
  await secrets.set('https://a.example', 'one')
  expect(secrets.keychain).toBe(false)
  expect(await secrets.get('https://a.example')).toBe('one')
})
