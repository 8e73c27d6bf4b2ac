import { readFileSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { inject, onTestFinished } from 'vitest'

/** Key and certificate for localhost. */
export const certificateFile = inject('certificateFile')

/**
 * The simulated network behind https, as the real carrier is. `hold` keeps every connection in the middle of its
 * handshake: the caller is there, and not one byte of its request can have left.
 */
export async function slowCarrier(origin: string) {
  const pem = readFileSync(certificateFile)
  const https = createHttpsServer({ key: pem, cert: pem }, async (incoming, outgoing) => {
    const answer = await fetch(origin + incoming.url, {
      method: incoming.method ?? 'GET',
      headers: Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      ),
      ...(incoming.method === 'POST' && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
    } as RequestInit)
    outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
    outgoing.end(await answer.text())
  })
  const held: (() => void)[] = []
  const sockets = new Set<Socket>()
  let holding = false
  const door = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', (hello: Buffer) => {
      socket.pause()
      socket.unshift(hello)
      const resume = () => void https.emit('connection', socket)
      if (holding) held.push(resume)
      else resume()
    })
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => door.close(resolve))
    https.close()
  })
  return {
    url: `https://localhost:${(door.address() as AddressInfo).port}`,
    hold() {
      holding = true
    },
    /** Callers in the middle of their handshake. */
    held: () => held.length,
    letGo() {
      holding = false
      for (const goOn of held.splice(0)) goOn()
    },
  }
}
