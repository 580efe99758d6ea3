/** Servers that are closed after the test file. */
import { once } from 'node:events'
import type { AddressInfo, ListenOptions, Server, Socket } from 'node:net'
import { after } from 'node:test'

/** Starts a server on a free loopback port, or at `at`, and returns the port. */
export async function listening(server: Server, at: ListenOptions = { port: 0, host: '127.0.0.1' }): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  server.listen(at)
  await once(server, 'listening')
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
