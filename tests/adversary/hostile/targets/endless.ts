/** Targets whose responses never end, or are far larger than requested. */
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { type Call, type Hostile, on, onRequest, onRequests, pour, targetsOf } from './hostile.ts'
import { CHUNKED, headOf, type Plain, wire } from './responses.ts'

const KIB = 'x'.repeat(1024)
const JSON_TYPE: Plain = { status: 200, type: 'application/json', body: '', ok: true, stream: false }
const SSE_TYPE: Plain = { status: 200, type: 'text/event-stream', body: '', ok: true, stream: true }

/** Makes a value at its first use, because a decompression bomb takes long to make. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

/** Acts on requests that should succeed, and treats other requests correctly. */
const onAccepted = (act: (call: Call) => void) => onRequest(on(({ honest }) => honest.ok, act))

type Endless = readonly [begin: string | (() => string), next: (n: number) => string]

/** Begins with some bytes, and then sends others endlessly. */
const endless = (rows: Readonly<Record<string, Endless>>): Hostile[] =>
  targetsOf(rows, ([begin, next]) =>
    onAccepted(({ socket }) => {
      let n = 0
      socket.write(typeof begin === 'string' ? begin : begin())
      pour(socket, () => next(n++), 1)
    }),
  )

const chunked = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

/** Sends a body with a content encoding for every operation. */
const labelled = (rows: Readonly<Record<string, readonly [encoding: string, body: () => Uint8Array]>>): Hostile[] =>
  targetsOf(rows, ([encoding, body]) => {
    const made = once(body)
    return onAccepted(({ socket, honest }) => {
      const bytes = made()
      socket.write(`${headOf(honest, [`content-encoding: ${encoding}`, `content-length: ${bytes.length}`])}\r\n\r\n`)
      socket.write(bytes)
    })
  })

/** The size that a bomb decompresses to. */
const BOMB = 128 * 1024 * 1024

/** Replaces the body of every successful response. */
const whole = (rows: Readonly<Record<string, () => string>>): Hostile[] =>
  targetsOf(rows, (body) => {
    const made = once(body)
    return onAccepted(({ socket, honest }) => void socket.write(wire({ ...honest, body: made() })))
  })

const PACKED = () => brotliCompressSync(Buffer.alloc(BOMB), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
const EMPTY_LIST = Buffer.from('{"object":"list","data":[]}')
const SMALL_EVENT = 'data:{}\n\n'
const DONE = 'data: [DONE]\n\n'
const NINE_THOUSAND = `${SMALL_EVENT.repeat(9_900)}${DONE}`
const json = (): string => `${headOf(JSON_TYPE, CHUNKED)}\r\n\r\n`
const sse = (): string => `${headOf(SSE_TYPE, CHUNKED)}\r\n\r\n`
const COOKIES = Array.from({ length: 900 }, (_, n) => `set-cookie: c${n}=${'z'.repeat(40)}`)
const listed = (n: number): string => `{"id":"svc/m-${n}","object":"model","created":1,"owned_by":"svc"}`
const manyModels = (): string => Array.from({ length: 40_000 }, (_, n) => listed(n)).join(',')

/** The number of streams that were sent, which makes each one different. */
let otherStreams = 0
function otherStream(): string {
  otherStreams += 1
  return `${`data:{}${' '.repeat(otherStreams % 8)}\n\n`.repeat(5_000)}${otherStreams}`
}

/** Sends other bytes in every stream, and everything else as expected. */
const inStreams = (rows: Readonly<Record<string, () => string>>): Hostile[] =>
  targetsOf(rows, (body) =>
    onRequest(({ socket, honest }) => {
      const other = body()
      socket.write(wire({ ...honest, body: honest.stream ? other : honest.body }))
    }),
  )

export const endlessTargets: readonly Hostile[] = [
  ...endless({
    'endless-headers: sends header lines without end': [() => headOf(JSON_TYPE), (n) => `\r\nx-${n}: ${KIB}`],
    'endless-header: sends one header value without end': [() => `${headOf(JSON_TYPE)}\r\nx-long: `, () => KIB],
    'endless-interim: sends interim responses without end': [
      '',
      () => 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n',
    ],
    'endless-continue: sends 100 Continue without end': ['', () => 'HTTP/1.1 100 Continue\r\n\r\n'],
    'endless-body: sends white space in a JSON body without end': [json, () => chunked(' '.repeat(65_536))],
    'endless-stream: sends events without end': [sse, () => chunked('data: {"choices":[]}\n\n'.repeat(512))],
    'endless-event: sends one event without end': [
      () => sse() + chunked('data: {"id":"'),
      () => chunked(KIB.repeat(16)),
    ],
    'endless-comments: sends comment lines without end': [sse, () => chunked(': ping\n'.repeat(1024))],
    'endless-chunk-extension: sends the extension of a chunk without end': [() => `${json()}5;`, () => KIB],
    'endless-trailers: sends trailers without end': [
      () => `${json()}${chunked('{}')}0\r\n`,
      (n) => `x-${n}: ${KIB}\r\n`,
    ],
  }),
  ...labelled({
    'gzip-bomb: sends 128 MiB of zeros packed by gzip': ['gzip', () => gzipSync(Buffer.alloc(BOMB))],
    'gzip-bomb-twice: sends them packed twice': ['gzip, gzip', () => gzipSync(gzipSync(Buffer.alloc(BOMB)))],
    'deflate-bomb: sends 128 MiB of zeros packed by deflate': ['deflate', () => deflateSync(Buffer.alloc(BOMB))],
    'brotli-bomb: sends 128 MiB of zeros packed by brotli': ['br', PACKED],
    'gzip-cut: sends half of a gzip body as a whole': ['gzip', () => gzipSync(EMPTY_LIST).subarray(0, 20)],
    'gzip-label: calls plain text gzip': ['gzip', () => EMPTY_LIST],
    'many-codings: names fifty codings': [Array(50).fill('gzip').join(', '), () => Buffer.from('{}')],
  }),
  ...whole({
    'flood-of-events: sends a whole stream of 440,000 events': () => `${SMALL_EVENT.repeat(440_000)}${DONE}`,
    'flood-of-lines: sends one event of 550,000 lines': () => `${'data:a\n'.repeat(550_000)}\n${DONE}`,
    'many-events: sends a whole stream of 9,900 events': () => NINE_THOUSAND,
  }),
  ...inStreams({
    'many-streams: sends 9,900 broken events in every stream, and all else as expected': () => NINE_THOUSAND,
    'many-other-streams: sends 5,000 broken events in every stream, no two of them alike': otherStream,
  }),
  ...labelled({
    'flood-of-events-packed: sends 440,000 events packed by gzip': [
      'gzip',
      () => gzipSync(SMALL_EVENT.repeat(440_000)),
    ],
  }),
  ...whole({
    'long-text: sends a text of 12 MiB': () => `{"object":"list","data":["${'y'.repeat(12 * 1024 * 1024)}"]}`,
    'long-list: lists 40,000 models': () => `{"object":"list","data":[${manyModels()}]}`,
    'deep-arrays: sends arrays 100,000 levels deep': () => '['.repeat(100_000) + ']'.repeat(100_000),
    'deep-objects: sends objects 100,000 levels deep': () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    'deep-event: sends an event 100,000 levels deep': () =>
      `data: ${'{"choices":['.repeat(100_000)}${']}'.repeat(100_000)}\n\n${DONE}`,
    'long-integer: sends an integer of a million digits': () => `{"created":${'9'.repeat(1_000_000)}}`,
  }),
  ...onRequests({
    'flood-of-headers: sends 900 cookies': ({ socket, honest }) => void socket.write(wire(honest, COOKIES)),
  }),
]
