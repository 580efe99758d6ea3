import { DONE } from '../../../core/answers/done.ts'
import { Refusal } from '../../../core/errors.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { editEvents } from '../../edits/events.ts'
import { editAnswer, editJson } from '../../edits/json.ts'
import { drop, editSealed } from '../../edits/request-id.ts'
import { both, onCompletion, onList, onStatus, onStream, type When } from '../../edits/when.ts'

const onOperations: When = (_, { operation }) => operation !== undefined

const STARTING = 'The replica of this fault has just been started.'

/** Answers over one connection after which it is worn. */
const WORN = 5

/** Breaches that begin when a gateway has answered for a while: a cache that is full, a counter that has run over. */
export const faults = () => [
  breaking(['request-id-present'], {
    'lists-lose-the-request-id-from-the-tenth-on': [
      'from the tenth on, model lists have no request id',
      fromThe(10, onList, (when) => editSealed(when, drop)),
    ],
    'refusals-with-401-lose-the-request-id-from-the-tenth-on': [
      'from the tenth on, a 401 has no request id',
      fromThe(10, onStatus(401), (when) => editSealed(when, drop)),
    ],
    'connections-lose-the-request-id-from-the-fifth-answer-on': [
      'from the fifth answer over one connection on, there is no request id',
      (behaviour, emit) => {
        const answers = new WeakMap<object, number>()
        const unknown = {}
        const isWorn: When = (_, { head: { connection = unknown } }) => {
          const count = (answers.get(connection) ?? 0) + 1
          answers.set(connection, count)
          return count >= WORN
        }
        return editSealed(both(onOperations, isWorn), drop)(behaviour, emit)
      },
    ],
  }),
  breaking(['stream-done'], {
    'streams-lose-their-end-from-the-tenth-on': [
      'from the tenth on, streams lack [DONE]',
      fromThe(10, onStream, (_, isDue) =>
        editEvents((events) => (isDue() ? events.filter((e) => e !== DONE) : undefined)),
      ),
    ],
  }),
  breaking(['completion-usage'], {
    'completions-have-usage-null-from-the-tenth-on': [
      'from the tenth on, completions have null as unknown usage',
      fromThe(10, onCompletion, (when) => editJson(when, { usage: null })),
    ],
  }),
  breaking(['error-code'], {
    'refusals-with-400-lose-their-code-from-the-tenth-on': [
      'from the tenth on, a 400 has no code',
      fromThe(10, onStatus(400), (when) => editJson(when, (document) => delete document.error.code)),
    ],
  }),
  breaking(['error-type'], {
    'refusals-with-404-lose-their-type-from-the-fifth-on': [
      'from the fifth on, a 404 has no type',
      fromThe(5, onStatus(404), (when) => editJson(when, (document) => delete document.error.type)),
    ],
  }),
  breaking(['request-size-refused'], {
    'the-first-413-is-a-400': ['what is too large is refused with 400 the first time', onceAs(onStatus(413), 400)],
  }),
  breaking(['model-not-found'], {
    'the-first-404-is-a-400': [
      'a model that does not exist is refused with 400 the first time',
      onceAs(onStatus(404), 400),
    ],
  }),
  breaking(['request-top-p'], {
    'the-first-refused-top-p-is-a-404': [
      'a top_p that is not a number between 0 and 1 is refused with 404 the first time',
      onceAs(
        both(onStatus(400), ({ body }) => String(body).includes('"param":"top_p"')),
        404,
      ),
    ],
  }),
  breaking(['completion-json'], {
    'the-first-completion-for-python-is-a-404': [
      'a valid completion that a Python client asks for finds no model the first time',
      firstRefused(false, new Refusal('model_not_found', STARTING, { param: 'model' })),
    ],
    'the-first-completion-for-python-is-a-401': [
      'a valid completion that a Python client asks for is refused its key the first time',
      firstRefused(false, new Refusal('unauthenticated', STARTING, { headers: ['www-authenticate', 'Bearer'] })),
    ],
  }),
  breaking(['stream-started'], {
    'the-first-stream-for-python-is-a-404': [
      'a valid stream that a Python client asks for finds no model the first time',
      firstRefused(true, new Refusal('model_not_found', STARTING, { param: 'model' })),
    ],
  }),
]

/** Lays an edit over the answers of a kind from the n-th of them on. Each gateway counts its own. */
function fromThe(n: number, kind: When, edit: (when: When, isDue: () => boolean) => Apply): Apply {
  return (behaviour, emit) => {
    let met = 0
    const isDue = (): boolean => ++met >= n
    return edit(both(kind, isDue), isDue)(behaviour, emit)
  }
}

/** The first answer of a kind has another status. Each gateway has its own first one. */
function onceAs(kind: When, status: number): Apply {
  return (behaviour, emit) => {
    let met = 0
    const isDue = (): boolean => ++met === 1
    return editAnswer(both(kind, isDue), { status })(behaviour, emit)
  }
}

/** Letters of a body that holds no long text. */
const SHORT = 10_000

/** Refuses one valid request, and accepts the same one from then on. */
function firstRefused(streams: boolean, refusal: Refusal): Apply {
  return (behaviour, emit) => {
    let isOver = false
    return {
      ...behaviour,
      parseBody(text = '', call) {
        const body = behaviour.parseBody(text, call)
        const isDue =
          !isOver &&
          !(body instanceof Refusal) &&
          text.length <= SHORT &&
          (body.stream === true) === streams &&
          /python/i.test(call.head.header('user-agent') ?? '') &&
          call.project?.models.has(body.model as string) === true &&
          behaviour.problemsOf(body, call).length === 0
        if (!isDue) return body
        isOver = true
        emit()
        return refusal
      },
    }
  }
}
