import { expect, test } from 'vitest'
import { createLog, maskNumbers } from './log.ts'
import { numberFinder } from './platform/privacy/spelling.ts'
import { SPELLINGS } from './testing/phoneSpellings.ts'

test.each([
  ['to +447700900123 now', 'to +44…123 now'],
  ['/uksalon?mobile=447700900123', '/uksalon?mobile=44…123'],
  ['+12025550142,+353209120142', '+12…142,+35…142'],
  ['?To=%2B447700900123&x', '?To=+44…123&x'],
  [String.raw`said\n447700900123`, String.raw`said\n44…123`],
  ['Key (phone)=(+447700900123) already exists.', 'Key (phone)=(+44…123) already exists.'],
  ['ring (020) 912 0142 or +6834002', 'ring (02…142 or +68…2'],
])('%s is logged as %s', (line, masked) => {
  expect(maskNumbers(line)).toBe(masked)
})

test.each([
  'id 482f2623-04b7-4d23-b5b2-b86da20036c4',
  'id 12345678-1234-4123-8123-123456789012',
  'SM0123456789abcdef0123456789abcdef',
  'in 1234 ms',
  'at 2026-11-21T22:10:05.123Z and 2026-11-21 22:10:05',
  'from 203.0.113.117:54321, 192.168.100.200 and 2001:db8:1234:5678::1',
  'at settle (/app/api/messages/send.ts:123:45)',
])('%s is logged unchanged', (line) => {
  expect(maskNumbers(line)).toBe(line)
})

/** Logs the text in messages, fields, keys, errors and bindings. */
function logged(text: string): string {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  const failure = Object.assign(new Error(text, { cause: new Error(text) }), {
    name: `Failure ${text}`,
    detail: `Key (phone)=(${text}) already exists.`,
    parameters: [text],
    [text]: true,
  })
  log.info(text)
  log.info({ phone: text }, `to ${text}`)
  log.warn({ deep: { list: [{ [`to ${text}`]: text }], json: JSON.stringify({ To: text }) } }, '%s', text)
  log.error({ err: failure }, 'failed')
  log.child({ number: text }).info({ url: `/x?mobile=${encodeURIComponent(text)}` })
  expect(lines).toHaveLength(5)
  for (const line of lines) JSON.parse(line)
  return lines.join('')
}

const ana = numberFinder('+447700900123')

test.each(SPELLINGS)('a phone number spelled %s is masked in every part of a log line', (spelling) => {
  const all = logged(spelling)
  expect(ana.find(all)).toEqual([])
  for (const line of all.trim().split('\n')) expect(ana.find(String(JSON.parse(line).msg))).toEqual([])
  expect(all).not.toContain(spelling)
  expect(all).not.toContain(JSON.stringify(spelling).slice(1, -1))
})

test('a phone number of type number is masked, and the line stays valid JSON', () => {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  log.info({ phone: 447700900123, list: [7700900123], ms: 12.5, bytes: 1024 }, 'done')
  expect(JSON.parse(lines.join(''))).toMatchObject({
    phone: '44…123',
    list: ['77…123'],
    ms: 12.5,
    bytes: 1024,
  })
})

test('while the database is away its errors become one line without a stack', () => {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  for (const code of ['CONNECTION_CLOSED', 'ECONNREFUSED', 'CONNECTION_CLOSED', '57P01']) {
    log.error({ err: Object.assign(new Error('lost'), { code }) }, 'a chore failed')
  }
  log.error({ err: new Error('another fault') }, 'request failed')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { code: 'CONNECTION_CLOSED', msg: expect.stringContaining('the database cannot be reached') },
    { err: { message: 'another fault' }, msg: 'request failed' },
  ])
})

test('passwords and tokens are not logged', () => {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  log.info({ password: 'hunter2', deep: { token: 'abc', cookie: 'salonback_session=s3cret' } }, 'hello')
  expect(lines.join('')).not.toMatch(/hunter2|s3cret/)
})

test('tokens of owner links are not logged', () => {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  const token = 'q3JmZ0xkT1a_-8bVtYwXeA'
  log.warn(
    {
      path: `/api/owner/${token}/agree`,
      deep: [
        `to https://salons.example/o/${token}`,
        `to https://salons.example/b/${token}`,
        `/o/${token}/list?after=agree`,
      ],
    },
    'rejected',
  )
  log.error({ err: new Error(`GET /o/${token}?x=1 failed`) }, 'failed')
  expect(lines.join('')).not.toContain(token.slice(0, 8))
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    path: '/api/owner/…/agree',
    deep: ['to https://salons.example/o/…', 'to https://salons.example/b/…', '/o/…/list?after=agree'],
  })
})

test.each([
  ['mail to aoife.byrne@glow.ie failed', 'mail to a…@glow.ie failed'],
  ['<Aoife+bills@Glow.co.uk>, b@x.ie', '<A…@Glow.co.uk>, b…@x.ie'],
  ['550 siobhán@bücher.example unknown', '550 s…@bücher.example unknown'],
  [
    'at /srv/node_modules/@hono/node-server/dist/index.mjs:12',
    'at /srv/node_modules/@hono/node-server/dist/index.mjs:12',
  ],
  ['postgres@3.4.9', 'p…@3.4.9'],
  ['a @ b', 'a @ b'],
])('of an e-mail address only the first letter and the domain are logged: %s', (text, masked) => {
  const lines: string[] = []
  createLog('info', (line) => lines.push(line)).info({ outcome: { message: text } })
  expect(JSON.parse(lines[0] ?? '').outcome.message).toBe(masked)
})

test('tokens of links that turn e-mail off are not logged', () => {
  const lines: string[] = []
  createLog('info', (line) => lines.push(line)).info('GET /m/Zr3xYb1k-Qp7wTn4Vd9sLg')
  expect(lines[0]).toContain('/m/…')
})

test('tokens of join confirmations are not logged', () => {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  log.warn(
    { path: '/join/glow-co/confirm/abcdEFGH-_ijklmn', to: 'https://salons.example/j/abcdEFGH-_ijklmn' },
    'rejected',
  )
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    path: '/join/glow-co/confirm/…',
    to: 'https://salons.example/j/…',
  })
})
