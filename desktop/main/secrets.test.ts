import { expect, test } from 'vitest'
import { openSecrets } from './secrets.ts'

type Keytar = typeof import('keytar')

/** A fake keytar with a lockable keychain. */
function keychain() {
  const stored = new Map<string, string>()
  let locked = false
  const guard = async <T>(value: () => T) => {
    if (locked) throw new Error('The keyring is locked')
    return value()
  }
  return {
    stored,
    lock: () => {
      locked = true
    },
    keytar: {
      getPassword: (service: string, account: string) =>
        guard(() => stored.get(`${service} ${account}`) ?? null),
      setPassword: (service: string, account: string, secret: string) =>
        guard(() => void stored.set(`${service} ${account}`, secret)),
      deletePassword: (service: string, account: string) =>
        guard(() => stored.delete(`${service} ${account}`)),
    } as Keytar,
  }
}

test('secrets go to the keychain under our service, one for each account', async () => {
  const { stored, keytar } = keychain()
  const secrets = await openSecrets('ours', { load: async () => keytar })
  await secrets.set('https://a.example', 'one')
  await secrets.set('https://b.example', 'two')
  expect(secrets.keychain).toBe(true)
  expect([...stored]).toEqual([
    ['ours https://a.example', 'one'],
    ['ours https://b.example', 'two'],
  ])
  await secrets.remove('https://a.example')
  expect(await secrets.get('https://a.example')).toBeNull()
  expect(await secrets.get('https://b.example')).toBe('two')
})

test('without keytar the secrets are in memory, and `keychain` is false', async () => {
  const secrets = await openSecrets('ours', { load: () => Promise.reject(new Error('no such module')) })
  expect(secrets.keychain).toBe(false)
  await secrets.set('https://a.example', 'one')
  expect(await secrets.get('https://a.example')).toBe('one')
  await secrets.remove('https://a.example')
  expect(await secrets.get('https://a.example')).toBeNull()
})

test('without a keyring service the secrets are in memory', async () => {
  const { keytar, lock } = keychain()
  lock()
  expect((await openSecrets('ours', { load: async () => keytar })).keychain).toBe(false)
})

test('after a failed keychain call secrets are kept in memory', async () => {
  const { keytar, lock } = keychain()
  const secrets = await openSecrets('ours', { load: async () => keytar })
  lock()
  await secrets.set('https://a.example', 'one')
  expect(secrets.keychain).toBe(false)
  expect(await secrets.get('https://a.example')).toBe('one')
})

test('secrets read or stored before the keychain failed are still available', async () => {
  const { stored, keytar, lock } = keychain()
  stored.set('ours https://a.example', 'from the last start')
  const secrets = await openSecrets('ours', { load: async () => keytar })
  await secrets.get('https://a.example')
  await secrets.set('https://b.example', 'kept')
  await secrets.set('https://c.example', 'removed')
  await secrets.remove('https://c.example')
  lock()
  const all = ['a', 'b', 'c'].map((name) => secrets.get(`https://${name}.example`))
  expect(await Promise.all(all)).toEqual(['from the last start', 'kept', null])
})

test('two simultaneous removals do not disable the keychain', async () => {
  const { stored, keytar } = keychain()
  let running = 0
  // libsecret fails the second of two simultaneous removals.
  const deletePassword = async (service: string, account: string) => {
    if (running++ > 0) throw new Error('No such interface')
    await new Promise((resolve) => setImmediate(resolve))
    running--
    return stored.delete(`${service} ${account}`)
  }
  const secrets = await openSecrets('ours', { load: async () => ({ ...keytar, deletePassword }) as Keytar })
  await secrets.set('https://a.example', 'one')
  await secrets.set('https://a.example device', 'known')
  await Promise.all([secrets.remove('https://a.example'), secrets.remove('https://a.example')])
  expect(secrets.keychain).toBe(true)
  expect([...stored]).toEqual([['ours https://a.example device', 'known']])
})
