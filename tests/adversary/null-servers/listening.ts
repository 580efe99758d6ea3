import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'

export interface Running {
  readonly url: string
  close(): Promise<void>
}

export interface Listening extends Running, AsyncDisposable {}

export interface NullServer {
  readonly name: string
  start(): Promise<Listening>
}

/** Starts a server on a free port; `close` ends every connection, busy or idle. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>()
  let closing = false
  server.on('connection', (socket: Socket) => {
    // The system accepted this connection before the server was closed.
    if (closing) return void socket.destroy()
    sockets.add(socket)
    // The other side may disconnect at any time; these servers provoke that.
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    closing = true
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return { url: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close }
}
