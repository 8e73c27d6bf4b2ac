import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { output } from './desk.ts'

interface SecureServer {
  origin: string
  requests(): number
  close(): Promise<void>
}

const health: RequestListener = (_request, response) =>
  response.end(JSON.stringify({ service: 'salonback', version: '1.0.0', api: 1 }))

/** A server of ours behind a certificate it signed itself, made for this one run. */
export async function selfSigned(answer: RequestListener = health): Promise<SecureServer> {
  const dir = await mkdtemp(join(tmpdir(), 'salonback-certificate-'))
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost']
  await output('openssl', [...words, '-keyout', join(dir, 'key'), '-out', join(dir, 'cert')], {
    PATH: process.env.PATH ?? '',
  })
  const [key, cert] = await Promise.all([readFile(join(dir, 'key')), readFile(join(dir, 'cert'))])
  await rm(dir, { recursive: true })
  let requests = 0
  const server = createServer({ key, cert }, (request, response) => {
    requests += 1
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
