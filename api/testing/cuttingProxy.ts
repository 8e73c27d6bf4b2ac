import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What Postgres says when it goes: an ErrorResponse that ends the connection. */
const fields = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'
const lastWord = Buffer.from(`E\0\0\0${String.fromCharCode(fields.length + 4)}${fields}`, 'latin1')

/** The first question of the driver on each new connection. */
export const FIRST_QUESTION = 'pg_catalog.pg_type'

/** Stands before a database and, when told to, ends or holds the connection that asks something with these words. */
export async function startCuttingProxy(url: string) {
  const real = new URL(url)
  const open = new Set<Socket>()
  let cutting: { words: string; times: number } | null = null
  let holding: string | null = null
  const held: (() => void)[] = []
  let cuts = 0
  function hear(client: Socket, upstream: Socket, bytes: Buffer) {
    if (cutting && cutting.times > 0 && bytes.includes(cutting.words)) {
      cuts++
      cutting.times--
      upstream.destroy()
      return void client.end(lastWord)
    }
    if (holding && bytes.includes(holding)) return void held.push(() => upstream.write(bytes))
    upstream.write(bytes)
  }
  const server = createServer((client) => {
    const upstream = connect(Number(real.port), real.hostname)
    open.add(client)
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(client)
        client.destroy()
        if (!upstream.destroyed) upstream.destroy()
      })
    }
    client.on('data', (bytes) => hear(client, upstream, bytes))
    upstream.on('data', (bytes) => client.write(bytes))
  })
  server.listen(0, '127.0.0.1')
  await new Promise<void>((resolve) => server.once('listening', resolve))
  const proxied = new URL(url)
  proxied.port = String((server.address() as AddressInfo).port)
  return {
    url: proxied.href,
    cuts: () => cuts,
    cutAt(words: string, times = Number.POSITIVE_INFINITY) {
      cutting = { words, times }
    },
    stopCutting() {
      cutting = null
    },
    /** Ends every connection there is. */
    dropAll() {
      for (const client of open) client.destroy()
    },
    holdAt(words: string) {
      holding = words
    },
    /** Questions kept from the database until `letGo`. */
    held: () => held.length,
    letGo() {
      holding = null
      for (const resume of held.splice(0)) resume()
    },
    stop: () => server.close(),
  }
}
