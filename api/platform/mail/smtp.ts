import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { oneLine } from './oneLine.ts'
import type { SmtpServer } from './smtpUrl.ts'

/** Outcome of one attempt. */
export type MailOutcome =
  | { kind: 'accepted' }
  /** The server refused this mail permanently. */
  | { kind: 'rejected'; message: string }
  /** Certainly not accepted: a retry cannot send it twice. */
  | { kind: 'later'; message: string }
  /** The server accepts nothing at present (no connection, certificate, password): all mails wait. */
  | { kind: 'serverTrouble'; message: string }
  /** The message was written and no answer came: the server may or may not have it. */
  | { kind: 'unclear'; message: string }
  /** `mayLeave` refused: no byte of the message was written. */
  | { kind: 'blocked' }

export interface SmtpMessage {
  from: string
  to: string
  raw: Buffer
}

/** In ms. `session`: from connecting to the first byte of the message. `answer`: silence at any later step. */
export interface SmtpTimeouts {
  session: number
  answer: number
}
const TIMEOUTS: SmtpTimeouts = { session: 30_000, answer: 120_000 }

/**
 * Sends one message over a new connection. Calls `mayLeave` after the server has agreed to take the message and before its
 * first byte is written; after a `false`, or an error, nothing is written.
 */
export async function sendBySmtp(
  server: SmtpServer,
  message: SmtpMessage,
  mayLeave: () => Promise<boolean>,
  timeouts = TIMEOUTS,
): Promise<MailOutcome> {
  const attempt = { handed: false, blocked: false, open: false, over: false }
  const connection = connectionTo(server, timeouts)
  try {
    await withDeadline(
      connection,
      timeouts.session,
      () => attempt.handed,
      async () => {
        await openSession(connection, server)
        attempt.open = true
        await deliver(connection, message, async () => {
          const granted = await mayLeave().catch(() => false)
          // The session may have ended meanwhile, and its outcome is then stored already.
          attempt.blocked = !granted || attempt.over
          attempt.handed = !attempt.blocked
          return attempt.handed
        })
      },
    )
    connection.quit()
    return { kind: 'accepted' }
  } catch (error) {
    attempt.over = true
    connection.close()
    return outcomeOf(error as SmtpError, attempt)
  }
}

/** Connects and logs in. Null, or why the server cannot be used. */
export async function checkSmtp(server: SmtpServer, timeouts = TIMEOUTS): Promise<string | null> {
  const connection = connectionTo(server, timeouts)
  try {
    await withDeadline(
      connection,
      timeouts.session,
      () => false,
      () => openSession(connection, server),
    )
    connection.quit()
    return null
  } catch (error) {
    connection.close()
    return explain(error as SmtpError)
  }
}

interface SmtpError extends Error {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
}

function connectionTo({ host, port, tls, selfSigned }: SmtpServer, { session, answer }: SmtpTimeouts) {
  return new SMTPConnection({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    tls: { rejectUnauthorized: !selfSigned, minVersion: 'TLSv1.2' },
    connectionTimeout: session,
    greetingTimeout: session,
    dnsTimeout: session,
    socketTimeout: answer,
    socketCloseTimeout: 1000,
  })
}

/** Runs the steps. Fails with the connection's error, or if no message was handed over within `ms`. */
function withDeadline(
  connection: SMTPConnection,
  ms: number,
  handed: () => boolean,
  steps: () => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      if (!handed()) reject(Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' }))
    }, ms)
    // The listener stays: a late error event without one would end the process.
    connection.on('error', reject)
    connection.on('end', () => reject(Object.assign(new Error('Closed'), { code: 'ECONNECTION' })))
    steps()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

async function openSession(connection: SMTPConnection, { login }: SmtpServer): Promise<void> {
  await settled((done) => connection.connect(done))
  if (login) await settled((done) => connection.login({ user: login.user, pass: login.password }, done))
}

/** The body is read only after the server has answered DATA with 354. */
async function deliver(
  connection: SMTPConnection,
  { from, to, raw }: SmtpMessage,
  mayLeave: () => Promise<boolean>,
): Promise<void> {
  async function* body() {
    if (!(await mayLeave())) throw new Error('The message may not leave')
    yield raw
  }
  const envelope = { from, to, size: raw.length, use8BitMime: true }
  await settled((done) => connection.send(envelope, Readable.from(body(), { objectMode: false }), done))
}

const settled = (start: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => start((error) => (error ? reject(error) : resolve())))

interface Attempt {
  /** The first byte of the message may have been written. */
  handed: boolean
  blocked: boolean
  /** Connected and logged in. */
  open: boolean
}

function outcomeOf(error: SmtpError, { handed, blocked, open }: Attempt): MailOutcome {
  if (blocked) return { kind: 'blocked' }
  const message = explain(error)
  if (!open || error.command === 'MAIL FROM') return { kind: 'serverTrouble', message }
  // A 421 at this point may be about the connection, after the message was taken.
  const answered = error.code === 'EMESSAGE' || error.code === 'EENVELOPE'
  if (handed && !answered) return { kind: 'unclear', message: 'The mail server did not confirm the e-mail' }
  const permanent = answered && (error.responseCode ?? 0) >= 500
  return { kind: permanent ? 'rejected' : 'later', message }
}

/** Characters of the server's answer to store. */
const MAX_ANSWER = 200

/** User-facing message, with the server's answer. */
function explain({ code = '', originalCode = '', response, message }: SmtpError): string {
  const answer = response ? `: ${oneLine(response).slice(0, MAX_ANSWER)}` : ''
  if (code === 'EAUTH') return `The mail server refused the user or password${answer}`
  if (code === 'ENOAUTH') return 'The mail server needs a user and a password'
  if (code === 'EDNS') return 'The name of the mail server was not found'
  if (code === 'ETIMEDOUT') return 'The mail server did not answer in time'
  if (/CERT|SIGNED|ISSUER/.test(originalCode) || /certificate/i.test(message))
    return `The certificate of the mail server is not trusted: ${originalCode || message}`
  if (code === 'ETLS') return `No encrypted connection to the mail server${answer}`
  if (answer) return `The mail server refused it${answer}`
  return `No connection to the mail server${originalCode ? `: ${originalCode}` : ''}`
}
