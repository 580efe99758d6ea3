/** Records what a client sends, byte by byte, and forwards it to a gateway. */
import { connect, createServer } from 'node:net'
import { listen } from '../../adversary/null-servers/listening.ts'

/** A request as it was on the wire. */
export interface Recorded {
  /** Which connection of the client carried it, from 1. */
  readonly connection: number
  /** The request line and the headers, in their order and spelling. */
  readonly head: string
  /** Without its transfer coding. */
  readonly body: string
}

export interface Recorder extends AsyncDisposable {
  readonly port: number
  requests(): readonly Recorded[]
}

/** The response to a preflight of a page of another origin, which would not send its request without it. */
const ALLOWED = [
  'HTTP/1.1 204 No Content',
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Headers: *, Authorization',
  'Content-Length: 0',
  '\r\n',
].join('\r\n')

export async function startRecorder(gateway: string): Promise<Recorder> {
  const connections: Buffer[][] = []
  const server = createServer((client) => {
    const sent: Buffer[] = []
    connections.push(sent)
    const upstream = connect(Number(new URL(gateway).port), '127.0.0.1')
    client.on('data', (bytes) => {
      sent.push(bytes)
      if (bytes.toString('latin1', 0, 8) === 'OPTIONS ') client.write(ALLOWED)
      else upstream.write(bytes)
    })
    upstream.pipe(client)
    client.on('close', () => upstream.destroy()).on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
  })
  const { port, close } = await listen(server)
  return {
    port,
    requests: () => connections.flatMap((sent, at) => requestsIn(Buffer.concat(sent), at + 1)),
    [Symbol.asyncDispose]: close,
  }
}

function requestsIn(bytes: Buffer, connection: number): Recorded[] {
  const requests: Recorded[] = []
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf('\r\n\r\n', from)
    if (end < 0) throw new Error(`connection ${connection} ends in the head of a request`)
    const head = bytes.toString('latin1', from, end)
    const { body, next } = bodyAt(bytes, end + 4, head)
    requests.push({ connection, head: head.replaceAll('\r\n', '\n'), body: body.toString() })
    from = next
  }
  return requests
}

function bodyAt(bytes: Buffer, from: number, head: string): { readonly body: Buffer; readonly next: number } {
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
  if (!/^transfer-encoding: *chunked/im.test(head))
    return { body: bytes.subarray(from, from + length), next: from + length }
  const parts: Buffer[] = []
  for (let at = from; ; ) {
    const line = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16)
    if (!(size > 0)) return { body: Buffer.concat(parts), next: line + 4 }
    parts.push(bytes.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
}
