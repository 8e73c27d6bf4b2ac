import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Postgres has answered inside a transaction and waits for the next statement. */
const IN_TRANSACTION = Buffer.from([0x5a, 0, 0, 0, 5, 0x54])

/**
 * Proxy to Postgres that simulates a suspended process: it freezes the n-th time that a connection is inside a
 * transaction, between two statements. Nothing sent after that gets through until it thaws.
 */
export async function standstill(databaseUrl: string, nth: number) {
  const target = new URL(databaseUrl)
  const frozen = new Map<Socket, Socket>()
  const sockets = new Set<Socket>()
  let times = 0
  let thawed = false
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    database.on('data', (bytes: Buffer) => {
      if (bytes.includes(IN_TRANSACTION)) times += 1
      if (!thawed && times === nth && !frozen.has(client) && bytes.includes(IN_TRANSACTION)) {
        client.unpipe(database)
        client.pause()
        frozen.set(client, database)
      }
      client.write(bytes)
    })
    client.pipe(database, { end: false })
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    stands: () => frozen.size > 0,
    thaw() {
      thawed = true
      for (const [client, database] of frozen) client.pipe(database, { end: false })
    },
  }
}
