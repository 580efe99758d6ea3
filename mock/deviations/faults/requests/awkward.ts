import { type Fault, fault } from '../../deviation.ts'
import { editAnswer } from '../../edits/json.ts'
import { onReason, type When } from '../../edits/when.ts'
import { REFUSALS } from '../breaks.ts'

const MOST_LEVELS = 100

/** Whether arrays and objects are nested deeper than a recursive reader may go. */
function isDeep(value: unknown, level = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return level > MOST_LEVELS || Object.values(value).some((inner) => isDeep(inner, level + 1))
}

const onDeepNesting: When = (answer, call) => onReason('invalid')(answer, call) && isDeep(call.body)

/** A name that JSON cannot hold as it stands. */
const hardName = (body: object): string | undefined => Object.keys(body).find((name) => /["\\\u0000-\u001f]/.test(name))

const asServerError = (body: string): string => {
  const document = JSON.parse(body)
  document.error.type = 'server_error'
  return JSON.stringify(document)
}

/** Refusals of what is hard to read or to repeat (4.2, 2.7). */
export const awkwardFaults = (): readonly Fault[] => [
  fault(
    'deep-nesting-as-500',
    REFUSALS,
    'a value of two hundred levels is answered with 500 rather than 400',
    editAnswer(onDeepNesting, (answer) => ({ ...answer, status: 500, body: asServerError(answer.body as string) })),
  ),
  fault(
    'repeats-names-as-they-stand',
    ['error-body', 'error-media-type'],
    'the name of an unknown field is repeated without escapes, so that the error is no JSON',
    (behaviour, emit) => ({
      ...behaviour,
      answers: [
        ...behaviour.answers,
        (answer, call) => {
          const name = answer.error === 'invalid' ? hardName(call.body ?? {}) : undefined
          if (name === undefined || typeof answer.body !== 'string') return answer
          emit()
          return { ...answer, body: answer.body.replace('"message":"', () => `"message":"The field ${name} `) }
        },
      ],
    }),
  ),
  fault(
    'two-problems-as-500',
    ['status-order', 'request-no-null'],
    'a request with faults in two fields is answered with 500 rather than 400',
    (behaviour, emit) => ({
      ...behaviour,
      answers: [
        ...behaviour.answers,
        (answer, call) => {
          if (answer.error !== 'invalid' || call.body === undefined) return answer
          const fields = behaviour.problemsOf(call.body, call).map(({ param }) => param.split(/[.[]/)[0])
          if (new Set(fields).size < 2) return answer
          emit()
          return { ...answer, status: 500, body: asServerError(answer.body as string) }
        },
      ],
    }),
  ),
]
