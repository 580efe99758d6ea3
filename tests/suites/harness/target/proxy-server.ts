/** A small proxy that connects every host name to one port: tunnels for CONNECT, forwards other requests. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecure, type TlsOptions } from 'node:tls'
import { listening } from '../client/listening.ts'

export interface ProxyServer {
  /** Host and port. */
  readonly host: string
  /** Heads of requests as the proxy received them; of a tunnel only the CONNECT. */
  readonly heads: readonly string[]
}

export interface ProxyOptions {
  /** The loopback port of all connections. */
  readonly to: number
  /** The required user and password; without them the response is 407. */
  readonly password?: string
  /** The status of the response to every request. */
  readonly refuse?: number
  /** Closes connections at the first request. */
  readonly hangUp?: boolean
  /** The proxy itself speaks TLS. */
  readonly tls?: TlsOptions
}

const REQUEST = /^([A-Z]+) (?:http:\/\/[^/]+)?(\S+) HTTP\/1\.1\r\n/

/** The forwarded request: with only its path, and without headers for the proxy. */
function forwarded(text: string): string {
  return text.replace(REQUEST, '$1 $2 HTTP/1.1\r\n').replace(/^proxy-[^\r]*\r\n/gim, '')
}

function serve(socket: Socket, { to, password, refuse, hangUp }: ProxyOptions, heads: string[]): void {
  let upstream: Socket | undefined
  const lead = (): Socket => {
    const next = connect(to, '127.0.0.1')
    next.on('error', () => socket.destroy()).on('close', () => socket.end())
    next.pipe(socket)
    socket.on('close', () => next.destroy())
    return next
  }
  socket.on('data', (data) => {
    const text = data.toString('latin1')
    if (!REQUEST.test(text)) return void upstream?.write(data)
    heads.push(text.slice(0, text.indexOf('\r\n\r\n')))
    if (hangUp) return socket.destroy()
    const authorised = password === undefined || text.includes(`Basic ${Buffer.from(password).toString('base64')}`)
    const status = authorised ? refuse : 407
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`)
    if (!text.startsWith('CONNECT ')) {
      upstream ??= lead()
      return void upstream.write(forwarded(text), 'latin1')
    }
    socket.removeAllListeners('data')
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    socket.pipe(lead())
  })
}

export async function proxyServer(options: ProxyOptions): Promise<ProxyServer> {
  const heads: string[] = []
  const server: Server = options.tls
    ? createSecure(options.tls, (socket) => {
        socket.on('error', () => undefined)
        serve(socket, options, heads)
      })
    : createServer((socket) => serve(socket, options, heads))
  return { host: `127.0.0.1:${await listening(server)}`, heads }
}
