import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { makeCertificate } from './certificate.ts'
import { listenOn } from './listenOn.ts'

export const MAIL_USER = 'maya'
export const MAIL_PASSWORD = 'correct horse'

/** A command that the server can refuse. `end`: after the whole message was received. */
export type MailStage = 'connect' | 'from' | 'to' | 'end'

export interface MailServerOptions {
  tls?: 'implicit' | 'starttls' | 'off'
  /** The answer of each stage: a code from 400 on refuses. Changeable while it runs. */
  refuse?: Partial<Record<MailStage, number>>
  /** Cuts the connection at this stage instead of answering: `end` after the message was received and counted. */
  cut?: MailStage | null
  /** Delays each answer by this many ms. */
  slowMs?: number
}

let certificate: { key: string; cert: string } | undefined

function ownCertificate() {
  if (certificate) return certificate
  const folder = mkdtempSync(join(tmpdir(), 'mail-'))
  const pem = readFileSync(makeCertificate(folder), 'utf8')
  rmSync(folder, { recursive: true })
  certificate = { key: pem, cert: pem }
  return certificate
}

/** A real SMTP server on a free port, with a self-signed certificate and one account. Works without a test runner. */
export async function startMailServer({
  tls = 'off',
  refuse = {},
  cut = null,
  slowMs = 0,
}: MailServerOptions = {}) {
  const behaviour: Required<Omit<MailServerOptions, 'tls'>> = { refuse, cut, slowMs }
  const received: { to: string; raw: string }[] = []
  // Decided when the command arrives, because the behaviour may change during a delay.
  const answer = (stage: MailStage, done: (error?: Error | null) => void) => {
    const code = behaviour.refuse[stage]
    const error = code ? Object.assign(new Error(`refused at ${stage}`), { responseCode: code }) : null
    const cutting = behaviour.cut === stage
    const act = () => {
      if (cutting) dropConnections()
      else done(error)
    }
    if (behaviour.slowMs > 0) setTimeout(act, behaviour.slowMs)
    else act()
  }
  const server = new SMTPServer({
    ...ownCertificate(),
    secure: tls === 'implicit',
    disabledCommands: tls === 'starttls' ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    disableReverseLookup: true,
    onConnect: (_, done) => answer('connect', done),
    onAuth: ({ username, password }, _, done) =>
      username === MAIL_USER && password === MAIL_PASSWORD
        ? done(null, { user: username })
        : done(Object.assign(new Error('Authentication failed'), { responseCode: 535 })),
    onMailFrom: (_, __, done) => answer('from', done),
    onRcptTo: (_, __, done) => answer('to', done),
    onData(stream, { envelope }, done) {
      text(stream).then((raw) => {
        if (!behaviour.refuse.end) received.push({ to: envelope.rcptTo[0]?.address ?? '', raw })
        answer('end', (error) => done(error ?? null))
      }, done)
    },
  })
  // Cut connections are expected.
  server.on('error', () => undefined)
  const { port, dropConnections } = await listenOn(server.server)
  return {
    port,
    received,
    behaviour,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
