/** Exchanges made by hand, as the client would have recorded them. */
import { type Answer, type Exchange, identityOf, type SentRequest } from '../../../../suites/harness/http/exchange.ts'
import type { Finding } from '../../../../suites/harness/judge/finding.ts'
import { judgeInvariants } from '../../../../suites/harness/judge/invariants.ts'

export const asked: SentRequest = {
  operation: 'completions',
  method: 'POST',
  path: '/v1/chat/completions',
  headers: [['content-type', 'application/json']],
  body: Buffer.from('{}'),
  framing: 'length',
  stream: false,
  ownRequestId: undefined,
  model: 'svc/echo-1',
}

/** Where each packet begins when a body is cut at these offsets. */
export function packetsOf(length: number, cuts: readonly number[]): (readonly [number, number])[] {
  const starts = [0, ...new Set(cuts.filter((cut) => cut > 0 && cut < length))].sort((a, b) => a - b)
  return length === 0 ? [] : starts.map((start, index) => [start, index] as const)
}

export function answerOf(body: string | Uint8Array, answer: Partial<Answer> = {}): Answer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return {
    status: 200,
    headers: [
      ['content-type', 'application/json'],
      ['x-svc-request-id', 'req-1'],
    ],
    body: bytes,
    packets: packetsOf(bytes.length, []),
    interim: [],
    complete: true,
    ...answer,
  }
}

/** A streamed completion; `cuts` are the offsets at which its packets begin. */
export function streamed(
  body: string | Uint8Array,
  cuts: readonly number[] = [],
  mediaType = 'text/event-stream',
): Exchange {
  const answer = answerOf(body, {
    headers: [
      ['content-type', mediaType],
      ['x-svc-request-id', 'req-1'],
    ],
  })
  return {
    ...identityOf('stream/1'),
    request: { ...asked, stream: true },
    answer: { ...answer, packets: packetsOf(answer.body.length, cuts) },
    duration: 1,
  }
}

/** The requirements that an exchange breaks, each once, in alphabetical order. */
export function broken(findings: readonly Finding[]): string[] {
  return [...new Set(findings.filter(({ outcome }) => outcome === 'fail').map(({ requirement }) => requirement))].sort()
}

export function brokenBy(exchange: Exchange): string[] {
  return broken(judgeInvariants(exchange))
}
