import { DONE } from '../../../core/answers/done.ts'
import { Refusal } from '../../../core/errors.ts'
import type { Behaviour } from '../../../core/types.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { editEvents } from '../../edits/events.ts'
import { instead, remembering } from '../../edits/instead.ts'
import { editAnswer, editJson } from '../../edits/json.ts'
import { drop, editSealed } from '../../edits/request-id.ts'
import { both, onCompletion, onList, onOperations, onStatus, onStream, type When } from '../../edits/when.ts'

const STARTING = 'The replica of this fault has just been started.'
const NO_MODEL = new Refusal('model_not_found', STARTING, { param: 'model' })
const NO_KEY = new Refusal('unauthenticated', STARTING, { headers: ['www-authenticate', 'Bearer'] })

/** Answers after which a connection counts as old. */
const WORN = 5

/** Breaches that begin after a while: a cache that is full, a counter that overflows. */
export const faults = () => [
  breaking(['request-id-present'], {
    'lists-lose-the-request-id-from-the-tenth-on: from the tenth on, model lists have no request id': fromThe(
      10,
      onList,
      (when) => editSealed(when, drop),
    ),
    'refusals-with-401-lose-the-request-id-from-the-tenth-on: from the tenth on, a 401 has no request id': fromThe(
      10,
      onStatus(401),
      (when) => editSealed(when, drop),
    ),
    'connections-lose-the-request-id-from-the-fifth-answer-on: from the fifth answer over one connection on, there is no request id':
      remembering(() => {
        const answers = new WeakMap<object, number>()
        const unknown = {}
        const isWorn: When = (_, { head: { connection = unknown } }) => {
          const count = (answers.get(connection) ?? 0) + 1
          answers.set(connection, count)
          return count >= WORN
        }
        return editSealed(both(onOperations, isWorn), drop)
      }),
  }),
  breaking(['stream-done'], {
    'streams-lose-their-end-from-the-tenth-on: from the tenth on, streams lack [DONE]': fromThe(
      10,
      onStream,
      (_, isDue) => editEvents((events) => (isDue() ? events.filter((e) => e !== DONE) : undefined)),
    ),
  }),
  breaking(['completion-usage'], {
    'completions-have-usage-null-from-the-tenth-on: from the tenth on, completions have null as unknown usage': fromThe(
      10,
      onCompletion,
      (when) => editJson(when, { usage: null }),
    ),
  }),
  breaking([], {
    'refusals-with-400-lose-their-code-from-the-tenth-on: from the tenth on, a 400 has no code': [
      fromThe(10, onStatus(400), (when) => editJson(when, (document) => delete document.error.code)),
      'error-code',
    ],
    'refusals-with-404-lose-their-type-from-the-fifth-on: from the fifth on, a 404 has no type': [
      fromThe(5, onStatus(404), (when) => editJson(when, (document) => delete document.error.type)),
      'error-type',
    ],
    'the-first-413-is-a-400: what is too large is refused with 400 the first time': [
      onceAs(onStatus(413), 400),
      'request-size-refused',
    ],
    'the-first-404-is-a-400: a model that no project has is refused with 400 the first time': [
      once((_, isFirst) =>
        instead('findModel', (plain, id, _, { models }) =>
          !models.has(String(id)) && isFirst() ? new Refusal('invalid', STARTING, { param: 'model' }) : plain(),
        ),
      ),
      'model-not-found',
    ],
    'the-first-refused-top-p-is-a-404: a top_p that is not a number between 0 and 1 is refused with 404 the first time':
      [
        onceAs(
          both(onStatus(400), ({ body }) => String(body).includes('"param":"top_p"')),
          404,
        ),
        'request-top-p',
      ],
    'the-first-completion-for-python-is-a-404: a valid completion that a Python client asks for finds no model the first time':
      [firstRefused(false, NO_MODEL), 'completion-json'],
    'the-first-completion-for-python-is-a-401: a valid completion that a Python client asks for is refused its key the first time':
      [firstRefused(false, NO_KEY), 'completion-json'],
    'the-first-stream-for-python-is-a-404: a valid stream that a Python client asks for finds no model the first time':
      [firstRefused(true, NO_MODEL), 'stream-started'],
  }),
]

/** Edits the answers of a kind from the n-th one on. Each gateway counts separately. */
function fromThe(n: number, kind: When, edit: (when: When, isDue: () => boolean) => Apply): Apply {
  return remembering(() => {
    let met = 0
    const isDue = (): boolean => ++met >= n
    return edit(both(kind, isDue), isDue)
  })
}

/** A deviation that asks whether this is the first time, separately for each gateway. */
function once(make: (behaviour: Behaviour, isFirst: () => boolean) => Apply): Apply {
  return remembering((behaviour) => {
    let met = 0
    return make(behaviour, () => ++met === 1)
  })
}

/** The first answer of a kind has another status. */
const onceAs = (kind: When, status: number): Apply => once((_, isFirst) => editAnswer(both(kind, isFirst), { status }))

/** Letters of a body that holds no long text. */
const SHORT = 10_000

/** Refuses one valid request, and accepts the same one from then on. */
function firstRefused(streams: boolean, refusal: Refusal): Apply {
  return once(({ problemsOf }, isFirst) =>
    instead('parseBody', (plain, text = '', call) => {
      const body = plain()
      const isMeant =
        !(body instanceof Refusal) &&
        text.length <= SHORT &&
        (body.stream === true) === streams &&
        /python/i.test(call.head.header('user-agent') ?? '') &&
        call.project?.models.has(body.model as string) === true &&
        problemsOf(body, call).length === 0
      return isMeant && isFirst() ? refusal : body
    }),
  )
}
