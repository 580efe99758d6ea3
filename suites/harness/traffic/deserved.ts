/** Derives the response that a recorded request should get, and judges the recorded one with the judge of a run. */
import { type RequirementId, requirement } from '../catalogue/requirements.ts'
import { decode, isObject, type Json, stepsOf, valueAt } from '../http/exact-json.ts'
import type { Exchange } from '../http/exchange.ts'
import { errorOf, recognise } from '../http/response.ts'
import { SINGLE } from '../judge/attempts.ts'
import type { Expectation, Finding } from '../judge/evidence.ts'
import { judgeEvidence } from '../judge/expectations.ts'
import { schemaBreaches } from '../judge/schema.ts'
import { repeatedMember } from '../text/repeated-member.ts'
import type { Readable } from './readable.ts'

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

export interface Fault {
  readonly requirement: RequirementId
  /** The fields of the request that contain it; none for the whole body. */
  readonly fields: readonly string[]
}

/** What a request should get; undefined if the contract leaves it open, or the record lacks a part of the request. */
export interface Deserved {
  readonly faults: readonly Fault[]
  /** Statuses that the faults allow; empty without a fault, when 200 is expected. */
  readonly statuses: readonly number[]
}

export const MAX_BODY_BYTES = 1024 * 1024

export function deserved({ asked }: Pick<Readable, 'asked'>): Deserved | undefined {
  if (!asked) return undefined
  const { bytes, value } = asked
  const size: readonly Fault[] =
    bytes.length > MAX_BODY_BYTES ? [{ requirement: 'request-size-refused', fields: [] }] : []
  const form = isObject(value) ? fieldFaults(value, bytes) : [{ requirement: 'request-body-json' as const, fields: [] }]
  const faults = form && [...size, ...form]
  if (!faults || (faults.length > 0 && faults.every(({ requirement: id }) => requirement(id).level !== 'must')))
    return undefined
  const statuses = new Set<number>(faults.map(({ requirement: id }) => (id === 'request-size-refused' ? 413 : 400)))
  // A model outside the pattern is unknown as well, and other faults do not change that.
  if (form && form.length > 0) statuses.add(404)
  return { faults, statuses: [...statuses] }
}

const LIMITS: readonly string[] = ['max_tokens', 'max_completion_tokens']

/** Rules on two fields: an error may name either. */
const TOGETHER: Partial<Record<RequirementId, readonly string[]>> = {
  'request-max-exclusive': LIMITS,
  'request-stream-options-need-stream': ['stream', 'stream_options'],
}

/** Undefined for repeated members, and for integers such as 2.0 or 1e1, which a gateway may accept or refuse. */
function fieldFaults(value: { [name: string]: Json }, bytes: Uint8Array): readonly Fault[] | undefined {
  const { text } = decode(bytes)
  if (repeatedMember(text)) return undefined
  // If one of both limits is null, a gateway may name either.
  const hasBoth = LIMITS.every((name) => name in value)
  const faults = schemaBreaches('chat-completion-request', value).flatMap(({ requirement: id, place, keyword }) => {
    // A null may count as absent, and then breaks only the rule about null.
    if (id === 'request-max-exclusive' && LIMITS.some((name) => value[name] === null)) return []
    const [field = ''] = stepsOf(place)
    const isNull = keyword !== 'additionalProperties' && keyword !== 'required' && valueAt(value, place) === null
    const requirement: RequirementId = isNull ? 'request-no-null' : id
    const either = hasBoth && LIMITS.includes(field) ? LIMITS : TOGETHER[id]
    return [{ requirement, fields: either ?? (field ? [field] : []) }]
  })
  const isBroken = (name: string): boolean => faults.some(({ fields }) => fields.includes(name))
  return FRACTION_FORMS.some(([name, form]) => form.test(text) && !isBroken(name)) ? undefined : faults
}

const FRACTION_FORMS = ['n', ...LIMITS].map((name) => [name, new RegExp(`"${name}"\\s*:\\s*-?\\d+[.eE]`)] as const)
