import { expect, test } from 'vitest'
import { deviceIn, sessionIn } from './cookies.ts'
import { openSecrets } from './secrets.ts'
import { openSession } from './session.ts'

const memory = () => openSecrets('ours', { load: () => Promise.reject(new Error('none')) })

test('a session is stored for its own server only', async () => {
  const secrets = memory()
  await openSession(secrets, 'https://a.example').save('salonback_session=one')
  expect(await openSession(secrets, 'https://a.example').token()).toBe('salonback_session=one')
  expect(await openSession(secrets, 'https://b.example').token()).toBeNull()
})

test('the device cookie is stored for each server and outlives the session', async () => {
  const secrets = memory()
  const session = openSession(secrets, 'https://a.example')
  await session.save('salonback_session=one')
  await session.saveDevice('salonback_device=two')
  await session.clear()
  const again = openSession(secrets, 'https://a.example')
  expect([await again.token(), await again.device()]).toEqual([null, 'salonback_device=two'])
  expect(await openSession(secrets, 'https://b.example').device()).toBeNull()
})

test('clearing a session removes it from memory and the keychain', async () => {
  const secrets = memory()
  const session = openSession(secrets, 'https://a.example')
  await session.save('salonback_session=one')
  await session.clear()
  expect(await session.token()).toBeNull()
  expect(await (await secrets).get('https://a.example')).toBeNull()
})

test.each([
  [['salonback_session=abc; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax'], 'salonback_session=abc'],
  [['__Host-salonback_session=abc; Path=/; HttpOnly; Secure'], '__Host-salonback_session=abc'],
  [['other=1; Path=/', 'salonback_session=a=b; Path=/'], 'salonback_session=a=b'],
  [['salonback_session=; Max-Age=0; Path=/'], null],
  [['salonback_session=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], null],
  [[`salonback_session=${'a'.repeat(1001)}`], undefined],
  [['salonback_session=a b'], undefined],
  [['salonback_session=a\r\nx-evil: 1'], undefined],
  [['salonback_session=é'], undefined],
  [['my_salonback_session=abc'], undefined],
  [['other=1'], undefined],
  [[], undefined],
])('Set-Cookie %j contains the session %j', (cookies, session) => {
  expect(sessionIn(cookies)).toBe(session)
})

test.each([
  [['salonback_device=a.b; Path=/; HttpOnly'], 'salonback_device=a.b'],
  [['__Host-salonback_device=a; Path=/; Secure'], '__Host-salonback_device=a'],
  [['salonback_session=a; Path=/'], undefined],
])('Set-Cookie %j contains the device %j', (cookies, device) => {
  expect(deviceIn(cookies)).toBe(device)
})
