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

test('what was read or kept before the keychain failed is still known, and what was removed is not', async () => {
  const { kept, keytar, lock } = keychain()
  kept.set('ours https://a.example', 'of the last start')
  const secrets = await openSecrets('ours', async () => keytar)
  await secrets.get('https://a.example')
  await secrets.set('https://b.example', 'kept')
  await secrets.set('https://c.example', 'removed')
  await secrets.remove('https://c.example')
  lock()
  const all = ['a', 'b', 'c'].map((name) => secrets.get(`https://${name}.example`))
  expect(await Promise.all(all)).toEqual(['of the last start', 'kept', null])
})

test('what is removed twice at once is removed, and the keychain is not given up', async () => {
  const { kept, keytar } = keychain()
  let asked = 0
  // As libsecret: both find the secret, and the second cannot remove what is gone by then.
  const deletePassword = async (service: string, account: string) => {
    if (asked++ > 0) throw new Error('No such interface')
    await new Promise((resolve) => setImmediate(resolve))
    asked--
    return kept.delete(`${service} ${account}`)
  }
  const secrets = await openSecrets('ours', async () => ({ ...keytar, deletePassword }) as Keytar)
  await secrets.set('https://a.example', 'one')
  await secrets.set('https://a.example device', 'known')
  await Promise.all([secrets.remove('https://a.example'), secrets.remove('https://a.example')])
  expect(secrets.keychain).toBe(true)
  expect([...kept]).toEqual([['ours https://a.example device', 'known']])
})
