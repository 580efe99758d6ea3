/**
 * The statuses that a request allows, by the published request schema: one for each fault, and 200 if it has no fault.
 */
import { demo, demoConfig } from '../../../mock/index.ts'
import { isObject, type Json, parseJson } from '../../../suites/harness/http/exact-json.ts'
import { conforms } from '../../../suites/harness/judge/schema.ts'
import type { CoreRequest } from '../requests/core-requests.ts'

const LIMIT = 1_048_576

/** The allowed statuses of one request; `form` is the expected kind of a 200 response. */
export function expectedOf(request: CoreRequest) {
  const { method, target, standing, headers } = request
  const place = `${method} ${target.replace(/^\w+:\/\/[^/]*/, '').replace(/\?.*$/s, '')}`
  const statuses = new Set<number>()
  if (standing === 'unauthorized') statuses.add(401)
  if (standing === 'disabled') statuses.add(403)
  // The mock refuses invalid fault headers with 400, which is not a rule of the contract.
  if (headers.has('x-test-fault')) statuses.add(400)
  if (place === 'GET /v1/models') return { statuses: settled(statuses), form: 'list' }
  if (place !== 'POST /v1/chat/completions') return { statuses: statuses.add(404), form: 'list' }
  if (Number(headers.get('content-length')) > LIMIT) statuses.add(413)
  const read = request.text === undefined ? undefined : parseJson(request.text)
  const value = read?.ok ? read.value : undefined
  const soft = value === undefined ? statuses.add(400) && [] : judgeBody(value, request, statuses)
  if (standing === 'limited') soft.push(429)
  const form = isObject(value) && value.stream === true ? 'stream' : 'completion'
  return { statuses: new Set([...settled(statuses), ...soft]), form }
}

/** Adds the certain faults of the body, and returns the possible ones. */
function judgeBody(value: Json, { standing, text = '' }: CoreRequest, statuses: Set<number>): number[] {
  if (!isObject(value)) {
    statuses.add(400)
    return []
  }
  const fits = conforms('chat-completion-request', value)
  const rounded = conforms('chat-completion-request', { ...value, ...asDoubles(value, text) })
  if (!fits && !rounded) statuses.add(400)
  const { model } = value
  const name = standing === 'unauthorized' || standing === 'disabled' ? 'main' : standing
  if (typeof model === 'string' && !demoConfig.projects[name]?.models.includes(model)) statuses.add(404)
  if (model === demo.unavailable) statuses.add(503)
  // A cap is a policy: the contract lets a gateway either reject or lower a larger value.
  const cap = (typeof model === 'string' && demoConfig.models[model]?.max_tokens) || (demoConfig.max_tokens as number)
  const asked = Math.max(
    ...[value.max_tokens, value.max_completion_tokens].map((most) => (typeof most === 'number' ? most : 0)),
  )
  return asked > cap || fits !== rounded ? [400] : []
}

/** RFC 8259 lets parsers round: 2.0000000000000001 may be 2, and 1e-400 zero. For integers, the contract has bounds. */
function asDoubles(value: { [name: string]: Json }, text: string): { [name: string]: Json } {
  const rounded = ['temperature', 'top_p'].filter((name) => typeof value[name] === 'number')
  if (rounded.length === 0) return {}
  const read = JSON.parse(text) as { [name: string]: Json }
  return Object.fromEntries(rounded.map((name) => [name, read[name] as Json]))
}

const settled = (statuses: Set<number>): Set<number> => (statuses.size === 0 ? new Set([200]) : statuses)
