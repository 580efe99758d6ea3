/**
 * What `error.param` may say (2.7), by one rule for every request with a fault. It may be the field at fault, any path
 * that leads to it, or the last part of that path alone. Any syntax and any prefix are allowed.
 */

import { objectSent, stepsOf } from '../../http/exact-json.ts'
import type { Exchange, SentRequest } from '../../http/exchange.ts'
import { errorOf } from '../../http/response.ts'
import { type Judgement, judgement } from '../evidence.ts'
import { propertiesOf, resolve, type Schema, schemaBreaches, wireSchema } from '../schema.ts'

/** The location of a fault in a request: names of members, and the numbers of array items. */
export type FaultPath = readonly string[]

/** What a param names: the fault, another field of 4.2 or 2.3, or no field at all. */
export type Named = 'fault' | 'other field' | 'no field'

/** Maps all spellings to one name: server generators write `maxTokens` and `MaxTokens` for `max_tokens`. */
const spelledAlike = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')

/** The contract's fields at and below a schema, each with the fields below it. */
function fieldsBelow(holder: Schema): ReadonlyMap<string, readonly string[]> {
  const schema = resolve(holder)
  const fields = new Map<string, readonly string[]>()
  for (const [name, member] of Object.entries(propertiesOf(schema))) {
    const inner = fieldsBelow(member)
    fields.set(name, [...inner.keys()])
    for (const [below, held] of inner) fields.set(below, held)
  }
  return schema.items ? new Map([...fields, ...fieldsBelow(schema.items as Schema)]) : fields
}

const FIELDS = fieldsBelow(wireSchema('chat-completion-request'))
const LISTED: ReadonlySet<string> = new Set([...FIELDS.keys()].map(spelledAlike))

/** Names on the path to a fault or below it: a fault in `messages` may be reported on a `role`. */
function leadingTo(path: FaultPath): readonly string[] {
  const field = path.findLast((step) => !isNumber(step)) ?? ''
  return [...path, ...(FIELDS.get(field) ?? [])]
}

const isNumber = (step: string): boolean => /^\d+$/.test(step)

const WORDS = /[\p{L}\p{N}_-]+/gu

/** @param paths to the faults of the request: `param` may name any of them */
export function whatParamNames(param: string, paths: readonly FaultPath[]): Named {
  // The name of an unknown field may hold any character.
  if (paths.some((path) => path.includes(param))) return 'fault'
  const onPath = new Set(paths.flatMap(leadingTo).map(spelledAlike))
  // The last field decides: the words before it are a prefix, such as `ChatCompletionRequest` or `body`.
  const last = (param.match(WORDS) ?? [])
    .map(spelledAlike)
    .findLast((word) => word !== '' && !isNumber(word) && (onPath.has(word) || LISTED.has(word)))
  if (last === undefined) return 'no field'
  return onPath.has(last) ? 'fault' : 'other field'
}

/** Whether a param is a single name without a path. */
export const isBareName = (param: string): boolean => /^[\p{L}\p{N}_-]+$/u.test(param)

/**
 * The locations of the faults that lie in these top-level fields of a request, as precisely as its schema says.
 * Faults that no schema shows, such as an unknown model, are located by their field.
 */
export function faultPaths(request: Pick<SentRequest, 'body'>, fields: readonly string[]): readonly FaultPath[] {
  const sent = objectSent(request)
  const breaches = sent ? schemaBreaches('chat-completion-request', sent) : []
  const located = breaches.map(({ place }) => stepsOf(place)).filter(([field = '']) => fields.includes(field))
  return [...located, ...fields.filter((name) => !located.some(([field]) => field === name)).map((name) => [name])]
}

const written = (path: FaultPath): string => `'${path.join('.')}'`

/** 2.7: a string in `param` names a fault of the request; null is also allowed. */
export function judgeParam(fields: readonly string[] | undefined, { request, response }: Exchange): Judgement[] {
  const param = response && errorOf(response)?.param
  if (!fields || param === undefined || (typeof param !== 'string' && param !== null)) return []
  const requirement = 'error-param-names-field'
  const recognizable = 'error-param-path'
  const holds = (id: typeof requirement | typeof recognizable): Judgement =>
    judgement('pass', 'param is null or names the field', { requirement: id })
  // The field itself is on the path to each of its faults, so no search for them is needed.
  if (param === null || param === '' || fields.includes(param)) return [holds(requirement), holds(recognizable)]
  const paths = faultPaths(request, fields)
  const named = whatParamNames(param, paths)
  if (named === 'fault') return [holds(requirement), holds(recognizable)]
  const received = {
    expected: `null, or ${paths.map(written).join(' or ')} in any syntax, or the last part of it`,
    actual: JSON.stringify(param),
    at: '/error/param',
  }
  if (named === 'no field')
    return [
      holds(requirement),
      judgement('fail', 'param names no field of the request', { requirement: recognizable, ...received }),
    ]
  return [judgement('fail', 'param names a field other than the faulty one', { requirement, ...received })]
}
