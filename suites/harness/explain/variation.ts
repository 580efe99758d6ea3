/** Explains a refused valid request by values of its variation. */
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Exchange, SentRequest } from '../http/exchange.ts'
import { accepted } from '../judge/attempts.ts'
import type { Evidence, Finding, Outcome } from '../judge/evidence.ts'
import { blamedFor, formOf, variationOf } from '../variation/attribution.ts'
import { type Dimension, dimensionNames, plainRow, type Row, valueName } from '../variation/dimensions.ts'

/** The dimensions in which a request differs from a plain one. */
export function unusualValues(request: SentRequest | undefined): Dimension[] {
  const variation: Partial<Row> = (request && variationOf(request)) ?? {}
  return dimensionNames.filter((name) => name in variation && variation[name] !== plainRow[name])
}

/** A response and its findings. */
export interface JudgedResponse {
  readonly evidence: Evidence
  readonly exchange: Exchange
  readonly findings: readonly Finding[]
}

/** Whether a response has one of these outcomes for the requirement of its evidence. */
export function has({ evidence, findings }: JudgedResponse, ...outcomes: readonly Outcome[]): boolean {
  return findings.some(({ requirement, outcome }) => requirement === evidence.requirement && outcomes.includes(outcome))
}

/** Whether a response says something about the request: a transient error does not. */
export function isSettled(judged: JudgedResponse): boolean {
  const { response } = judged.exchange
  return response !== undefined && (response.status === 403 || has(judged, 'fail', 'not-evidenced'))
}

/** The values that make the difference. */
export interface Cause {
  readonly found: readonly Dimension[]
  /** The value alone makes the plain request fail; otherwise only together with something else in this request. */
  readonly alone: boolean
}

/** The budget did not allow a request that would have found the cause. */
export interface Unsent {
  /** The id that its exchange would have. */
  readonly unsent: string
}

/** Responses to the plain valid request with one value of a variation, and to the varied request without one value. */
export interface Tested {
  /** Values that no accepted request had, so that one alone may be the cause. */
  readonly suspects: readonly Dimension[]
  readonly alone: ReadonlyMap<Dimension, Exchange>
  readonly without: ReadonlyMap<Dimension, JudgedResponse>
}

/** The next request to send: with one value alone, or with all remaining values but one. */
type Test = { readonly only: Dimension } | { readonly without: Dimension; readonly left: readonly Dimension[] }

/** The single value that makes the plain request fail, or the values that remain when none can be dropped. */
export function causeAmong(values: readonly Dimension[], { suspects, alone, without }: Tested): Test | Cause {
  for (const only of suspects) {
    const exchange = alone.get(only)
    if (!exchange) return { only }
    if (accepted(exchange) === 'no' || exchange.response?.status === 403) return { found: [only], alone: true }
  }
  let found = values
  for (const value of values) {
    const left = found.filter((other) => other !== value)
    const response = without.get(value)
    if (!response) return { without: value, left }
    if (left.length > 0 && isSettled(response)) found = left
  }
  return { found, alone: false }
}

/** A row with the values of some dimensions, and plain ones elsewhere. */
export function rowWith(names: readonly Dimension[], row: Row): Row {
  return {
    ...plainRow,
    turn: row.turn,
    caller: row.caller,
    ...Object.fromEntries(names.map((name) => [name, row[name]])),
  }
}

/** A request with a variation, and the responses to it without the variation and again with it. */
interface Varied {
  readonly plain: JudgedResponse
  readonly again: JudgedResponse
  readonly plan: Parameters<typeof formOf>[0]
  readonly row: Row
}

/** Evidence that values of a variation make a valid request fail. If a request was not sent, it does not say which. */
export function evidenceOf(cause: Cause | Unsent, { plan, row, plain, again }: Varied): Evidence {
  const { check, title, expectation } = plain.evidence
  const own = { check, title, control: plain.exchange.id, expectation: { kind: 'accepted' } } as const
  // Any value may be the cause, so that the form of the response is open, whose level is must.
  if ('unsent' in cause) return { ...own, requirement: formOf(plan), exchange: cause.unsent }
  return {
    ...own,
    requirement: blamed(cause, { plan, row, plain, again }),
    exchange: again.exchange.id,
    ...(again.exchange.response?.status === 200 && { expectation }),
    only: cause.found.map((dimension) => valueName(dimension, rowWith(cause.found, row))).join(' + '),
  }
}

/** A refusal counts against the values that cause it; a wrong form of body, against the value that requests it. */
function blamed(cause: Cause, { plan, row, plain: { evidence }, again }: Varied): RequirementId {
  const form = formOf(plan)
  const status = again.exchange.response?.status
  // A well-formed list with the wrong models breaks the expectation of the check.
  if (status === 200 && evidence.expectation.kind === 'lists') return evidence.requirement
  if (status === 200) return cause.found.includes('stream') ? 'request-stream-false' : form
  return status === 413 ? 'request-size-accepted' : blamedFor(cause.found, row, { form, alone: cause.alone })
}
