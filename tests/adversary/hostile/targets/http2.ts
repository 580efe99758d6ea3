/** Targets that misbehave in HTTP/2: in its frames, or in what they carry. */
import { createServer, type ServerHttp2Stream } from 'node:http2'
import { createServer as createPlain, type Server, type Socket } from 'node:net'
import { listen } from '../../null-servers/listening.ts'
import { END_HEADERS, frame, line, OK, SETTINGS, TYPE } from './frames.ts'
import { type Hostile, pour } from './hostile.ts'
import { type Plain, responseTo } from './responses.ts'

/** A header line as long as it may be without Huffman. */
const FILLER = line('a', 'a'.repeat(126))

/** A target that sends frames as they are once it is spoken to; requests come on the streams 1, 3, 5 and so on. */
function framed(name: string, does: string, act: (socket: Socket) => void): Hostile {
  const greet = (socket: Socket): void => void socket.once('data', () => act(socket))
  return { name: `h2-${name}`, does, http2: true, start: () => listen(createPlain(greet)) }
}

/** A target whose HTTP/2 is sound, and whose responses are not. */
function responded(
  name: string,
  does: string,
  act: (stream: ServerHttp2Stream, honest: Plain, key: string) => void,
): Hostile {
  const start: Hostile['start'] = () => {
    const server = createServer({ maxSendHeaderBlockLength: 2 ** 24 }).on('stream', (stream, headers) => {
      const chunks: Buffer[] = []
      stream.on('error', () => undefined)
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        // The client may have gone meanwhile.
        if (stream.destroyed) return
        const { authorization: key = '', ':method': method = '', ':path': path = '' } = headers
        act(stream, responseTo(method, path, `authorization: ${key}`, Buffer.concat(chunks).toString()), key)
      })
    })
    server.on('sessionError', () => undefined)
    return listen(server as unknown as Server)
  }
  return { name: `h2-${name}`, does, http2: true, start }
}

let made = 0

function head({ status, type }: Plain): Record<string, string | number> {
  return { ':status': status, 'content-type': type, 'x-svc-request-id': `req_h2_${++made}` }
}

function honestly(stream: ServerHttp2Stream, plain: Plain): void {
  stream.respond(head(plain))
  stream.end(plain.body)
}

const lost = (stream: ServerHttp2Stream): void => void stream.destroy(new Error('lost'))

type Act = (socket: Socket) => void
const sends = (...frames: readonly Buffer[]): Act => {
  return (socket) => void socket.write(Buffer.concat(frames))
}
const ends = (...frames: readonly Buffer[]): Act => {
  return (socket) => void socket.end(Buffer.concat(frames))
}
const HTTP1 = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
const EIGHT_BYTES = Buffer.alloc(8)
const PROMISE = Uint8Array.of(0, 0, 0, 2, 0x88)
const setting = (number: number): Buffer => frame(TYPE.settings, 0, 0, Uint8Array.of(0, number, 0, 0, 0, 0))

export const http2Targets: readonly Hostile[] = [
  framed('hang', 'takes connections in HTTP/2 and says nothing', () => undefined),
  framed('http1', 'responds to HTTP/2 in HTTP/1.1', sends(HTTP1)),
  framed('garbage', 'responds to HTTP/2 with noise', (socket) => socket.write(Buffer.alloc(4096, 0xa5))),
  framed('goaway', 'ends every connection with GOAWAY', ends(SETTINGS, frame(TYPE.goaway, 0, 0, EIGHT_BYTES))),
  framed('settings-flood', 'sends settings without end', (socket) => pour(socket, () => SETTINGS)),
  framed('ping-flood', 'sends pings without end', (socket) => {
    socket.write(SETTINGS)
    pour(socket, () => frame(TYPE.ping, 0, 0, EIGHT_BYTES))
  }),
  framed('headers-without-end', 'goes on with one head without end', (socket) => {
    socket.write(Buffer.concat([SETTINGS, frame(TYPE.headers, 0, 1, OK)]))
    pour(socket, () => frame(TYPE.continuation, 0, 1, Buffer.concat(Array.from({ length: 100 }, () => FILLER))))
  }),
  framed(
    'broken-head',
    'packs heads wrongly',
    sends(SETTINGS, frame(TYPE.headers, END_HEADERS, 1, Buffer.alloc(16, 0xff))),
  ),
  framed('body-first', 'sends a body ahead of its head', sends(SETTINGS, frame(TYPE.data, 1, 1, Buffer.from('{}')))),
  framed(
    'unasked-stream',
    'responds to an unsent request',
    sends(SETTINGS, frame(TYPE.headers, END_HEADERS, 4_000_001, OK)),
  ),
  framed(
    'push',
    'pushes responses although it was asked not to',
    sends(SETTINGS, frame(TYPE.push, END_HEADERS, 1, PROMISE)),
  ),
  framed('no-window', 'leaves no room for any body', sends(setting(4))),
  framed('one-stream-at-a-time', 'allows no request at all', sends(setting(3))),
  responded('reset-all', 'resets every request', lost),
  responded('reset-in-body', 'resets completions in their body', (stream, honest) => {
    if (!honest.ok || honest.body.includes('"list"')) return honestly(stream, honest)
    stream.respond(head(honest))
    stream.write(honest.body.slice(0, 20), () => setImmediate(lost, stream))
  }),
  responded('session-ends', 'ends the connection at every completion', (stream, honest) => {
    if (!honest.ok || honest.body.includes('"list"')) return honestly(stream, honest)
    stream.session?.destroy()
  }),
  responded('endless-body', 'never ends a body', (stream, honest) => {
    stream.respond(head(honest))
    // A failed write also calls the callback, endlessly if it is repeated.
    const more = (error?: Error | null): void =>
      void (error || stream.destroyed || stream.write('x'.repeat(65_536), more))
    more()
  }),
  responded('many-headers', 'has thousands of headers', (stream, honest) => {
    const more = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`x-more-${at}`, 'yes']))
    stream.respond({ ...head(honest), ...more })
    stream.end(honest.body)
  }),
  responded('echo', 'says the key in every head and body', (stream, honest, key) => {
    stream.respond({ ...head(honest), 'x-echo': key.split(' ').at(-1) ?? '' })
    stream.end(`${honest.body}${key}`)
  }),
  responded('hang-after-head', 'says nothing after heads', (stream, honest) => stream.respond(head(honest))),
]
