import { compareNumber, isLosslessNumber, type LosslessNumber } from 'lossless-json'
import type { Freedoms } from './freedoms/index.ts'
import { isInteger, type Read } from './json/json-reader.ts'
import { type FaultPath, Refusal } from './refusal.ts'

/** The content of a valid request body. */
export interface CompletionRequest {
  readonly model: string
  readonly lastContent: string
  readonly stream: boolean
  readonly wantsUsage: boolean
}

type Judge = (value: Read, path: FaultPath, freedoms: Freedoms) => Refusal[]

const largestInt64 = '9223372036854775807'
const outputCap = '131072'
const modelPattern = /^svc\/[a-z0-9-]+$/

const fault = (path: FaultPath, message: string): Refusal => new Refusal(400, message, { path })
const unless = (holds: boolean, path: FaultPath, message: string): Refusal[] => (holds ? [] : [fault(path, message)])
const isText = (value: Read): value is string => typeof value === 'string' && value !== ''

const expected = (message: string, holds: (value: Read, freedoms: Freedoms) => boolean): Judge => {
  return (value, path, freedoms) => unless(holds(value, freedoms), path, message)
}

const boolean = expected('Expected true or false.', (value) => typeof value === 'boolean')
const text = expected('Expected some text.', isText)

const model: Judge = (value, path, freedoms) => {
  if (typeof value !== 'string') return [fault(path, 'A model is named by a string.')]
  if (modelPattern.test(value)) return []
  const status = freedoms.modelPattern === '404' ? 404 : 400
  return [new Refusal(status, 'No model can have such a name.', { path })]
}

const isFrom = (least: string, value: Read, most: string): value is LosslessNumber =>
  isLosslessNumber(value) && compareNumber(value.value, least) >= 0 && compareNumber(value.value, most) <= 0

const temperature = expected('Expected a number from 0 to 2.', (value) => isFrom('0', value, '2'))

const topP = expected('Expected a number above 0 and no greater than 1.', (value) => {
  return isFrom('0', value, '1') && compareNumber(value.value, '0') > 0
})

const integer = (least: string, most: string): Judge =>
  expected(`Expected an integer from ${least} to ${most}.`, (value, { integerNotation }) => {
    return isFrom(least, value, most) && isInteger(value.value, integerNotation)
  })

const anyOutputTokens = integer('1', largestInt64)
const cappedOutputTokens = integer('1', outputCap)

const outputTokens: Judge = (value, path, freedoms) => {
  const faults = anyOutputTokens(value, path, freedoms)
  if (faults.length > 0 || freedoms.outputCap === 'none') return faults
  // A value that only a policy refuses is valid input, so the message must name the field.
  return cappedOutputTokens(value, path, freedoms).map(
    ({ message }) => new Refusal(400, message, { path, alwaysNamed: true }),
  )
}

const stop: Judge = (value, path, freedoms) => {
  if (!Array.isArray(value)) return text(value, path, freedoms)
  if (value.length < 1 || value.length > 4) return [fault(path, 'Expected one to four stop texts.')]
  return value.flatMap((item, index) => unless(isText(item), [...path, index], 'Expected some text to stop at.'))
}

const messages: Judge = (value, path, freedoms) => {
  if (!Array.isArray(value) || value.length === 0) return [fault(path, 'Expected at least one message.')]
  return value.flatMap((item, index) => message(item, [...path, index], freedoms))
}

const message: Judge = (value, path, freedoms) =>
  record(value, path, freedoms, { role, content: text }, ['role', 'content'])

const isRole = (value: Read): boolean => value === 'system' || value === 'user' || value === 'assistant'
const role = expected('This role is unknown.', isRole)

const streamOptions: Judge = (value, path, freedoms) =>
  record(value, path, freedoms, { include_usage: boolean }, ['include_usage'])

const fields: Record<string, Judge> = {
  model,
  messages,
  temperature,
  top_p: topP,
  max_tokens: outputTokens,
  max_completion_tokens: outputTokens,
  stream: boolean,
  stream_options: streamOptions,
  n: integer('1', '1'),
  stop,
}

/** Validates the members of an object in the body. */
function record(
  value: Read,
  path: FaultPath,
  freedoms: Freedoms,
  known: Record<string, Judge>,
  required: readonly string[],
): Refusal[] {
  if (!(value instanceof Map)) return [fault(path, 'Expected an object.')]
  const tolerant = path.length > 0 && freedoms.nestedStrangers === 'tolerate'
  const missing = required
    .filter((name) => !value.has(name))
    .map((name) => fault([...path, name], 'This member may not be left out.'))
  const present = [...value].flatMap(([name, content]) => {
    const at = [...path, name]
    const judge = Object.hasOwn(known, name) ? known[name] : undefined
    if (judge !== undefined) return judge(content, at, freedoms)
    return tolerant ? [] : [fault(at, 'There is no such member.')]
  })
  return [...missing, ...present]
}

/** Faults in the combination of two fields. */
function faultsBetween(body: Map<string, Read>): Refusal[] {
  const faults: Refusal[] = []
  if (body.has('max_tokens') && body.has('max_completion_tokens')) {
    faults.push(fault(['max_completion_tokens'], 'One name for the output limit is enough.'))
  }
  // A stream that is not a boolean is a separate fault, and blaming stream_options would mislead.
  const streams = body.get('stream') ?? false
  if (body.has('stream_options') && streams === false && body.get('stream') !== null) {
    faults.push(fault(['stream_options'], 'There is no stream that these options could be for.'))
  }
  return faults
}

/** Validates a parsed body against every rule. @throws one of the faults, if there are any */
export function demandValid(body: Read, freedoms: Freedoms): CompletionRequest {
  if (!(body instanceof Map)) throw fault([], 'The body has to be an object.')
  const faults = [...record(body, [], freedoms, fields, ['model', 'messages']), ...faultsBetween(body)]
  const reported = freedoms.faultChoice === 'last' ? faults.at(-1) : faults[0]
  if (reported !== undefined) throw reported

  const spoken = body.get('messages') as Map<string, Read>[]
  const options = body.get('stream_options') as Map<string, Read> | undefined
  return {
    model: body.get('model') as string,
    lastContent: spoken.at(-1)?.get('content') as string,
    stream: body.get('stream') === true,
    wantsUsage: options?.get('include_usage') === true,
  }
}
