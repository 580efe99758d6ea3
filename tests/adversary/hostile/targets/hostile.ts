/** The type of a hostile target, and the sockets with which one misbehaves. */
import { createServer, type Socket } from 'node:net'
import { listen, type Running } from '../../null-servers/listening.ts'
import { type Plain, responseTo, wire } from './responses.ts'

export interface Call {
  readonly method: string
  readonly path: string
  readonly head: string
  readonly body: string
  /** The number of earlier requests on this connection. */
  readonly used: number
  readonly socket: Socket
  /** What an honest gateway would send. */
  readonly honest: Plain
}

type Act = (call: Call) => void

export interface Hostile {
  readonly name: string
  /** What it does, for the table in the docs. */
  readonly does: string
  /** Whether runs against it use HTTP/2. */
  readonly http2?: boolean
  readonly start: Start
}

type Start = () => Promise<Running>

/** When a target acts: after the head of a request, or after its body. */
type Stage = 'head' | 'body'

const HEAD_END = '\r\n\r\n'

/** Whether the body of a request is complete; a chunked body is complete with its last chunk. */
function isWhole(head: string, body: string): boolean {
  if (/^transfer-encoding: *chunked/im.test(head)) return body.endsWith('0\r\n\r\n')
  return body.length >= Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
}

/** Acts on every request. */
export function onRequest(act: Act, stage: Stage = 'body'): Start {
  const take = (socket: Socket): void => {
    let text = ''
    let used = 0
    const chunks: string[] = []
    socket.on('data', (data) => {
      chunks.push(data.toString('latin1'))
      if (text === '' || chunks.length > 64) text += chunks.splice(0).join('')
      const end = text.indexOf(HEAD_END)
      if (end < 0) return
      const head = text.slice(0, end)
      const body = text.slice(end + HEAD_END.length) + chunks.join('')
      if (stage === 'body' && !isWhole(head, body)) return
      text = ''
      chunks.length = 0
      const [method = '', path = ''] = head.split(' ', 2)
      act({ method, path, head, body, used: used++, socket, honest: responseTo(method, path, head, body) })
    })
  }
  return () => listen(createServer(take))
}

/** Acts as soon as a client connects. */
export const onConnect = (act: (socket: Socket) => void): Start => {
  return () => listen(createServer(act))
}

type Rows<Row> = Readonly<Record<string, Row>>

/** Targets of one kind by `name: what it does`. */
export const targetsOf = <Row>(rows: Rows<Row>, startOf: (row: Row, name: string) => Start): Hostile[] =>
  Object.entries(rows).map(([title, row]) => {
    const [name = '', does = ''] = title.split(/: (.*)/)
    return { name, does, start: startOf(row, name) }
  })

export const targets = (rows: Rows<Start>): Hostile[] => targetsOf(rows, (start) => start)
export const onRequests = (rows: Rows<Act>): Hostile[] => targetsOf(rows, (act) => onRequest(act))

/** Acts on some requests, and treats the others correctly. */
export function on(which: (call: Call) => boolean, ...acts: readonly Act[]): Act {
  return (call) => (which(call) ? acts.forEach((act) => void act(call)) : void call.socket.write(wire(call.honest)))
}

/** Sends repeatedly, but never faster than the other side reads. */
export function pour(socket: Socket, next: () => string | Uint8Array, pause = 0): void {
  const more = (): void => {
    if (socket.destroyed) return
    if (socket.write(next())) setTimeout(more, pause)
    else socket.once('drain', more)
  }
  more()
}
