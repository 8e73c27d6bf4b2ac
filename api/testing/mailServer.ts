import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listenOn, type MailServerOptions, startMailServer } from './startMailServer.ts'

/** startMailServer for one test. */
export async function testMailServer(options?: MailServerOptions) {
  const server = await startMailServer(options)
  onTestFinished(() => server.stop())
  return server
}

/** A port where something listens that speaks as `greet` says, which need not be SMTP. */
export async function testPort(greet: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer(greet)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return listenOn(server, sockets)
}
