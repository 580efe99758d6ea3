import { Literal } from '../../../core/request/exact-integers.ts'
import { breaking } from '../../deviation.ts'
import { asStatus, deliver, editResponse } from '../../edits/responses.ts'
import { both, onReason, type When } from '../../edits/when.ts'
import { REFUSALS } from '../breaks.ts'

/** Whether a body is nested more than `most` levels deep. Goes layer by layer, because recursion would overflow. */
function isDeep(body: unknown, most: number): boolean {
  let layer = [body]
  for (let level = 0; level <= most && layer.length > 0; level += 1)
    layer = layer.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  return layer.some((value) => typeof value === 'object' && value !== null)
}
const onNesting = (most: number): When => both(onReason('invalid'), (_, { body }) => isDeep(body, most))

/** Refusals of bodies nested deeper than many validators support, and deeper than what has crashed parsers. */
const onDeep = onNesting(100)
const onVeryDeep = onNesting(2500)
const onTwoProblems = both(onReason('invalid'), (_, call) => {
  const problems = call.body ? call.behaviour.problemsOf(call.body, call) : []
  return new Set(problems.map(({ param }) => param.split(/[.[]/)[0])).size > 1
})

const onHalfPair = both(onReason('invalid'), (_, { body }) => /\p{Cs}/u.test(Object.keys(body ?? {}).join()))
const onLongInteger = both(
  onReason('invalid'),
  (_, { body }) => body?.max_tokens instanceof Literal && body.max_tokens.source.length > 300,
)

const reset = deliver(onVeryDeep, { raw: [{ act: 'reset' }] })
/** Quotes, without escapes, a name that needs escapes in JSON. */
const withRawName = editResponse(onReason('invalid'), (response, call) => {
  const name = Object.keys(call.body ?? {}).find((name) => /["\\\u0000-\u001f]/.test(name))
  if (name === undefined || typeof response.body !== 'string') return false
  return { ...response, body: response.body.replace('"message":"', () => `"message":"The field ${name} `) }
})

/** Faults in refusals of requests that are hard to parse or to quote (4.2, 2.7). */
export const faults = () => [
  breaking([], {
    'deep-nesting-as-500: a value of two hundred levels gets 500': [asStatus(500, onDeep), ...REFUSALS],
    'very-deep-nesting-as-500: thousands of levels get 500': [asStatus(500, onVeryDeep), 'request-depth'],
    'very-deep-nesting-ends-the-connection: thousands of levels end the connection': [reset, 'request-depth'],
  }),
  breaking(['request-depth-status'], (when: When) => editResponse(when, { status: 413 }), {
    'deep-nesting-as-413: a value of a hundred levels gets 413': onDeep,
    'very-deep-nesting-as-413: a value of thousands of levels gets 413': onVeryDeep,
  }),
  breaking(['error-body', 'error-media-type'], {
    'repeats-names-as-they-stand: an error repeats the name of an unknown field without escapes': withRawName,
  }),
  breaking(['status-order', 'request-no-null'], {
    'two-problems-as-500: a request with faults in two fields gets 500': asStatus(500, onTwoProblems),
  }),
  breaking(['request-max-tokens'], {
    'long-integer-as-500: a limit of more than 300 digits gets 500, as in Python': asStatus(500, onLongInteger),
  }),
  breaking(['request-closed'], {
    'half-pair-as-500: an unknown name with half of a surrogate pair gets 500': asStatus(500, onHalfPair),
  }),
]
