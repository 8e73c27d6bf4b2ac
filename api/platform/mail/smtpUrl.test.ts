import { expect, test } from 'vitest'
import { readMailFrom } from './mailFrom.ts'
import { readSmtpUrl } from './smtpUrl.ts'

const login = { user: 'maya', password: 'secret' }

const usual = { host: 'mail.example', selfSigned: false, login }

test.each([
  ['smtps://maya:secret@mail.example', { ...usual, port: 465, tls: 'implicit' }],
  ['smtp://maya:secret@mail.example', { ...usual, port: 587, tls: 'starttls' }],
  ['smtp://maya:secret@mail.example:2525/', { port: 2525, tls: 'starttls' }],
  ['smtp://mail.example:25', { port: 25, tls: 'starttls', login: null }],
  ['smtp://maya%40glow.ie:p%3A%2F%25@mail.example', { login: { user: 'maya@glow.ie', password: 'p:/%' } }],
  ['smtp://maya:secret@mail.example?tls=required', { tls: 'starttls', selfSigned: false }],
  ['smtp://maya:secret@mail.example?tls=self-signed', { tls: 'starttls', selfSigned: true }],
  ['smtps://maya:secret@mail.example?tls=self-signed', { tls: 'implicit', selfSigned: true }],
  ['smtp://localhost:1025?tls=off', { host: 'localhost', port: 1025, tls: 'off' }],
  ['smtp://maya:secret@127.0.0.1:1025?tls=off', { tls: 'off', login }],
  ['smtp://relay.internal:25?tls=off', { tls: 'off', login: null }],
  ['smtp://[::1]:1025', { host: '::1', port: 1025 }],
])('%s is read', (text, server) => {
  expect(readSmtpUrl(text)).toMatchObject(server)
})

const EXAMPLES = 'must look like smtps://user:password@host:465 or smtp://user:password@host:587'

test.each([
  ['mail.example', EXAMPLES],
  ['mail.example:587', EXAMPLES],
  ['https://maya:secret@mail.example', EXAMPLES],
  ['smtp:', 'must name the server'],
  ['smtp://maya:secret@mail.example:0', 'must have a port between 1 and 65535'],
  ['smtp://maya:secret@mail.example:99999', EXAMPLES],
  ['smtp://maya@mail.example', 'must have a user and a password, or neither'],
  ['smtp://:secret@mail.example', 'must have a user and a password, or neither'],
  ['smtp://maya:se%ret@mail.example', 'must write a percent sign of the user or password as %25'],
  ['smtp://maya:secret@mail.example/inbox', /^must end after the port/],
  ['smtp://maya:secret@mail.example#x', /^must end after the port/],
  ['smtp://maya:secret@mail.example?tls=maybe', 'tls must be required, self-signed or off'],
  ['smtp://maya:secret@mail.example?tls=off&tls=required', 'tls must be required, self-signed or off'],
  ['smtp://maya:secret@mail.example?pool=true', 'knows only the option tls'],
  ['smtp://maya:secret@mail.example?tls=off', /would send the password unencrypted/],
  ['smtps://maya:secret@mail.example?tls=off', 'tls=off needs smtp://, not smtps://'],
])('%s is refused', (text, message) => {
  expect(() => readSmtpUrl(text)).toThrow(message)
})

test.each([
  'smtp://maya:hunter2@mail.example/x',
  'smtp://maya:hunter2@mail.example?tls=no',
  'smtp//:hunter2',
])('the message about %s does not repeat the password', (text) => {
  const silent = expect.not.objectContaining({ message: expect.stringContaining('hunter2') })
  expect(() => readSmtpUrl(text)).toThrow(silent)
})

test.each([
  ['hello@glow.ie', { name: null, address: 'hello@glow.ie' }],
  ['<hello@glow.ie>', { name: null, address: 'hello@glow.ie' }],
  ['Glow & Co <hello@glow.ie>', { name: 'Glow & Co', address: 'hello@glow.ie' }],
  ['"Glow, Dublin" <hello@glow.ie>', { name: 'Glow, Dublin', address: 'hello@glow.ie' }],
  ['Séan <hello@bücher.example>', { name: 'Séan', address: 'hello@xn--bcher-kva.example' }],
  ['Glow', null],
  ['Glow <hello>', null],
  ['Glow\r\nBcc: eve@evil.example <hello@glow.ie>', null],
  ['a@glow.ie, b@glow.ie', null],
])('MAIL_FROM %j is %j', (text, from) => {
  expect(readMailFrom(text)).toEqual(from)
})
