/** The statuses that a recorded request should get: 200, or those that its faults allow. */
import { type RequirementId, requirement } from '../catalogue/requirements.ts'
import { decode, isObject, type Json, stepsOf, valueAt } from '../http/exact-json.ts'
import { schemaBreaches } from '../judge/schema.ts'
import { repeatedMember } from '../text/repeated-member.ts'
import type { Readable } from './readable.ts'

export interface Fault {
  readonly requirement: RequirementId
  /** The fields of the request that contain it; none for the whole body. */
  readonly fields: readonly string[]
}

/** Undefined if the contract leaves the response open, or if the record does not have the whole request. */
export interface Deserved {
  readonly faults: readonly Fault[]
  /** Statuses that the faults allow; empty without a fault. */
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

/** Rules on two fields: either may be named. */
const TOGETHER: Partial<Record<RequirementId, readonly string[]>> = {
  'request-max-exclusive': LIMITS,
  'request-stream-options-need-stream': ['stream', 'stream_options'],
}

/** Undefined for repeated members, and for integers such as 2.0 or 1e1, which may be refused or not. */
function fieldFaults(value: { [name: string]: Json }, bytes: Uint8Array): readonly Fault[] | undefined {
  const { text } = decode(bytes)
  if (repeatedMember(text)) return undefined
  // If one of both limits is null, a gateway may name either.
  const hasBoth = LIMITS.every((name) => name in value)
  const faults = schemaBreaches('chat-completion-request', value).flatMap(({ requirement: id, place, keyword }) => {
    // A null may count as absent: that breaks the rule about null alone.
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
