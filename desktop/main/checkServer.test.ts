import { expect, test } from 'vitest'
import type { ServerRequest, ServerResponse } from './callServer.ts'
import { checkServer, originsOf } from './checkServer.ts'

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
])('%j is tried as %j', (address, origins) => {
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
])('%j is not private: only https is tried', (address) => {
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
])('%j is private: http is tried first', (address) => {
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
])('%j has a username and is invalid', (address) => {
  expect(originsOf(address)).toEqual([])
})

const health = { service: 'salonback', version: '1.0.0', api: 1 }
const respondWith = (status: number, body: unknown) => async (): Promise<ServerResponse> => ({
  status,
  statusText: '',
  headers: [],
  body: new Response(typeof body === 'string' ? body : JSON.stringify(body)).body ?? new ReadableStream(),
})
const failWith = (message: string) => () => Promise.reject(new Error(message))

test('a Salonback server is found, with whether the connection is encrypted', async () => {
  const check = (address: string) => checkServer(address, respondWith(200, health))
  expect(await check('texts.example.com')).toEqual({
    kind: 'found',
    origin: 'https://texts.example.com',
    encrypted: true,
    version: '1.0.0',
  })
  expect(await check('localhost:8080')).toMatchObject({ origin: 'http://localhost:8080', encrypted: false })
})

test.each([
  ['an older one', respondWith(200, { ...health, api: 0 }), 'too-old'],
  ['a newer one', respondWith(200, { ...health, api: 2 }), 'too-new'],
  ['another service', respondWith(200, { service: 'other', version: '1', api: 1 }), 'not-ours'],
  ['a web page', respondWith(200, '<!doctype html>'), 'not-ours'],
  ['a 404', respondWith(404, health), 'not-ours'],
  ['a redirect', failWith('net::ERR_UNEXPECTED_REDIRECT'), 'not-ours'],
  ['a closed port', failWith('net::ERR_CONNECTION_REFUSED'), 'unreachable'],
  ['an unknown name', failWith('net::ERR_NAME_NOT_RESOLVED'), 'unreachable'],
  ['a timeout', failWith('The operation was aborted due to timeout'), 'unreachable'],
  ['a certificate of another name', failWith('net::ERR_CERT_COMMON_NAME_INVALID'), 'certificate'],
  ['no TLS where https was typed', failWith('net::ERR_SSL_PROTOCOL_ERROR'), 'certificate'],
])('%s is reported as such', async (_what, send, kind) => {
  expect(await checkServer('https://texts.example.com', send)).toEqual({ kind })
})

test('an invalid address sends no request', async () => {
  const sent: ServerRequest[] = []
  const send = async (call: ServerRequest) => {
    sent.push(call)
    return respondWith(200, health)()
  }
  expect(await checkServer('not an address', send)).toEqual({ kind: 'invalid' })
  expect(sent).toEqual([])
})

test('a private server that only speaks https is found too', async () => {
  const send = (call: ServerRequest) =>
    call.url.startsWith('https:') ? respondWith(200, health)() : failWith('net::ERR_CONNECTION_REFUSED')()
  expect(await checkServer('desk.local', send)).toMatchObject({ kind: 'found', origin: 'https://desk.local' })
})
