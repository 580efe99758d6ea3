import { Refusal } from '../../../core/errors.ts'
import { DONE } from '../../../core/responses/done.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { editEvents } from '../../edits/events.ts'
import { instead, remembering } from '../../edits/instead.ts'
import { editErrors, editJson } from '../../edits/json.ts'
import { drop, editResponse, editSealed } from '../../edits/responses.ts'
import { both, fromNthOfConnection, onCompletion, onList, onOperations, onStatus, type When } from '../../edits/when.ts'

const STARTING = 'The replica of this fault has just been started.'
const NO_MODEL = new Refusal('model_not_found', STARTING, { param: 'model' })
const NO_KEY = new Refusal('unauthenticated', STARTING, { headers: ['www-authenticate', 'Bearer'] })

/** The number of responses from which a connection counts as old. */
const WORN = 5

const onTopP = both(onStatus(400), ({ body }) => String(body).includes('"param":"top_p"'))
const without = (member: string) => (when: When) => editErrors(when, (error) => delete error[member])
const withoutId = (when: When) => editSealed(when, drop)
const withUsageNull = (when: When) => editJson(when, { usage: null })

/** Breaches that begin after a while, as from a full cache or a counter that overflows, or that happen only once. */
export const faults = () => [
  breaking(['request-id-present'], fromThe(10, withoutId), {
    'lists-lose-the-request-id-from-the-tenth-on: from the tenth on, model lists have no request id': onList,
    'refusals-with-401-lose-the-request-id-from-the-tenth-on: late 401s have no request id': onStatus(401),
  }),
  breaking(['request-id-present'], {
    'connections-lose-the-request-id-from-the-fifth-answer-on: old connections give no request id': onOldConnections,
  }),
  breaking(['error-code'], fromThe(10, without('code')), {
    'refusals-with-400-lose-their-code-from-the-tenth-on: from the tenth on, a 400 has no code': onStatus(400),
  }),
  breaking(['error-type'], fromThe(5, without('type')), {
    'refusals-with-404-lose-their-type-from-the-fifth-on: from the fifth on, a 404 has no type': onStatus(404),
  }),
  breaking(['completion-usage'], fromThe(10, withUsageNull), {
    'completions-have-usage-null-from-the-tenth-on: from the tenth on, usage is null in completions': onCompletion,
  }),
  breaking([], {
    'streams-lose-their-end-from-the-tenth-on: from the tenth on, streams lack [DONE]': [endless, 'stream-done'],
    'the-first-413-is-a-400: the first 413 has the status 400': [onceAs(400, onStatus(413)), 'request-size-refused'],
    'the-first-404-is-a-400: the first unknown model is refused with 400': [once(firstUnknown), 'model-not-found'],
    'the-first-refused-top-p-is-a-404: the first wrong top_p is a 404': [onceAs(404, onTopP), 'request-top-p'],
    'the-first-completion-for-python-is-a-404: a Python client gets 404 once': [firstIs(NO_MODEL), 'completion-json'],
    'the-first-completion-for-python-is-a-401: a Python client gets 401 once': [firstIs(NO_KEY), 'completion-json'],
    'the-first-stream-for-python-is-a-404: a Python client gets 404 once': [firstIs(NO_MODEL, true), 'stream-started'],
  }),
]

/** Edits the responses of a kind from the n-th response on. Each gateway counts separately. */
function fromThe(n: number, edit: (when: When) => Apply): (kind: When) => Apply {
  return (kind) =>
    remembering(() => {
      let met = 0
      return edit(both(kind, () => ++met >= n))
    })
}

const endless = remembering(() => {
  let streams = 0
  return editEvents((events) => (++streams >= 10 ? events.filter((event) => event !== DONE) : undefined))
})

const onOldConnections = remembering(() => withoutId(both(onOperations, fromNthOfConnection(WORN, {}))))

type Once = (isFirst: () => boolean) => Apply

/** A deviation that applies only the first time, separately for each gateway. */
function once(make: Once): Apply {
  return remembering(() => {
    let met = 0
    return make(() => ++met === 1)
  })
}

/** Sends the first response of a kind with another status. */
const onceAs = (status: number, kind: When): Apply => once((isFirst) => editResponse(both(kind, isFirst), { status }))

const firstUnknown: Once = (isFirst) =>
  instead('findModel', (plain, id, _, { models }) =>
    !models.has(String(id)) && isFirst() ? new Refusal('invalid', STARTING, { param: 'model' }) : plain(),
  )

/** The maximum number of characters of a body without long texts. */
const SHORT = 10_000

/** Refuses the first short valid request of a Python client, and accepts all later ones. */
function firstIs(refusal: Refusal, streams = false): Apply {
  return once((isFirst) =>
    instead('parseBody', (plain, text = '', call) => {
      const body = plain()
      const isMeant =
        !(body instanceof Refusal) &&
        text.length <= SHORT &&
        (body.stream === true) === streams &&
        /python/i.test(call.head.header('user-agent') ?? '') &&
        call.project?.models.has(body.model as string) === true &&
        call.behaviour.problemsOf(body, call).length === 0
      return isMeant && isFirst() ? refusal : body
    }),
  )
}
