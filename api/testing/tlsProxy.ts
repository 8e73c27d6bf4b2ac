import { readFileSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { createServer } from 'node:net'
import { Readable } from 'node:stream'
import { inject, onTestFinished } from 'vitest'
import { listenOn } from './listenOn.ts'

/**
 * HTTPS in front of the simulator, because the real carrier uses TLS. Holds connections during the handshake, when no
 * byte of a request has been sent; the simulator's faults apply only after a request has arrived.
 */
export async function startTlsProxy(origin: string) {
  const https = httpsForwarder(origin)
  const held: (() => void)[] = []
  let holding = false
  const server = createServer((socket) => {
    socket.once('data', (clientHello: Buffer) => {
      socket.pause()
      socket.unshift(clientHello)
      const resume = () => void https.emit('connection', socket)
      if (holding) held.push(resume)
      else resume()
    })
  })
  const { port, stop } = await listenOn(server)
  onTestFinished(async () => {
    await stop()
    https.close()
  })
  return {
    url: `https://localhost:${port}`,
    holdHandshakes() {
      holding = true
    },
    heldHandshakes: () => held.length,
    releaseHandshakes() {
      holding = false
      for (const resume of held.splice(0)) resume()
    },
  }
}

function httpsForwarder(origin: string) {
  const pem = readFileSync(inject('certificateFile'))
  return createHttpsServer({ key: pem, cert: pem }, async (incoming, outgoing) => {
    const response = await fetch(origin + incoming.url, {
      method: incoming.method ?? 'GET',
      headers: Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      ),
      ...(incoming.method === 'POST' && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
    } as RequestInit)
    outgoing.writeHead(response.status, {
      'content-type': response.headers.get('content-type') ?? 'text/plain',
    })
    outgoing.end(await response.text())
  })
}
