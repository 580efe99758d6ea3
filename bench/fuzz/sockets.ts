/** Sends damaged bytes to a mock that listens, many connections at a time, and judges what comes back. */
import { startMock } from '../../mock/index.ts'
import { type Conversation, converse } from './conversation.ts'
import type { FuzzOptions } from './fuzz-options.ts'
import { Draw } from './requests/draw.ts'
import { rawRequests } from './requests/raw-requests.ts'
import { breachesOf, only } from './responses/judgement.ts'
import { Outcome } from './responses/outcome.ts'
import { readResponses } from './responses/wire-responses.ts'

/** Connections at the same time. */
const AT_ONCE = 32

/** Most responses on one connection: three requests, of which damage could make more. */
const MAX_RESPONSES = 8

export async function fuzzSockets({ requests, seed, faults = [] }: FuzzOptions): Promise<Outcome> {
  await using mock = await startMock({ seed: String(seed), faults })
  const outcome = new Outcome(requests, MAX_RESPONSES)
  const draw = new Draw(seed)
  const source = rawRequests(draw)
  let begun = 0
  const worker = async (): Promise<void> => {
    while (begun < requests) {
      begun += 1
      const bytes = source.next().value
      const cut = draw.below(bytes.length + 1)
      const pieces = draw.below(2) === 0 ? [bytes] : [bytes.subarray(0, cut), bytes.subarray(cut)]
      const conversation = await converse(mock.port, pieces)
      outcome.judged(judge(conversation, bytes, outcome), () => bytes.toString('latin1'))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return outcome
}

function judge({ bytes, end }: Conversation, sent: Buffer, outcome: Outcome): string[] {
  const { responses, rest } = readResponses(bytes)
  const found = rest === undefined ? [] : [rest]
  if (end === 'late') found.push('never ended')
  if (bytes.length === 0 && sent.toString('latin1').trim() !== '') {
    // We end our side at once: a server may take that for a caller who has left.
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
