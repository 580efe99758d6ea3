import { ERRORS, type ErrorKind, Refusal } from '../../core/errors.ts'
import { BODY_LIMIT, tooLarge } from '../../core/request/body.ts'
import { invalid } from '../../core/request/problems.ts'
import { type Apply, type Variant, variant } from '../deviation.ts'
import { bodyFirst, judged } from '../edits/body-first.ts'
import { emitting } from '../edits/emitting.ts'

const ORDER = 'several faults in one request: any of their statuses'

/** Which problem of a request decides its status when it has several. */
export const orderVariants = (): readonly Variant[] => [
  // These two take the body before the key; behind them the pipeline of the contract stays as it is.
  variant('key-checked-after-the-body', ORDER, 'the key is looked at when the body is there', {
    wrap: (pipeline, emit) => bodyFirst(pipeline, () => void emit()),
  }),
  variant('key-checked-last', ORDER, 'the key is looked at when the body was judged', {
    wrap: (pipeline, emit) => bodyFirst(pipeline, emitting(emit, judged)),
  }),
  variant('size-checked-first', ORDER, '413 comes before 401', (behaviour, emit) => ({
    ...behaviour,
    authenticate(head, accounts, call) {
      const oversized = call.operation === 'completion' && Number(head.header('content-length')) > BODY_LIMIT
      if (oversized) emit()
      return oversized ? tooLarge() : behaviour.authenticate(head, accounts, call)
    },
  })),
  variant(
    'size-checked-on-arrival',
    ORDER,
    'the size of a body is known when it has arrived, whatever was announced',
    (behaviour, emit) => ({
      ...behaviour,
      isTooLarge(size, call) {
        if (size.moment === 'announced') return false
        if (size.moment === 'arrived') emit()
        return behaviour.isTooLarge(size, call)
      },
    }),
  ),
  variant('model-checked-first', ORDER, 'an unknown model is told before other faults', (behaviour, emit) => ({
    ...behaviour,
    parseBody(text, call) {
      const body = behaviour.parseBody(text, call)
      if (body instanceof Refusal || typeof body.model !== 'string' || call.project?.models.has(body.model)) return body
      if (!/^svc\/[a-z0-9-]+$/.test(body.model)) return body
      emit()
      return new Refusal('model_not_found', 'No such model.', { param: 'model' })
    },
  })),
  variant(
    'odd-model-as-404',
    '4.2: a model outside the pattern is invalid and unknown',
    'a model outside the pattern gives 404',
    asKind('model.pattern', 'model_not_found'),
  ),
  variant('problems-one-by-one', '7.6', 'only the last problem of a request is told', (behaviour, emit) => ({
    ...behaviour,
    problemsOf(body, call) {
      const problems = behaviour.problemsOf(body, call)
      if (problems.length > 1) emit()
      return problems.slice(-1)
    },
  })),
]

function asKind(rule: string, kind: ErrorKind): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    parseBody(text, call) {
      const body = behaviour.parseBody(text, call)
      if (body instanceof Refusal) return body
      const problems = behaviour.problemsOf(body, call)
      if (problems.length !== 1 || problems[0]?.rule !== rule) return body
      emit()
      return new Refusal(kind, invalid(problems).message, { param: problems[0].param, code: ERRORS[kind].code })
    },
  })
}
