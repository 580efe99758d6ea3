import { createServer, type Socket } from 'node:net'
import { httpServer } from './constant.ts'
import { listen, type NullServer } from './listening.ts'
import { randomBytes } from './seeded-bytes.ts'

function socketServer(name: string, take: (socket: Socket) => void): NullServer {
  return { name, start: () => listen(createServer(take)) }
}

/** Servers that fail below the level of a whole HTTP response. */
export const brokenWire: readonly NullServer[] = [
  socketServer('hang-up-on-connect', (socket) => socket.destroy()),
  socketServer('hang-up-on-request', (socket) => socket.once('data', () => socket.destroy())),
  socketServer('silence', (socket) => socket.resume()),
  socketServer('half-an-answer', (socket) => {
    socket.once('data', () => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"ob')
    })
  }),
  socketServer('random-bytes', (socket) => {
    socket.once('data', () => socket.end(randomBytes(1, 2048)))
  }),
  httpServer('random-body', (request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(randomBytes(2, 2048))
    })
  }),
]
