/**
 * Statements about every answer, judged on every exchange of the run, whatever it was sent for.
 * Each blames its own requirement only.
 */
import { type Answer, type Exchange, essence, headerValues } from '../exchange.ts'
import type { Finding } from '../finding.ts'
import { isObject, type Json } from '../json.ts'
import { errorOf, isStream, jsonOf, listedIds, quote, recognise } from './answer.ts'
import { type Breach, excerpt, judgeNames, judgeSum, type Report } from './members.ts'
import { observeExchange } from './observations.ts'
import { evidenced, schemaBreaches, type WireName } from './schema.ts'
import { judgeStream } from './stream.ts'

/** 4.1 and 4.2. A 429 on the list is not in 4.1, but section 8 has limits per project: it is not held against a target. */
const STATUSES = {
  models: [200, 401, 403, 429, 500, 503],
  completions: [200, 400, 401, 403, 404, 413, 429, 500, 503],
} as const

function judgeStatus(exchange: Exchange, answer: Answer, report: Report): void {
  const { operation, path } = exchange.request
  const bad = answer.status === 502 || answer.status === 504
  report(
    'gateway-statuses',
    bad ? { message: `answered ${answer.status}`, expected: '503', actual: quote(answer) } : undefined,
  )
  if (operation === 'other' || bad) return
  const permitted: readonly number[] =
    path.includes('?') && operation === 'models' ? [...STATUSES.models, 400] : STATUSES[operation]
  report(
    `${operation === 'models' ? 'models' : 'completion'}-statuses`,
    permitted.includes(answer.status)
      ? undefined
      : { message: `answered ${answer.status}`, expected: permitted.join(', '), actual: quote(answer) },
  )
}

function judgeRequestId(answer: Answer, report: Report): void {
  const ids = headerValues(answer, 'x-svc-request-id')
  const expected = 'one header x-svc-request-id with a value'
  if (ids.length === 0)
    report('request-id-present', {
      message: 'the header x-svc-request-id is missing',
      expected,
      actual: `${answer.status} without it`,
    })
  else if (ids.length > 1)
    report('request-id-present', {
      message: `the header x-svc-request-id stands ${ids.length} times`,
      expected,
      actual: ids.join(' | '),
    })
  else if (ids[0]?.trim() === '')
    report('request-id-present', { message: 'the header x-svc-request-id is empty', expected, actual: '""' })
  else report('request-id-present')
}

/** @param meant the body is what the schema describes, however broken: only then does what holds count for it */
function judgeSchema(name: WireName, value: Json, meant: boolean, report: Report): void {
  const broken = new Map<string, Breach>()
  for (const { requirement, message, expected, at } of schemaBreaches(name, value)) {
    if (!broken.has(requirement)) broken.set(requirement, { message, expected, at, actual: excerpt(value, at) })
  }
  for (const [requirement, breach] of broken) report(requirement, breach)
  if (!meant) return
  for (const requirement of evidenced(name, value)) if (!broken.has(requirement)) report(requirement)
}

/** The object that the body has to be, or undefined after the reason was reported. */
function objectOf(answer: Answer, requirement: string, report: Report): Json | undefined {
  const json = jsonOf(answer)
  if (json.ok) return json.value
  report(requirement, { message: `the body is not JSON: ${json.reason}`, expected: 'JSON', actual: quote(answer) })
  return undefined
}

function judgeMediaType(answer: Answer, requirement: string, expected: string, meant: boolean, report: Report): void {
  const values = headerValues(answer, 'content-type')
  const right = values.length > 0 && values.every((value) => essence(value) === expected)
  if (right && !meant) return
  report(
    requirement,
    right
      ? undefined
      : {
          message: values.length === 0 ? 'the content type is missing' : 'the content type is another one',
          expected,
          actual: values.join(' | ') || '(no such header)',
        },
  )
}

const TYPES = ['invalid_request_error', 'authentication_error', 'rate_limit_error', 'server_error']
const TYPE_OF_STATUS: Record<number, string> = {
  400: 'invalid_request_error',
  404: 'invalid_request_error',
  413: 'invalid_request_error',
  429: 'rate_limit_error',
  500: 'server_error',
  503: 'server_error',
}

function judgeError(exchange: Exchange, answer: Answer, report: Report): void {
  judgeMediaType(answer, 'error-media-type', 'application/json', errorOf(answer) !== undefined, report)
  const body = objectOf(answer, 'error-body', report)
  if (body === undefined) return
  judgeSchema('error', body, errorOf(answer) !== undefined, report)
  const error = errorOf(answer)
  if (!error) return
  const empty = (['message', 'code', 'param'] as const).filter((name) => error[name] === '')
  report(
    'error-texts-filled',
    empty.length > 0
      ? { message: `empty: ${empty.join(', ')}`, expected: 'a text', at: `/error/${empty[0]}`, actual: '""' }
      : undefined,
  )
  const type = JSON.stringify(error.type)
  // A type outside the enum is a breach of its own.
  if (!TYPES.includes(error.type as string)) return
  if (answer.status === 401) {
    report(
      'auth-error-type',
      error.type === 'authentication_error'
        ? undefined
        : {
            message: 'the type of a 401 is another one',
            expected: '"authentication_error"',
            actual: type,
            at: '/error/type',
          },
    )
  }
  const fitting = TYPE_OF_STATUS[answer.status]
  if (fitting && exchange.request.operation !== 'other') {
    report(
      'error-type-fits-status',
      error.type === fitting
        ? undefined
        : {
            message: `the type of a ${answer.status} is another one`,
            expected: `"${fitting}"`,
            actual: type,
            at: '/error/type',
          },
    )
  }
}

/** 7.4: whole seconds, at least 1, written as HTTP writes them. */
function judgeRetryAfter(answer: Answer, report: Report): void {
  if (answer.status !== 429) return
  const values = headerValues(answer, 'retry-after')
  const right = values.length === 0 || (values.length === 1 && /^0*[1-9]\d*$/.test(values[0]?.trim() ?? ''))
  report(
    'retry-after',
    right
      ? undefined
      : {
          message: 'Retry-After is not a whole number of seconds from 1 up',
          expected: 'an integer of at least 1',
          actual: values.join(' | '),
        },
  )
}

function judgeModels(exchange: Exchange, answer: Answer, report: Report): void {
  const meant = recognise(exchange) !== undefined
  judgeMediaType(answer, 'models-media-type', 'application/json', meant, report)
  const body = objectOf(answer, 'models-media-type', report)
  if (body !== undefined) judgeSchema('model-list', body, meant, report)
}

function judgeCompletion(exchange: Exchange, answer: Answer, report: Report): void {
  const meant = recognise(exchange) !== undefined
  judgeMediaType(answer, 'completion-media-type', 'application/json', meant, report)
  const body = objectOf(answer, 'completion-media-type', report)
  if (body === undefined) return
  judgeSchema('chat-completion', body, meant, report)
  if (!meant || !isObject(body)) return
  judgeNames(body, exchange, report)
  judgeSum(body.usage, report)
}

function judgeSuccess(exchange: Exchange, answer: Answer, report: Report): void {
  const { operation, stream } = exchange.request
  if (operation === 'models') {
    judgeModels(exchange, answer, report)
    const ids = listedIds(exchange)
    const twice = ids.find((id, index) => ids.indexOf(id) !== index)
    if (ids.length > 0)
      report('list-ids-unique', twice === undefined ? undefined : { message: `${twice} is listed twice`, at: '/data' })
    return
  }
  // An answer of the other kind is blamed on the check that asked for this one.
  if (isStream(answer)) {
    if (stream) {
      judgeMediaType(answer, 'stream-media-type', 'text/event-stream', true, report)
      judgeStream(exchange, answer, report)
    }
  } else if (!stream) judgeCompletion(exchange, answer, report)
}

/** The findings of the invariants on one exchange. */
export function judgeInvariants(exchange: Exchange): Finding[] {
  const { answer } = exchange
  if (!answer) return []
  const findings: Finding[] = []
  const what = `${exchange.request.method} ${exchange.request.path} (${exchange.id})`
  const report: Report = (requirement, breach) => {
    findings.push({
      requirement,
      outcome: breach ? 'fail' : 'pass',
      message: breach ? `${what}: ${breach.message}` : 'holds',
      exchanges: [exchange.id],
      ...(breach?.expected === undefined ? {} : { expected: breach.expected }),
      ...(breach?.actual === undefined ? {} : { actual: breach.actual }),
      ...(breach?.at === undefined ? {} : { at: breach.at }),
    })
  }
  const contractual = exchange.request.operation !== 'other'
  judgeStatus(exchange, answer, report)
  if (!contractual) return findings
  judgeRequestId(answer, report)
  judgeRetryAfter(answer, report)
  // What a lost connection cut off is no evidence about its form.
  if (answer.complete) {
    if (answer.status >= 400) judgeError(exchange, answer, report)
    else if (answer.status === 200) judgeSuccess(exchange, answer, report)
  }
  findings.push(...observeExchange(exchange, answer))
  return findings
}

/** 4: no two answers of the run share a request id. */
export function judgeUniqueness(exchanges: readonly Exchange[]): Finding[] {
  const first = new Map<string, string>()
  const findings: Finding[] = []
  for (const exchange of exchanges) {
    if (!exchange.answer || exchange.request.operation === 'other') continue
    for (const id of new Set(headerValues(exchange.answer, 'x-svc-request-id').map((value) => value.trim()))) {
      if (id === '') continue
      const earlier = first.get(id)
      if (earlier === undefined) first.set(id, exchange.id)
      else
        findings.push({
          requirement: 'request-id-unique',
          outcome: 'fail',
          message: 'two answers share a request id',
          expected: 'another id for each answer',
          actual: id,
          exchanges: [earlier, exchange.id],
        })
    }
  }
  if (findings.length === 0 && first.size > 1)
    findings.push({
      requirement: 'request-id-unique',
      outcome: 'pass',
      message: `${first.size} answers, as many ids`,
      exchanges: [],
    })
  return findings
}
