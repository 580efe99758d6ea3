import { breaking } from '../../deviation.ts'
import { asStatus, deliver, editAnswer } from '../../edits/json.ts'
import { both, onReason, type When } from '../../edits/when.ts'
import { REFUSALS } from '../breaks.ts'

/** Levels that many validators manage, and those that have crashed parsers. */
const MAX_LEVELS = 100
const STACK = 2500

/** Whether arrays and objects are nested deeper than a recursive reader may go. Layer by layer: recursion would overflow. */
function isDeep(body: unknown, most: number): boolean {
  let layer = [body]
  for (let level = 0; level <= most && layer.length > 0; level += 1)
    layer = layer.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  return layer.some((value) => typeof value === 'object' && value !== null)
}

const onNesting =
  (most: number): When =>
  (answer, call) =>
    onReason('invalid')(answer, call) && isDeep(call.body, most)

/** A name that JSON cannot hold without escapes. */
const hardName = (body: object): string | undefined => Object.keys(body).find((name) => /["\\\u0000-\u001f]/.test(name))

/** Faults in refusals of requests that are hard to read or to repeat (4.2, 2.7). */
export const faults = () => [
  breaking(REFUSALS, {
    'deep-nesting-as-500: a value of two hundred levels is answered with 500 rather than 400': asStatus(
      500,
      onNesting(MAX_LEVELS),
    ),
  }),
  breaking([], {
    'very-deep-nesting-as-500: a value of thousands of levels is answered with 500': [
      asStatus(500, onNesting(STACK)),
      'request-depth',
    ],
    'very-deep-nesting-ends-the-connection: a value of thousands of levels ends the connection without any answer': [
      deliver(onNesting(STACK), { raw: [{ act: 'reset' }] }),
      'request-depth',
    ],
    'deep-nesting-as-413: a value of a hundred levels is answered with 413': [
      editAnswer(onNesting(100), { status: 413 }),
      'request-depth-status',
    ],
    'very-deep-nesting-as-413: a value of thousands of levels is answered with 413': [
      editAnswer(onNesting(STACK), { status: 413 }),
      'request-depth-status',
    ],
  }),
  breaking(['error-body', 'error-media-type'], {
    'repeats-names-as-they-stand: the name of an unknown field is repeated without escapes, so that the error is not JSON':
      editAnswer(onReason('invalid'), (answer, call) => {
        const name = hardName(call.body ?? {})
        if (name === undefined || typeof answer.body !== 'string') return false
        return { ...answer, body: answer.body.replace('"message":"', () => `"message":"The field ${name} `) }
      }),
  }),
  breaking(['status-order', 'request-no-null'], {
    'two-problems-as-500: a request with faults in two fields is answered with 500 rather than 400': asStatus(
      500,
      both(onReason('invalid'), (_, call) => {
        const problems = call.body ? call.behaviour.problemsOf(call.body, call) : []
        return new Set(problems.map(({ param }) => param.split(/[.[]/)[0])).size > 1
      }),
    ),
  }),
]
