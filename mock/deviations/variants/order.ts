import { ERRORS, type ErrorKind, Refusal } from '../../core/errors.ts'
import { BODY_LIMIT, tooLarge } from '../../core/request/body.ts'
import { invalid } from '../../core/request/problems.ts'
import { type Apply, allowed, type Change } from '../deviation.ts'
import { bodyFirst, judged } from '../edits/body-first.ts'
import { emitting } from '../edits/emitting.ts'
import { instead } from '../edits/instead.ts'

const noQuery = (kind: ErrorKind): Apply =>
  instead('authenticate', (plain, head, _, call) =>
    call.operation === 'models' && head.target.includes('?')
      ? new Refusal(kind, 'The model list has no parameters; leave the query string out.')
      : plain(),
  )

// These two read the body before the key; the rest of the pipeline does not change.
const keyAfterBody: Change = { wrap: (pipeline, emit) => bodyFirst(pipeline, () => void emit()) }
const keyLast: Change = { wrap: (pipeline, emit) => bodyFirst(pipeline, emitting(emit, judged)) }

const sizeFirst = instead('authenticate', (plain, head, _, call) =>
  call.operation === 'completion' && Number(head.header('content-length')) > BODY_LIMIT ? tooLarge() : plain(),
)
const sizeOnArrival: Apply = (behaviour, emit) => ({
  ...behaviour,
  isTooLarge(size, call) {
    if (size.moment === 'announced') return false
    if (size.moment === 'arrived') emit()
    return behaviour.isTooLarge(size, call)
  },
})
const modelFirst = instead('parseBody', (plain, _, call) => {
  const body = plain()
  if (body instanceof Refusal || typeof body.model !== 'string' || call.project?.models.has(body.model)) return body
  return /^svc\/[a-z0-9-]+$/.test(body.model)
    ? new Refusal('model_not_found', 'No such model.', { param: 'model' })
    : body
})
const lastProblem = instead('problemsOf', (plain) => (plain().length > 1 ? plain().slice(-1) : plain()))

/** The problem that decides the status of a request with several. */
export const variants = () => [
  allowed('several faults in one request: any of their statuses', {
    'key-checked-after-the-body: the key is looked at when the body is there': keyAfterBody,
    'key-checked-last: the key is looked at when the body was judged': keyLast,
    'query-refused-before-the-key: a list with a query string gets 400, whatever the key': noQuery('invalid'),
    'query-not-found-before-the-key: a list with a query string gets 404, whatever the key': noQuery('route_not_found'),
    'size-checked-first: 413 comes before 401': sizeFirst,
    'size-checked-on-arrival: the size of a body is known when it has arrived': sizeOnArrival,
    'model-checked-first: an unknown model is reported before other faults': modelFirst,
  }),
  allowed('4.2: a model outside the pattern is invalid and unknown', {
    'odd-model-as-404: a model outside the pattern gives 404': asKind('model.pattern', 'model_not_found'),
  }),
  allowed('7.6', { 'problems-one-by-one: only the last problem of a request is reported': lastProblem }),
]

function asKind(rule: string, kind: ErrorKind): Apply {
  return instead('parseBody', (plain, _, call) => {
    const body = plain()
    if (body instanceof Refusal) return body
    const problems = call.behaviour.problemsOf(body, call)
    if (problems.length !== 1 || problems[0]?.rule !== rule) return body
    return new Refusal(kind, invalid(problems).message, { param: problems[0].param, code: ERRORS[kind].code })
  })
}
