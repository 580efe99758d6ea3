import { isObject } from '../core/request/body.ts'
import { lastUserText } from '../core/responses/compose.ts'
import type { Operation } from '../core/routes.ts'
import type { Call, Mismatch } from '../core/types.ts'
import type { WrittenMatcher, WrittenPattern } from '../core/written.ts'
import { filled, members, oneOf } from './checks.ts'
import { searchFor } from './pattern.ts'

/** The request that a matcher gets: it is valid, and may call its model. */
export interface ScriptedRequest {
  readonly operation: Operation
  /** The parsed body; undefined for the model list. */
  readonly body: Readonly<Record<string, unknown>> | undefined
  /** The last user message; empty if there is none. */
  readonly text: string
  header(name: string): string | undefined
}

/** Selects the requests that a step serves: those that match every member. */
export interface Matcher extends Omit<WrittenMatcher, 'text'> {
  /** A substring of the last user message, or a pattern that matches in it. */
  readonly text?: string | RegExp | WrittenPattern
  readonly where?: (request: ScriptedRequest) => boolean
}

/** A matcher whose text or pattern is compiled. */
interface Ready extends Omit<Matcher, 'text'> {
  readonly text?: ((said: string) => boolean) | undefined
}

type Reason = (matcher: Ready, request: ScriptedRequest) => string | undefined

/** Checks that each return why a member does not match a request. They never quote the request. */
const REASONS: readonly Reason[] = [
  ({ operation = 'completion' }, request) => (request.operation === operation ? undefined : `it is for ${operation}`),
  ({ model }, { body }) => (model === undefined || body?.model === model ? undefined : `it is for the model ${model}`),
  ({ stream }, { body }) => {
    if (stream === undefined || (body?.stream === true) === stream) return undefined
    return stream ? 'it is for streams' : 'it is for JSON responses'
  },
  ({ text }, request) => (!text || text(request.text) ? undefined : 'it is for another text'),
  ({ where }, request) => (!where || where(request) ? undefined : 'its where says no'),
]

/** Turns a matcher into the test of a step. @throws RangeError when it cannot match any request */
export function mismatchOf(matcher: Matcher): Mismatch {
  members(matcher, 'when()', ['model', 'stream', 'text', 'operation', 'where'])
  const { operation = 'completion', model, stream, text } = matcher
  oneOf(operation, 'operation', ['completion', 'models'])
  if (operation === 'models' && [model, stream, text].some((member) => member !== undefined))
    throw new RangeError('A request for the model list has no body; leave out model, stream and text.')
  const ready: Ready = { ...matcher, text: text === undefined ? undefined : finding(text) }
  return (call) => {
    const request = requestOf(call)
    for (const reason of REASONS) {
      const why = reason(ready, request)
      if (why !== undefined) return why
    }
    return undefined
  }
}

/** The test for steps without `when`: matches every completion. */
export const anyCompletion: Mismatch = ({ operation }) =>
  operation === 'completion' ? undefined : 'it is for completion'

function requestOf({ operation, body, head }: Call): ScriptedRequest {
  return {
    operation: operation ?? 'completion',
    body,
    text: lastUserText(body?.messages),
    header: (name) => head.header(name.toLowerCase()),
  }
}

function finding(text: NonNullable<Matcher['text']>): (said: string) => boolean {
  if (typeof text === 'string') return (said) => said.includes(text)
  // Unlike `test`, `search` always starts at the beginning, whatever the flags.
  if (text instanceof RegExp) return (said) => said.search(text) >= 0
  if (typeof text !== 'object' || text === null)
    throw new RangeError('text is neither a text nor { pattern: ... }; write one of them.')
  members(text, 'text', ['pattern', 'ignore_case'])
  filled(text.pattern, 'pattern')
  oneOf(text.ignore_case ?? false, 'ignore_case', [true, false])
  return searchFor(text.pattern, text.ignore_case)
}

/** The members of a matcher as data, with their types. It has no `where`, because a function cannot be data. */
const WRITTEN: Readonly<Record<keyof WrittenMatcher, 'string' | 'boolean' | undefined>> = {
  model: 'string',
  stream: 'boolean',
  text: undefined,
  operation: 'string',
}

/** Validates the form of a matcher; `mismatchOf` validates its values. @throws RangeError */
export function matcherOf(when: unknown, alsoTaken: readonly string[] = []): WrittenMatcher {
  if (!isObject(when)) throw new RangeError('when must be an object in braces.')
  members(when, 'when', [...Object.keys(WRITTEN), ...alsoTaken])
  for (const [name, type] of Object.entries(WRITTEN))
    if (type !== undefined && when[name] !== undefined && typeof when[name] !== type)
      throw new RangeError(`when.${name} must be a ${type}.`)
  return when as WrittenMatcher
}
