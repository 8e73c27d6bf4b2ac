import { expect, test } from 'vitest'
import type { ServerAnswer, ServerCall } from './call.ts'
import { checkServer, originsOf } from './connect.ts'

test.each([
  ['texts.example.com', ['https://texts.example.com']],
  ['  https://texts.example.com/admin?x=1 ', ['https://texts.example.com']],
  ['http://texts.example.com:8080', ['http://texts.example.com:8080']],
  ['HTTPS://Texts.Example.COM', ['https://texts.example.com']],
  ['localhost:8080', ['http://localhost:8080', 'https://localhost:8080']],
  ['127.0.0.1:8080', ['http://127.0.0.1:8080', 'https://127.0.0.1:8080']],
  ['192.168.1.20', ['http://192.168.1.20', 'https://192.168.1.20']],
  ['172.32.0.1', ['https://172.32.0.1']],
  ['desk.local', ['http://desk.local', 'https://desk.local']],
  ['', []],
  ['   ', []],
  ['two words', []],
  ['ftp://texts.example.com', []],
  ['javascript:alert(1)', []],
  ['file:///etc/passwd', []],
  ['https://user:secret@texts.example.com', []],
])('%j may mean %j', (address, origins) => {
  expect(originsOf(address)).toEqual(origins)
})

test.each([
  '10.evil.com',
  '127.evil.com',
  '127.0.0.1.evil.com',
  '172.16.evil.com',
  '192.168.1.1.nip.io',
  '192.168.evil.com',
  'localhost.evil.com',
  'desk.local.evil.com',
  'evil.com?.local',
  'evil.com#.local',
  'evil.com/.local',
  'evil.com\\@127.0.0.1',
  '11.0.0.1',
  '172.15.255.255',
  '8.8.8.8',
  '134744072',
  '[2001:db8::1]:8080',
  '[::ffff:8.8.8.8]',
  '[::ffff:808:808]',
  '[64:ff9b::7f00:1]',
])('%j is not near: it is tried encrypted and no other way', (address) => {
  expect(originsOf(address)).toEqual([new URL(`https://${address}`).origin])
})

test.each([
  'localhost',
  'localhost.',
  'console.localhost:8080',
  'desk.local.',
  '10.0.0.1',
  '127.255.255.254',
  '172.16.0.1:8080',
  '172.31.255.255',
  '169.254.10.20',
  '0x7f.1',
  '0177.0.0.1',
  '2130706433',
  '[::1]:8080',
  '[::ffff:127.0.0.1]',
  '[::ffff:10.1.2.3]',
  '[fd12:3456::1]',
  '[fe80::1]',
])('%j is near: plain http is tried first', (address) => {
  expect(originsOf(address)).toEqual([
    new URL(`http://${address}`).origin,
    new URL(`https://${address}`).origin,
  ])
})

test.each([
  '127.0.0.1@evil.com',
  'http://127.0.0.1@evil.com',
  'http://localhost:8080@evil.com/',
  'https://evil.com@',
  'http://10.0.0.1:80:80@evil.com',
])('%j hides its host behind a name and is no address', (address) => {
  expect(originsOf(address)).toEqual([])
})

const ours = { service: 'salonback', version: '1.0.0', api: 1 }
const answering = (status: number, body: unknown) => async (): Promise<ServerAnswer> => ({
  status,
  statusText: '',
  headers: [],
  body: new Response(typeof body === 'string' ? body : JSON.stringify(body)).body ?? new ReadableStream(),
})
const failing = (message: string) => () => Promise.reject(new Error(message))

test('a server of ours is found, and whether the way to it is encrypted', async () => {
  const check = (address: string) => checkServer(address, answering(200, ours))
  expect(await check('texts.example.com')).toEqual({
    kind: 'found',
    origin: 'https://texts.example.com',
    encrypted: true,
    version: '1.0.0',
  })
  expect(await check('localhost:8080')).toMatchObject({ origin: 'http://localhost:8080', encrypted: false })
})

test.each([
  ['an older one', answering(200, { ...ours, api: 0 }), 'too-old'],
  ['a newer one', answering(200, { ...ours, api: 2 }), 'too-new'],
  ['another service', answering(200, { service: 'other', version: '1', api: 1 }), 'not-ours'],
  ['a web page', answering(200, '<!doctype html>'), 'not-ours'],
  ['a 404', answering(404, ours), 'not-ours'],
  ['a redirect', failing('net::ERR_UNEXPECTED_REDIRECT'), 'not-ours'],
  ['nobody', failing('net::ERR_CONNECTION_REFUSED'), 'unreachable'],
  ['no such name', failing('net::ERR_NAME_NOT_RESOLVED'), 'unreachable'],
  ['silence', failing('The operation was aborted due to timeout'), 'unreachable'],
  ['a certificate of another name', failing('net::ERR_CERT_COMMON_NAME_INVALID'), 'certificate'],
  ['no encryption where it was asked for', failing('net::ERR_SSL_PROTOCOL_ERROR'), 'certificate'],
])('%s is told apart', async (_who, send, kind) => {
  expect(await checkServer('https://texts.example.com', send)).toEqual({ kind })
})

test('what is no address is never asked', async () => {
  const asked: ServerCall[] = []
  const send = async (call: ServerCall) => {
    asked.push(call)
    return answering(200, ours)()
  }
  expect(await checkServer('not an address', send)).toEqual({ kind: 'invalid' })
  expect(asked).toEqual([])
})

test('a name of the own network that only speaks https is found too', async () => {
  const send = (call: ServerCall) =>
    call.url.startsWith('https:') ? answering(200, ours)() : failing('net::ERR_CONNECTION_REFUSED')()
  expect(await checkServer('desk.local', send)).toMatchObject({ kind: 'found', origin: 'https://desk.local' })
})
