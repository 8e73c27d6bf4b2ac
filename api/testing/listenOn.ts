import type { AddressInfo, Server, Socket } from 'node:net'

/** Listens on a free port. Errors of its connections are ignored: tests cut them. */
export async function listenOn(server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    dropConnections,
    async stop() {
      dropConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
