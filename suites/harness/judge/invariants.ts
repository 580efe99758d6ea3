/**
 * Rules for every response, judged on every exchange of the run, whatever the purpose of its request.
 * A breach of one affects only its own requirement.
 */
import type { RequirementId } from '../catalogue/requirements.ts'
import { compact, kept } from '../http/compact.ts'
import { isObject, type JsonObject } from '../http/exact-json.ts'
import { type Exchange, type HttpResponse, headerValues } from '../http/exchange.ts'
import { isStream, listedIds, quote, recognise } from '../http/response.ts'
import { judgeCount, judgeMediaType, judgeNames, judgeSchema, judgeSum, objectOf, type Report } from './bodies.ts'
import { judgeContentCodings } from './content-codings.ts'
import { judgeError, judgeRetryAfter } from './errors/error-body.ts'
import { type Finding, failureOf } from './evidence.ts'
import { observeExchange } from './observation.ts'
import { judgeStream } from './streams/stream.ts'
import { judgeOneReading, judgeWholeText, sendsTornText } from './texts.ts'

/** The maximum number of findings for one response, requirement and outcome: a long stream could give one per event. */
const MAX_OF_A_KIND = 25

/** Not evidence if the request holds torn characters, which a model may repeat. */
const OF_WHOLE_TEXT: ReadonlySet<RequirementId> = new Set(['completion-text-whole', 'stream-text-whole'])

/** The findings of the invariants on one exchange. They depend on nothing else, so each exchange is judged once. */
export const judgeInvariants = kept((exchange: Exchange): readonly Finding[] => {
  const { response } = exchange
  if (!response) return []
  const findings: Finding[] = []
  const counts = { pass: new Map<RequirementId, number>(), fail: new Map<RequirementId, number>() }
  const report: Report = (requirement, breach) => {
    if (OF_WHOLE_TEXT.has(requirement) && sendsTornText(exchange.request)) return
    const outcome = breach ? 'fail' : 'pass'
    const count = (counts[outcome].get(requirement) ?? 0) + 1
    counts[outcome].set(requirement, count)
    if (count > MAX_OF_A_KIND) return
    const { message, ...shown } = breach ?? {}
    const held: Finding = { requirement, outcome: 'pass', message: 'holds', exchanges: [exchange.id] }
    findings.push(message === undefined ? held : { ...failureOf(exchange, requirement, message), ...compact(shown) })
  }
  const contractual = exchange.request.operation !== 'other'
  judgeStatus(exchange, response, report)
  if (!contractual) return findings
  judgeRequestId(exchange, response, report)
  judgeRetryAfter(response, report)
  judgeContentCodings(exchange, response, report)
  // A response that a lost connection cut off is not evidence about its form.
  if (response.complete) {
    judgeOneReading(exchange, response, report)
    if (response.status >= 400) judgeError(exchange, response, report)
    else if (response.status === 200) judgeSuccess(exchange, response, report)
  }
  return [...findings, ...observeExchange(exchange, response)]
})

/** 4.1 and 4.2. A 429 on the list is not in 4.1, but does not break it: section 8 has limits per project. */
export const STATUSES = {
  models: [200, 401, 403, 429, 500, 503],
  /** The list has no parameters: a query is invalid, or makes the path unknown. */
  query: [400, 404],
  completions: [200, 400, 401, 403, 404, 413, 429, 500, 503],
} as const

function judgeStatus(exchange: Exchange, response: HttpResponse, report: Report): void {
  const { operation, path } = exchange.request
  // Their number in the run decides: see together/bad-gateway.ts.
  if (response.status === 502 || response.status === 504) return
  report('gateway-statuses')
  if (operation === 'other') return
  const permitted: readonly number[] =
    path.includes('?') && operation === 'models' ? [...STATUSES.models, ...STATUSES.query] : STATUSES[operation]
  const got = (expected: string, statuses: readonly number[]): Parameters<Report>[1] =>
    statuses.includes(response.status)
      ? undefined
      : { message: `got ${response.status}`, expected, actual: quote(response), statuses }
  report(`${operation === 'models' ? 'models' : 'completion'}-statuses`, got(permitted.join(', '), permitted))
  if (operation === 'models') {
    const statuses = STATUSES.models.filter((status) => status !== 429)
    report('models-not-limited', response.status === 429 ? got('a status that 4.1 lists', statuses) : undefined)
  }
}

function judgeRequestId(exchange: Exchange, response: HttpResponse, report: Report): void {
  const ids = headerValues(response, 'x-svc-request-id')
  const expected = 'one header x-svc-request-id with a value'
  const broken = (what: string, actual: string): void =>
    report('request-id-present', { message: `the header x-svc-request-id ${what}`, expected, actual })
  if (ids.length === 0) broken('is missing', `${response.status} without it`)
  else if (ids.length > 1) broken(`occurs ${ids.length} times`, ids.join(' | '))
  else if (ids[0]?.trim() === '') broken('is empty', '""')
  else report('request-id-present')
  judgeTakenOver(exchange, ids, report)
}

/** Shorter values may be equal by chance: a gateway may count requests, and a client may send 600 as its timeout. */
const LEAST = 16

/** Parts of a value long enough to identify a request: with hyphens (UUID), or between hyphens (traceparent). */
const ID_PARTS = [/[\w-]{16,}/g, /[A-Za-z\d]{16,}/g]

/** 4: the gateway generates the request id; it is not a value that the caller sent in a header. */
function judgeTakenOver({ request }: Exchange, ids: readonly string[], report: Report): void {
  for (const [name, value] of request.headers) {
    // A cheap test first: hardly any id occurs in the caller's headers.
    if (!ids.some((id) => id.length >= LEAST && value.includes(id))) continue
    const lower = name.toLowerCase()
    if (lower === 'authorization') continue
    const parts: readonly string[] = [value.trim(), ...ID_PARTS.flatMap((part) => value.match(part) ?? [])]
    const taken = ids.find((id) => id.length >= LEAST && parts.includes(id))
    if (taken !== undefined)
      report('request-id-generated', {
        message: `the request id is what the caller sent in ${lower}`,
        expected: 'an id generated by the gateway',
        actual: taken,
      })
  }
}

function judgeSuccess(exchange: Exchange, response: HttpResponse, report: Report): void {
  const { operation, stream } = exchange.request
  if (operation === 'models') {
    judgeDocument(exchange, response, 'model-list', report)
    const ids = listedIds(exchange)
    const seen = new Set<string>()
    const twice = ids.find((id) => seen.size === seen.add(id).size)
    if (ids.length > 0)
      report('list-ids-unique', twice === undefined ? undefined : { message: `${twice} is listed twice`, at: '/data' })
    return
  }
  // If the response has the other form, the check that requested this form fails.
  if (isStream(response)) {
    if (stream) {
      judgeMediaType(response, 'stream-media-type', 'text/event-stream', true, report)
      judgeStream(response, report)
    }
  } else if (!stream) judgeCompletion(exchange, response, report)
}

/** Judges a JSON body with status 200. @returns the object if it is recognised */
function judgeDocument(
  exchange: Exchange,
  response: HttpResponse,
  name: 'model-list' | 'chat-completion',
  report: Report,
): JsonObject | undefined {
  const requirement = name === 'model-list' ? 'models-media-type' : 'completion-media-type'
  const meant = recognise(exchange) !== undefined
  judgeMediaType(response, requirement, 'application/json', meant, report)
  const body = objectOf(response, requirement, report)
  if (body) judgeSchema(name, [{ body }], meant, report)
  return meant && isObject(body?.value) ? body.value : undefined
}

function judgeCompletion(exchange: Exchange, response: HttpResponse, report: Report): void {
  const value = judgeDocument(exchange, response, 'chat-completion', report)
  if (!value) return
  const [choice] = Array.isArray(value.choices) ? value.choices : []
  const content = isObject(choice) && isObject(choice.message) ? choice.message.content : undefined
  judgeNames(value, report)
  judgeSum(value.usage, report)
  judgeCount(value.usage, typeof content === 'string' ? content : '', report)
  if (isObject(choice) && typeof content === 'string')
    judgeWholeText(content, choice.finish_reason === 'length', report)
}
