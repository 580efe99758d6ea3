/** Targets that never come to an end, or say far more than was requested. */
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { CHUNKED, headOf, type Plain, wire } from './answers.ts'
import { type Call, type Hostile, onRequest, pour } from './hostile.ts'

const KIB = 'x'.repeat(1024)
const JSON_TYPE: Plain = { status: 200, type: 'application/json', body: '', ok: true, stream: false }
const SSE_TYPE: Plain = { status: 200, type: 'text/event-stream', body: '', ok: true, stream: true }

/** Begins with some bytes and goes on with others for ever. */
function endless(name: string, does: string, begin: () => string, next: (n: number) => string): Hostile {
  return onRequest(name, does, ({ socket, honest }) => {
    if (!honest.ok) return void socket.write(wire(honest))
    let n = 0
    socket.write(begin())
    pour(socket, () => next(n++), 1)
  })
}

const chunked = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

/** A body as it is, under a label; every operation gets it. */
function labelled(name: string, does: string, encoding: string, body: () => Uint8Array): Hostile {
  let made: Uint8Array | undefined
  return onRequest(name, does, ({ socket, honest }) => {
    if (!honest.ok) return void socket.write(wire(honest))
    made ??= body()
    socket.write(`${headOf(honest, [`content-encoding: ${encoding}`, `content-length: ${made.length}`])}\r\n\r\n`)
    socket.write(made)
  })
}

/** Megabytes that a bomb unpacks to. */
const BOMB = 128 * 1024 * 1024

function whole(name: string, does: string, body: () => string): Hostile {
  let made: string | undefined
  return onRequest(name, does, ({ socket, honest }: Call) => {
    made ??= body()
    socket.write(wire({ ...honest, body: honest.ok ? made : honest.body }))
  })
}

/** Streams that were sent, no two of them alike. */
let otherStreams = 0

export const endlessTargets: readonly Hostile[] = [
  endless(
    'endless-headers',
    'sends header lines without end',
    () => headOf(JSON_TYPE),
    (n) => `\r\nx-${n}: ${KIB}`,
  ),
  endless(
    'endless-header',
    'sends one header value without end',
    () => `${headOf(JSON_TYPE)}\r\nx-long: `,
    () => KIB,
  ),
  endless(
    'endless-interim',
    'sends interim answers without end',
    () => '',
    () => 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n',
  ),
  endless(
    'endless-continue',
    'sends 100 Continue without end',
    () => '',
    () => 'HTTP/1.1 100 Continue\r\n\r\n',
  ),
  endless(
    'endless-body',
    'sends white space in a JSON body without end',
    () => `${headOf(JSON_TYPE, CHUNKED)}\r\n\r\n`,
    () => chunked(' '.repeat(65_536)),
  ),
  endless(
    'endless-stream',
    'sends events without end',
    () => `${headOf(SSE_TYPE, CHUNKED)}\r\n\r\n`,
    () => chunked('data: {"choices":[]}\n\n'.repeat(512)),
  ),
  endless(
    'endless-event',
    'sends one event without end',
    () => `${headOf(SSE_TYPE, CHUNKED)}\r\n\r\n${chunked('data: {"id":"')}`,
    () => chunked(KIB.repeat(16)),
  ),
  endless(
    'endless-comments',
    'sends comment lines without end',
    () => `${headOf(SSE_TYPE, CHUNKED)}\r\n\r\n`,
    () => chunked(': ping\n'.repeat(1024)),
  ),
  endless(
    'endless-chunk-extension',
    'sends the extension of a chunk without end',
    () => `${headOf(JSON_TYPE, CHUNKED)}\r\n\r\n5;`,
    () => KIB,
  ),
  endless(
    'endless-trailers',
    'sends trailers without end',
    () => `${headOf(JSON_TYPE, CHUNKED)}\r\n\r\n${chunked('{}')}0\r\n`,
    (n) => `x-${n}: ${KIB}\r\n`,
  ),
  labelled('gzip-bomb', 'sends 128 MiB of zeros packed by gzip', 'gzip', () => gzipSync(Buffer.alloc(BOMB))),
  labelled('gzip-bomb-twice', 'sends them packed twice', 'gzip, gzip', () => gzipSync(gzipSync(Buffer.alloc(BOMB)))),
  labelled('deflate-bomb', 'sends 128 MiB of zeros packed by deflate', 'deflate', () =>
    deflateSync(Buffer.alloc(BOMB)),
  ),
  labelled('brotli-bomb', 'sends 128 MiB of zeros packed by brotli', 'br', () =>
    brotliCompressSync(Buffer.alloc(BOMB), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  ),
  labelled('gzip-cut', 'sends half of a gzip body as a whole', 'gzip', () =>
    gzipSync(Buffer.from('{"object":"list","data":[]}')).subarray(0, 20),
  ),
  labelled('gzip-label', 'calls plain text gzip', 'gzip', () => Buffer.from('{"object":"list","data":[]}')),
  labelled('many-codings', 'names fifty codings', Array(50).fill('gzip').join(', '), () => Buffer.from('{}')),
  whole(
    'flood-of-events',
    'sends a whole stream of 440,000 events',
    () => `${'data:{}\n\n'.repeat(440_000)}data: [DONE]\n\n`,
  ),
  whole('flood-of-lines', 'sends one event of 550,000 lines', () => `${'data:a\n'.repeat(550_000)}\ndata: [DONE]\n\n`),
  whole('many-events', 'sends a whole stream of 9,900 events', () => `${'data:{}\n\n'.repeat(9_900)}data: [DONE]\n\n`),
  onRequest(
    'many-streams',
    'sends 9,900 broken events in every stream, and all else as expected',
    ({ socket, honest }) => {
      const body = honest.stream ? `${'data:{}\n\n'.repeat(9_900)}data: [DONE]\n\n` : honest.body
      socket.write(wire({ ...honest, body }))
    },
  ),
  onRequest(
    'many-other-streams',
    'sends 5,000 broken events in every stream, no two of them alike',
    ({ socket, honest }) => {
      otherStreams += 1
      const body = honest.stream
        ? `${`data:{}${' '.repeat(otherStreams % 8)}\n\n`.repeat(5_000)}${otherStreams}`
        : honest.body
      socket.write(wire({ ...honest, body }))
    },
  ),
  labelled('flood-of-events-packed', 'sends 440,000 events packed by gzip', 'gzip', () =>
    gzipSync('data:{}\n\n'.repeat(440_000)),
  ),
  whole('long-text', 'sends a text of 12 MiB', () => `{"object":"list","data":["${'y'.repeat(12 * 1024 * 1024)}"]}`),
  whole('long-list', 'lists 40,000 models', () => {
    const models = Array.from(
      { length: 40_000 },
      (_, n) => `{"id":"svc/m-${n}","object":"model","created":1,"owned_by":"svc"}`,
    )
    return `{"object":"list","data":[${models.join(',')}]}`
  }),
  whole('deep-arrays', 'sends arrays 100,000 levels deep', () => '['.repeat(100_000) + ']'.repeat(100_000)),
  whole('deep-objects', 'sends objects 100,000 levels deep', () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  whole(
    'deep-event',
    'sends an event 100,000 levels deep',
    () => `data: ${'{"choices":['.repeat(100_000)}${']}'.repeat(100_000)}\n\ndata: [DONE]\n\n`,
  ),
  whole('long-integer', 'sends an integer of a million digits', () => `{"created":${'9'.repeat(1_000_000)}}`),
  onRequest('flood-of-headers', 'sends 900 cookies', ({ socket, honest }) => {
    socket.write(
      wire(
        honest,
        Array.from({ length: 900 }, (_, n) => `set-cookie: c${n}=${'z'.repeat(40)}`),
      ),
    )
  }),
]
