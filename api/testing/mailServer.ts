import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listenOn } from './listenOn.ts'
import { type MailServerOptions, startMailServer } from './startMailServer.ts'

/** startMailServer for one test, with the settings of a service that sends by it. */
export async function testMailServer(options?: MailServerOptions) {
  const server = await startMailServer(options)
  onTestFinished(server.stop)
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=off`,
    MAIL_FROM: 'Salonback <hello@salonback.example>',
  }
  return { ...server, settings }
}

/** A port where `greet` answers each connection, in SMTP or not. */
export async function testPort(greet: (socket: Socket) => void): Promise<number> {
  const { port, stop } = await listenOn(createServer(greet))
  onTestFinished(stop)
  return port
}
