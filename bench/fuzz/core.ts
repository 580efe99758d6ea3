/** Passes generated requests directly to the core, and judges each response. */
import { createMock, type Gateway, type Part, wantsBody } from '../../mock/index.ts'
import { type CoreRequest, coreRequests } from './requests/core-requests.ts'
import { Draw } from './requests/draw.ts'
import { expectedOf } from './responses/expected.ts'
import { breachesOf, only, type WireResponse } from './responses/judgement.ts'
import { type FuzzOptions, Outcome } from './responses/outcome.ts'

/** @returns the outcome, with memory measured after a tenth of the requests and after all of them */
export function fuzzCore({ requests, seed, faults = [] }: FuzzOptions): Outcome {
  const { gateway } = createMock({ seed: String(seed), faults })
  const outcome = new Outcome(requests)
  for (const request of coreRequests(new Draw(seed))) {
    try {
      outcome.judged(judge(request, responded(gateway, request), outcome), () => inWords(request))
    } catch (error) {
      outcome.judged([`thrown: ${error}`], () => inWords(request))
    }
    if (outcome.requests === requests) break
  }
  return outcome
}

function responded(gateway: Gateway, { method, target, headers, body, text }: CoreRequest): WireResponse {
  const opening = gateway.begin({ method, target, header: (name) => headers.get(name) })
  const response = !wantsBody(opening)
    ? opening
    : body.length > opening.limit
      ? opening.overflow()
      : opening.finish(text, body.length)
  const names = response.headers.filter((_, at) => at % 2 === 0)
  const given = {
    status: response.status,
    headers: names.map((name, at) => [name.toLowerCase(), response.headers[2 * at + 1] ?? ''] as const),
    body: textOf(response.body),
  }
  response.onDelivered?.(Buffer.byteLength(given.body), false)
  return given
}

function textOf(body: string | Uint8Array | Iterable<Part>): string {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return Buffer.from(body).toString()
  return [...body]
    .map((part) => (typeof part === 'string' ? part : part instanceof Uint8Array ? textOf(part) : ''))
    .join('')
}

function judge(request: CoreRequest, given: WireResponse, outcome: Outcome): string[] {
  outcome.add(given.status, only(given, 'x-svc-request-id'))
  const found = breachesOf(given)
  const { statuses, form } = expectedOf(request)
  if (!statuses.has(given.status)) found.push(`${given.status} where the request allows ${[...statuses].join(', ')}`)
  else if (given.status === 200 && formOf(given) !== form)
    found.push(`a ${formOf(given)} where a ${form} was asked for`)
  return found
}

function formOf(given: WireResponse): string {
  if (only(given, 'content-type')?.startsWith('text/event-stream')) return 'stream'
  return given.body.startsWith('{"object":"list"') ? 'list' : 'completion'
}

const inWords = ({ method, target, headers, body }: CoreRequest): string =>
  `${method} ${target} ${JSON.stringify([...headers])} ${body.toString('latin1')}`
