import { once } from 'node:events'
import type { AddressInfo, ListenOptions, Server, Socket } from 'node:net'

export interface Running {
  readonly url: string
  close(): Promise<void>
}

export interface Listening extends Running, AsyncDisposable {
  readonly port: number
}

export interface NullServer {
  readonly name: string
  start(): Promise<Listening>
}

const FREE: ListenOptions = { port: 0, host: '127.0.0.1' }

/** Starts a server on a free loopback port, or at `at`; `close` ends every connection, busy or idle. */
export async function listen(server: Server, at = FREE): Promise<Listening> {
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
  server.listen(at)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    closing = true
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return { port, url: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close }
}
