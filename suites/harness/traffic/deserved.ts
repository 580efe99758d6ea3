/** Judges a recorded response by the response that its request should get, with the same judge as a run. */
import { type RequirementId, requirement } from '../catalogue/requirements.ts'
import { isObject } from '../http/exact-json.ts'
import type { Exchange } from '../http/exchange.ts'
import { errorOf, recognise } from '../http/response.ts'
import { SINGLE } from '../judge/attempts.ts'
import type { Expectation, Finding } from '../judge/evidence.ts'
import { judgeEvidence } from '../judge/expectations.ts'
import type { Readable } from './readable.ts'
import { type Deserved, MAX_BODY_BYTES } from './request-rules.ts'

/** Names that do not look like a path: `top_p[]` is an unknown field, but looks like a path to a known one. */
const PLAIN = /^[A-Za-z]\w*$/

/** Fields whose values no policy of a project limits. */
const UNCAPPED: Readonly<Record<string, RequirementId>> = {
  temperature: 'request-temperature',
  top_p: 'request-top-p',
  n: 'request-n',
  stop: 'request-stop',
  stream: 'request-stream',
  stream_options: 'request-stream-options',
}

/**
 * @param deserves undefined if it is not known, as for lists
 * @param control an accepted valid request, if one was seen
 */
export function judgeDeserved(
  { exchange, has, asked }: Readable,
  deserves: Deserved | undefined,
  control: Exchange | undefined,
): readonly Finding[] {
  const { status } = exchange.response
  const isServed = status === 200 && has.has('body')
  const judge = (id: RequirementId, expectation: Expectation): Finding[] =>
    judgeEvidence(
      { check: '', requirement: id, title: 'request', exchange: exchange.id, expectation },
      exchange,
      control,
      SINGLE,
    )
  if (exchange.request.operation === 'models')
    return isServed ? judge('models-list', { kind: 'accepted', as: 'list' }) : []
  if (!deserves) return []
  const { faults, statuses } = deserves
  if (faults.length > 0) {
    const ids = [...new Set(faults.map(({ requirement: id }) => id))]
    const required = ids.filter((id) => requirement(id).level === 'must')
    const isRefused = statuses.includes(status)
    // A server that refused it with another status may not have reached these rules: for a missing key, for example.
    if (status !== 200 && !isRefused) return []
    const all = faults.flatMap(({ fields }) => fields)
    const isNamed = all.every((field) => PLAIN.test(field)) && faults.every(({ fields: own }) => own.length > 0)
    // The record does not show whether the project has the model: it may be a second fault.
    const fields = isNamed ? { fields: [...all, 'model'] } : {}
    const findings = required.flatMap((id) => judge(id, { kind: 'rejected', statuses, ...fields }))
    // One status cannot show which of several faults the server noticed, and 404 is about the model.
    return ids.length === 1 && status !== 404
      ? findings
      : findings.filter(({ outcome, requirement: id }) => outcome === 'fail' || !ids.includes(id))
  }
  const form = exchange.request.stream ? 'stream' : 'completion'
  if (isServed) return judge(form === 'stream' ? 'stream-started' : 'completion-json', { kind: 'accepted', as: form })
  if (status === 413 && asked && asked.bytes.length <= MAX_BODY_BYTES)
    return judge('request-size-accepted', { kind: 'accepted' })
  const param = status === 400 && has.has('body') ? errorOf(exchange.response)?.param : undefined
  const id = typeof param === 'string' && isObject(asked?.value) && param in asked.value ? UNCAPPED[param] : undefined
  return id ? judge(id, { kind: 'accepted' }) : []
}

/** Whether an exchange may be the control of others. */
export const isControl = ({ exchange, has }: Readable, deserves: Deserved | undefined): boolean =>
  deserves?.faults.length === 0 && has.has('body') && recognise(exchange) !== undefined
