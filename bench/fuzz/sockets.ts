/** Sends damaged bytes to a listening mock on many connections at a time, and judges the responses. */
import fc from 'fast-check'
import { demo, startMock } from '../../mock/index.ts'
import { atOnce } from '../at-once.ts'
import { completions } from './requests/completion-text.ts'
import { Draw } from './requests/draw.ts'
import { mutated } from './requests/mutations.ts'
import { breachesOf, only } from './responses/judgement.ts'
import { type FuzzOptions, Outcome } from './responses/outcome.ts'
import { type Conversation, converse, readResponses } from './responses/wire-responses.ts'

const HOST = 'Host: gateway.test\r\n'
const KEY = `Authorization: Bearer ${demo.valid}\r\n`
const POST = 'POST /v1/chat/completions HTTP/1.1\r\n'

const SOUND = [false, true].map((stream) =>
  Buffer.from(JSON.stringify({ model: demo.chat, messages: [{ role: 'user', content: 'Hello' }], stream })),
)

/** One connection in this many is not damaged, to mix in valid requests. */
const WHOLE = 10

type Make = (body: Buffer) => Buffer

const bytes = (head: string, ...rest: (Buffer | string)[]): Buffer =>
  Buffer.concat([head, ...rest].map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))

const chunk = (part: Buffer): Buffer => bytes(`${part.length.toString(16)}\r\n`, part, '\r\n')

const KINDS: readonly Make[] = [
  (body) => bytes(`${POST}${HOST}${KEY}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`, body),
  (body) => bytes(`${POST}${HOST}${KEY}Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`, body),
  (body) => bytes(`${POST}${HOST}Content-Length: ${body.length}\r\n\r\n`, body),
  (body) =>
    bytes(
      `${POST}${HOST}${KEY}Transfer-Encoding: chunked\r\n\r\n`,
      ...[body.subarray(0, 7), body.subarray(7)].filter(({ length }) => length > 0).map(chunk),
      '0\r\n\r\n',
    ),
  ...[
    'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n',
    'Transfer-Encoding: xchunked\r\n',
    'Content-Length: 2\r\nContent-Length: 5\r\n',
    'Content-Length : 2\r\n',
    'Content-Length: +2\r\n',
    'X-A: a\r\n b\r\nContent-Length: 2\r\n',
    'X-A: a\0b\r\nContent-Length: 2\r\n',
    'Host: other.test\r\n',
  ].map(
    (lines): Make =>
      (body) =>
        bytes(`${POST}${HOST}${KEY}${lines}\r\n`, body),
  ),
  () => bytes(`GET /v1/models HTTP/1.1\r\n${HOST}${KEY}\r\n`),
  () => bytes(`GET http://gateway.test/v1/models?a=b HTTP/1.1\r\n${HOST}${KEY}Accept: */*\r\n\r\n`),
  () => bytes(`OPTIONS * HTTP/1.1\r\n${HOST}${KEY}\r\n`),
  () => bytes(`CONNECT gateway.test:443 HTTP/1.1\r\n${HOST}\r\n`),
  () => bytes(`GET /v1/models HTTP/1.1\r\n${HOST}${KEY}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`),
]

/** The number of bodies generated at a time. */
const ROW = 200

/** Endlessly yields the bytes for one connection after another, determined by the seed. */
function* rawRequests(draw: Draw): Generator<Buffer, never> {
  for (;;) {
    for (const text of fc.sample(completions, { numRuns: ROW, seed: draw.below(2 ** 31) })) {
      const bodies = [Buffer.from(text), ...SOUND]
      const requests = Array.from({ length: 1 + draw.below(3) }, () => draw.of(KINDS)(draw.of(bodies)))
      const sent = Buffer.concat(requests)
      yield draw.below(WHOLE) === 0 ? sent : mutated(sent, draw)
    }
  }
}

/** Connections at the same time. */
const AT_ONCE = 32

/** The maximum number of responses on a connection: it has three requests, but damage could turn them into more. */
const MAX_RESPONSES = 8

export async function fuzzSockets({ requests, seed, faults = [] }: FuzzOptions): Promise<Outcome> {
  await using mock = await startMock({ seed: String(seed), faults })
  const outcome = new Outcome(requests, MAX_RESPONSES)
  const draw = new Draw(seed)
  const source = rawRequests(draw)
  await atOnce(AT_ONCE, Array(requests).keys(), async () => {
    const bytes = source.next().value
    const cut = draw.below(bytes.length + 1)
    const pieces = draw.below(2) === 0 ? [bytes] : [bytes.subarray(0, cut), bytes.subarray(cut)]
    const conversation = await converse(mock.port, pieces)
    outcome.judged(judge(conversation, bytes, outcome), () => bytes.toString('latin1'))
  })
  return outcome
}

function judge({ bytes, end }: Conversation, sent: Buffer, outcome: Outcome): string[] {
  const { responses, rest } = readResponses(bytes)
  const found = rest === undefined ? [] : [rest]
  if (end === 'late') found.push('never ended')
  if (bytes.length === 0 && sent.toString('latin1').trim() !== '') {
    // Our side half-closes at once, which a server may take for a client that has disconnected.
    if (end === 'closed') outcome.silent += 1
    else found.push(`${end} without a response`)
  }
  for (const { status, headers, body } of responses) {
    const given = { status, headers, body: body.toString() }
    outcome.add(status, only(given, 'x-svc-request-id'))
    found.push(...breachesOf(given))
  }
  return found
}
