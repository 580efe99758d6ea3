/**
 * The requests of each check in a run against the mock, as text: titles, expectations and retry policies, without drawn
 * values. A digest of the requests follows, which changes only with the requests of the check under one seed.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { startMock } from '../../../mock/index.ts'
import { listModels, type Plan } from '../../../suites/harness/http/request.ts'
import type { Evidence, Expectation } from '../../../suites/harness/judge/evidence.ts'
import { wireSchema } from '../../../suites/harness/judge/schema.ts'
import { certify, type Result } from '../../../suites/harness/run/certify.ts'
import { Session } from '../../../suites/harness/run/session/session.ts'
import {
  brief,
  forInvalid,
  forProvoked,
  forValid,
  once,
  type RetryPolicy,
  single,
} from '../../../suites/harness/run/trial.ts'
import { plainIn } from '../../../suites/harness/variation/apply.ts'
import { dimensionNames } from '../../../suites/harness/variation/dimensions.ts'
import { allChecks } from '../../../suites/index.ts'
import { gatewayTarget } from '../../prove/gateway-target.ts'

const SEED = 1
export const path = new URL('requests.yaml', import.meta.url)
export const recorded = (): string => readFileSync(path, 'utf8')

const listed = new Set(Object.keys(wireSchema('chat-completion-request').properties ?? {}))

interface Asked {
  readonly plan: Plan
  readonly retry: RetryPolicy
}

interface Watched {
  readonly result: Result
  readonly asked: ReadonlyMap<string, Asked>
}

/** A run, with the plan and retry policy of each request by its name. */
export async function watchedRun(): Promise<Watched> {
  await using mock = await startMock()
  const target = gatewayTarget(mock)
  const asked = new Map<string, Asked>()
  const { ask } = Session.prototype
  Session.prototype.ask = function (named, plan, retry, options) {
    if (this.target === target) asked.set(named.name, { plan, retry })
    return ask.call(this, named, plan, retry, options)
  }
  try {
    return { result: await certify({ target, checks: allChecks, profile: 'full', seed: SEED }), asked }
  } finally {
    Session.prototype.ask = ask
  }
}

/** A digest of the requests of a check before variation, without request ids, which differ in each run. */
function digestOf(asked: readonly Asked[]): string {
  const texts = asked.map(({ plan }) => {
    const { body, headers, ...rest } = plainIn(plan, dimensionNames) ?? plan
    const steady = headers.map(([name, value]) => [name, name === 'x-svc-request-id' ? '' : value])
    return JSON.stringify([rest, steady, body && Buffer.from(body).toString('latin1')])
  })
  return createHash('sha256').update(texts.toSorted().join('\n')).digest('hex').slice(0, 12)
}

/** The field, unless the contract does not list it: then it is drawn, or the title names it. */
const named = (field: string): string => (listed.has(field) ? field : 'unlisted')

function expected({ kind, ...rest }: Expectation): string {
  const details = Object.entries(rest).map(([name, value]) => {
    if (name === 'statuses') return (value as number[]).join('/')
    if (name === 'fields') return `in ${(value as string[]).map(named).join(', ')}`
    return value === true ? name : name === 'as' ? String(value) : `${name}=${[value].flat().join(',')}`
  })
  return [kind, ...details].join(' ')
}

/** Policies by their names in the file, which begins with their descriptions. */
const between = listModels()
const policies = {
  valid: forValid,
  invalid: forInvalid(between),
  provoked: forProvoked([], between),
  brief,
  once,
  single,
}

/** A policy in words, without the request between attempts. */
function retried({ retryOn, attempts, between, ...rest }: RetryPolicy): string {
  const ways = Object.entries(rest).map(([name, value]) => (value === true ? name : value ? `${name}=${value}` : ''))
  const statuses = retryOn.length > 0 ? ` on ${retryOn.join('/')}` : ''
  return [`${attempts} attempts${statuses}`, ...ways, between ? 'a request between' : ''].filter(Boolean).join(', ')
}

const names = new Map(Object.entries(policies).map(([name, policy]) => [retried(policy), `retry ${name}`]))

/** The name of a policy; one for a state retries on all statuses except those of the state. */
function policyOf(retry: RetryPolicy, expectation: Expectation): string {
  const text = retried(retry)
  if (expectation.kind === 'state' && text === retried(forProvoked(expectation.statuses, between)))
    return 'retry provoked'
  return names.get(text) ?? text
}

function sent({ operation, method, stream, credential, hangUp, slow }: Plan): string {
  const kind = operation === 'other' ? method : operation === 'models' ? 'list' : stream ? 'stream' : 'completion'
  const { role } = credential ?? { role: 'no' }
  const key = role === 'valid' ? '' : `${role} key`
  return [kind, key, hangUp, slow && 'slow'].filter(Boolean).join(', ')
}

/** A title without drawn parts (the number of a request, values, fields around a fault) and measured times. */
const withoutDraws = (title: string): string =>
  title
    .replace(/the wait of \d+ s/, 'the wait')
    .replace(/generated \d+(, from the end)?: /, 'generated: ')
    .replace(/(generated: [^:]*):.*/, '$1')
    .replace(/(, (not )?streamed)?(, beside [a-z_]+)*(, in (one message|a conversation))?(, on svc\/\S+)?$/, '')

function rowOf({ title, exchange, expectation, control, requirement, check }: Evidence, asked: Asked | undefined) {
  const other = check.startsWith(requirement) ? '' : ` (${requirement})`
  const shared = exchange.startsWith('control/') ? 'a shared ' : ''
  const about = asked ? `${shared}${sent(asked.plan)}; ${policyOf(asked.retry, expectation)}` : 'not sent'
  return { ask: `${expected(expectation)}${other}; ${about}${control ? '; control' : ''}`, title: withoutDraws(title) }
}

/** The distinct titles, with the number of each. */
function counted(titles: readonly string[]): string {
  const groups = Object.groupBy(titles, (title) => title)
  return Object.entries(groups)
    .map(([title, same]) => (same?.length === 1 ? title : `${title} (${same?.length})`))
    .toSorted()
    .join(' | ')
}

/** One entry for each check: its expectations and retry policies, with the titles of the requests. */
export function requestsOfChecks({ result, asked }: Watched): string {
  const requestsOf = (first: string): string | number => {
    const own = [...asked].flatMap(([name, one]) => (name.startsWith(`${first}/`) ? [one] : []))
    return own.length === 0 ? 0 : `${own.length}, digest ${digestOf(own)}`
  }
  const byCheck = Object.groupBy(result.transcript.evidence, ({ check }) => check)
  const entries = allChecks.map(({ id, last }) => {
    // These requests depend on the order in which others end.
    if (last) return [id, { requests: 'what other checks left open' }] as const
    const rows = (byCheck[id] ?? []).map((one) => rowOf(one, asked.get(one.exchange.split('/').slice(0, 2).join('/'))))
    const byAsk = Object.entries(Object.groupBy(rows, ({ ask }) => ask))
    const asks = byAsk.map(([ask, same = []]) => [ask, counted(same.map(({ title }) => title))] as const)
    return [id, { requests: requestsOf(id), ...Object.fromEntries(asks.toSorted()) }] as const
  })
  const legend = Object.entries(policies).map(([name, policy]) => [`retry ${name}`, retried(policy)] as const)
  return stringify(Object.fromEntries([...legend, ['controls', requestsOf('control')], ...entries]), { lineWidth: 150 })
}
