import type { Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { testMailServer, testPort } from '../../testing/mailServer.ts'
import { MAIL_PASSWORD, MAIL_USER, type MailStage } from '../../testing/startMailServer.ts'
import { checkSmtp, sendBySmtp } from './smtp.ts'
import type { SmtpServer } from './smtpUrl.ts'

const message = {
  from: 'hello@salonback.example',
  to: 'aoife@glow.example',
  raw: Buffer.from('Subject: Hello\r\n\r\nThe first line\r\n.\r\n.. and dots\r\n'),
}
const quick = { session: 1000, answer: 1000 }
const yes = async () => true

/** In ms. It passes when `endOfSession` is called, so that a slow machine changes no outcome. */
const SESSION = 60_000
const holdSessionTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
const endOfSession = () => vi.isFakeTimers() && vi.advanceTimersByTime(SESSION)
afterEach(() => void vi.useRealTimers())

const login = { user: MAIL_USER, password: MAIL_PASSWORD }

const serverAt = (port: number, more: Partial<SmtpServer> = {}): SmtpServer => ({
  host: '127.0.0.1',
  port,
  tls: 'off',
  selfSigned: false,
  login: null,
  ...more,
})

test('a message arrives once, with lines that begin with dots', async () => {
  const { port, received } = await testMailServer()
  expect(await sendBySmtp(serverAt(port), message, yes)).toEqual({ kind: 'accepted' })
  expect(received).toEqual([
    { to: 'aoife@glow.example', raw: 'Subject: Hello\r\n\r\nThe first line\r\n.\r\n.. and dots\r\n' },
  ])
})

test.each(['implicit', 'starttls'] as const)(
  '%s TLS with a login: a self-signed certificate needs the setting',
  async (tls) => {
    const { port, received } = await testMailServer({ tls })
    const trusted = serverAt(port, { tls, login, selfSigned: true })
    expect(await sendBySmtp(trusted, message, yes)).toEqual({ kind: 'accepted' })
    expect(await checkSmtp(trusted)).toBeNull()
    expect(await sendBySmtp(serverAt(port, { tls, login }), message, yes)).toEqual({
      kind: 'serverTrouble',
      message: expect.stringMatching(/^The certificate of the mail server is not trusted/),
    })
    expect(received).toHaveLength(1)
  },
)

test('a server without STARTTLS gets neither password nor message', async () => {
  const { port, received } = await testMailServer()
  const outcome = await sendBySmtp(serverAt(port, { tls: 'starttls', login, selfSigned: true }), message, yes)
  expect(outcome).toMatchObject({ kind: 'serverTrouble', message: /^No encrypted connection/ })
  expect(received).toEqual([])
})

test('a wrong password pauses all mails and fails none', async () => {
  const { port } = await testMailServer({ tls: 'implicit' })
  const server = serverAt(port, { tls: 'implicit', selfSigned: true, login: { ...login, password: 'wrong' } })
  const message535 = 'The mail server refused the user or password: 535 Authentication failed'
  expect(await sendBySmtp(server, message, yes)).toEqual({ kind: 'serverTrouble', message: message535 })
  expect(await checkSmtp(server)).toBe(message535)
})

test.each<[MailStage, number, string]>([
  ['connect', 421, 'serverTrouble'],
  ['connect', 554, 'serverTrouble'],
  ['from', 451, 'serverTrouble'],
  ['from', 550, 'serverTrouble'],
  ['to', 451, 'later'],
  ['to', 450, 'later'],
  ['to', 550, 'rejected'],
  ['to', 553, 'rejected'],
  ['end', 451, 'later'],
  ['end', 452, 'later'],
  ['end', 550, 'rejected'],
  ['end', 554, 'rejected'],
])('refused at %s with %i: %s', async (stage, code, kind) => {
  const { port, received } = await testMailServer({ refuse: { [stage]: code } })
  const outcome = await sendBySmtp(serverAt(port), message, yes, quick)
  expect(outcome).toMatchObject({ kind, message: expect.stringContaining(String(code)) })
  expect(received).toEqual([])
})

test.each<[MailStage, string, number]>([
  ['connect', 'serverTrouble', 0],
  ['to', 'later', 0],
  // The server has the message, and the client cannot know.
  ['end', 'unclear', 1],
])('connection cut at %s: %s', async (cut, kind, arrived) => {
  const { port, received } = await testMailServer({ cut })
  expect(await sendBySmtp(serverAt(port), message, yes, quick)).toMatchObject({ kind })
  expect(received).toHaveLength(arrived)
})

/** A server with these answers. To any other line it is silent; then the time of the session is over. */
const speak = (lines: string[]) => (socket: Socket) => {
  socket.write('220 hello\r\n')
  let inMessage = false
  socket.on('data', (data) => {
    for (const line of String(data).split('\r\n').slice(0, -1)) {
      if (inMessage && line !== '.') continue
      inMessage = line === 'DATA'
      const answer = lines.find((one) => line.startsWith(one.split(' → ')[0] as string))?.split(' → ')[1]
      if (answer) socket.write(`${answer}\r\n`)
      else endOfSession()
    }
  })
}
const polite = [
  ...['EHLO → 250 hello', 'MAIL → 250 ok', 'RCPT → 250 ok', 'DATA → 354 go', '. → 250 taken'],
  'QUIT → 221 bye',
]
const without = (word: string) => polite.filter((line) => !line.startsWith(`${word} `))

test.each<[string, string, Parameters<typeof testPort>[0]]>([
  ['the greeting never comes', 'serverTrouble', () => endOfSession()],
  ['it speaks HTTP', 'serverTrouble', (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['EHLO is never answered', 'serverTrouble', speak([])],
  ['RCPT is never answered', 'later', speak(without('RCPT'))],
  ['DATA is never answered', 'later', speak(without('DATA'))],
  ['the end of the message is never answered', 'unclear', speak(without('.'))],
  ['421 at the end of the message', 'unclear', speak([...without('.'), '. → 421 closing'])],
  ['half an answer at the end of the message', 'unclear', speak([...without('.'), '. → 250-more'])],
])('%s: %s', async (_, kind, greet) => {
  const port = await testPort(greet)
  holdSessionTime()
  const outcome = await sendBySmtp(serverAt(port), message, yes, { session: SESSION, answer: 2000 })
  expect(outcome).toMatchObject({ kind })
})

test('a refused connection or an unknown host name pauses all mails', async () => {
  const port = await testPort((socket) => void socket.destroy())
  expect(await sendBySmtp(serverAt(port), message, yes, quick)).toMatchObject({ kind: 'serverTrouble' })
  expect(await sendBySmtp(serverAt(1), message, yes, quick)).toEqual({
    kind: 'serverTrouble',
    message: 'No connection to the mail server: ECONNREFUSED',
  })
  expect(await checkSmtp(serverAt(25, { host: 'mail.invalid' }), quick)).toMatch(
    /not found|No connection|did not answer/,
  )
})

test.each<[string, () => Promise<boolean>]>([
  ['refuses', async () => false],
  ['fails', () => Promise.reject(new Error('no database'))],
])('nothing is written when the last check %s', async (_, mayLeave) => {
  const { port, received } = await testMailServer()
  expect(await sendBySmtp(serverAt(port), message, mayLeave, quick)).toEqual({ kind: 'blocked' })
  expect(received).toEqual([])
})

test('nothing is written when the last check answers after the session has ended', async () => {
  let written = ''
  const port = await testPort((socket) => {
    socket.on('data', (data) => (written += data))
    speak(polite)(socket)
  })
  holdSessionTime()
  let permit = (_: boolean) => {}
  const mayLeave = () => {
    endOfSession()
    return new Promise<boolean>((resolve) => (permit = resolve))
  }
  const outcome = await sendBySmtp(serverAt(port), message, mayLeave, { session: SESSION, answer: 2000 })
  permit(true)
  expect(outcome).toMatchObject({ kind: 'later' })
  expect(written).toMatch(/DATA\r\n$/)
})
