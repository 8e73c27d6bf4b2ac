import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { output } from './testDesktop.ts'

export interface FakeServer {
  origin: string
  requests: IncomingMessage[]
  close(): Promise<void>
}

interface Options {
  /** Serves https with a self-signed certificate, which the system does not trust. */
  selfSigned?: boolean
  port?: number
}

/** Health response of a compatible Salonback server. */
export const health = { service: 'salonback', version: '1.0.0', api: 1 }

export const healthy: RequestListener = (_request, response) => response.end(JSON.stringify(health))

/** An HTTP server on this machine that records its requests. */
export async function fakeServer(
  respond: RequestListener,
  { selfSigned = false, port = 0 }: Options = {},
): Promise<FakeServer> {
  const requests: IncomingMessage[] = []
  const listener: RequestListener = (request, response) => {
    requests.push(request)
    respond(request, response)
  }
  const server = selfSigned
    ? createHttpsServer(await selfSignedCertificate(), listener)
    : createHttpServer(listener)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = `${selfSigned ? 'localhost' : '127.0.0.1'}:${(server.address() as AddressInfo).port}`
  return {
    origin: `${selfSigned ? 'https' : 'http'}://${address}`,
    requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function selfSignedCertificate() {
  const dir = await mkdtemp(join(tmpdir(), 'salonback-certificate-'))
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost']
  await output('openssl', [...args, '-keyout', join(dir, 'key'), '-out', join(dir, 'cert')], {
    PATH: process.env.PATH ?? '',
  })
  const [key, cert] = await Promise.all([readFile(join(dir, 'key')), readFile(join(dir, 'cert'))])
  await rm(dir, { recursive: true })
  return { key, cert }
}
