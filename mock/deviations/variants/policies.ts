import { Refusal } from '../../core/errors.ts'
import { deliveredAs, whenOver } from '../../core/http.ts'
import { NEVER } from '../../core/metering/quota.ts'
import type { JsonObject } from '../../core/request/body.ts'
import { asNumber } from '../../core/request/exact-integers.ts'
import { DONE } from '../../core/responses/done.ts'
import type { Behaviour, Call } from '../../core/types.ts'
import { type Apply, allowed, type Change, type Emit } from '../deviation.ts'
import { errorInStream } from '../edits/body-first.ts'
import { limiting, refuse, SECOND } from '../edits/decisions.ts'
import { framed } from '../edits/events.ts'
import { counting, type InTransit, withSealed } from '../edits/in-transit.ts'
import { instead, remembering } from '../edits/instead.ts'
import { all } from '../edits/json.ts'
import { editSealed, replaceHeader } from '../edits/responses.ts'
import { fromNthOfConnection, onCompletions, onStatus } from '../edits/when.ts'

/** Milliseconds to wait for each response in the queue. */
const TURN = 3

/** The maximum number of concurrent completions of a small gateway. */
const ROOM = 4

/** Milliseconds without any backend request after one has failed. */
const OPEN = 60

/** The number of refused requests that reaches a limit, and the milliseconds within which they count. */
const REFUSED = 10
const TENTH = 100

/** The number of requests after which a model is available again. */
const RECOVERED = 8

const NUMBERS = '8: the numbers of limits are not specified'
const over = (cap: number) => (body: JsonObject) =>
  ['max_tokens', 'max_completion_tokens'].find((name) => (asNumber(body[name]) ?? 0) > cap)
const ofHugeText = ({ messages }: JsonObject) => JSON.stringify(messages).length > 200_000 && 'messages'
const withoutLimit = ({ max_completion_tokens: _, ...body }: JsonObject) => ({ ...body, max_tokens: 4096 })
const listsOfDisabled = instead('refuseDisabled', (plain, _, operation) =>
  operation === 'models' && plain() ? undefined : plain(),
)
const limitedAlways = instead('takeQuota', (plain, project) => (project.quota ? 1 : plain()))
const onDate = replaceHeader(onStatus(503), 'retry-after', 'Fri, 01 Jan 2038 00:00:00 GMT')

/** Limits, effects and states that the contract leaves to the deployment, and concurrency. */
export const variants = () => [
  allowed('8: the effective limits are not specified', refuse, {
    'limit-above-policy-refused: more output tokens than 4096 are refused': over(4096),
    'limit-of-256-refused: more output tokens than 256 are refused': over(256),
    'limit-at-the-bound-refused: output limits beyond 32 bits are refused': over(2 ** 31),
    'huge-text-refused: a text that no context holds is refused with 400': ofHugeText,
  }),
  allowed('8: the caps of deployments are not specified, and may differ', remembering, {
    'caps-differ-by-turn: every second request has a cap of 32 bits': capsByTurn,
  }),
  allowed("the effect of sampling fields is the model's", {
    'stop-without-effect: stop does not end the text': composing(({ stop: _stop, ...body }) => body),
    'limit-without-effect: max_tokens does not cut the text': composing(withoutLimit),
    'answers-differ: the same request gets another response each time': saying(({ number }) => `Reply ${number}`),
    'answers-of-one-word: every response is one word': saying(() => 'Yes'),
  }),
  allowed('5.4: account or feature', {
    'one-project-disabled-for-completions: a disabled project may list its models': listsOfDisabled,
  }),
  allowed(NUMBERS, {
    'limited-from-the-first: each request of a limited project gets 429 with Retry-After 1': limitedAlways,
    'limited-from-the-third: a limited project gets two completions': limiting(2, Number.POSITIVE_INFINITY, NEVER),
    'limited-by-the-second: a limited project gets two completions a second': limiting(2, SECOND, 1),
  }),
  allowed('8: the numbers of limits are not specified; 429 may carry Retry-After', remembering, {
    'limited-after-refusals: ten refused requests within 100 ms limit every request for the rest of them': limitedAfter,
    'limited-above-four-at-once: more than four concurrent completions are over the limit': limitedAtOnce,
  }),
  allowed('1: a listed model can be unavailable, and need not be', {
    'unavailable-answers-anyway: the model that the target file calls unavailable responds': available(() => true),
  }),
  allowed('1: a listed model can be temporarily unavailable', remembering, {
    'unavailable-comes-back: an unavailable model is there again after some requests': recovering,
  }),
  allowed('4.2: 503 is for dependencies as well, which models may share', remembering, {
    'one-breaker-for-all-models: after an unavailable model every completion is a 503 for a short time': broken,
  }),
  allowed('RFC 9110: Retry-After may come with a 503, and be a date', {
    'retry-after-date-on-503: Retry-After of a 503 is a date': onDate,
  }),
  allowed('6.7: an error after the start of a stream is not specified', {
    'failures-come-in-mid-stream: internal errors and unavailable models end streams that have begun': brokenOff,
    'failures-come-as-chunks: these streams end with a chunk that has an error, and [DONE]': brokenByChunk,
  }),
  allowed('8: how much a gateway does at the same time is not specified', {
    'one-after-the-other: each response waits for those that were requested before it': oneAfterTheOther,
  }),
  allowed('RFC 9112: connections may end after any response', remembering, {
    'connections-of-five-answers: a connection ends after its fifth response': ofFiveResponses,
  }),
]

const inMidStream = (end: (chunk: object, error: string) => string): Change =>
  errorInStream(['internal', 'unavailable'], (error, { number, body }) => {
    const choice = { index: 0, delta: { role: 'assistant' }, finish_reason: null }
    const chunk = { id: `broken-${number}`, object: 'chat.completion.chunk', created: 1, model: body?.model }
    return `${framed({ ...chunk, choices: [choice] })}${end(chunk, error)}`
  })
const brokenOff = inMidStream((_, error) => `data: ${error}\n\n`)
const brokenByChunk = inMidStream((chunk, error) => framed({ ...chunk, choices: [], ...JSON.parse(error) }) + DONE)

/** Replaces the text of every completion that is not empty. */
function saying(say: (call: Call) => string): Apply {
  return instead('compose', (plain, _, __, ___, call) => {
    const own = plain()
    return own.text === '' ? own : { ...own, text: say(call), finish: 'stop' }
  })
}

const composing = (change: (body: JsonObject) => JsonObject): Apply =>
  instead('compose', (plain, body, ...rest) => plain(change(body), ...rest))

function capsByTurn(): Apply {
  let count = 0
  return refuse((body) => ++count % 2 === 0 && over(2 ** 31)(body))
}

function limitedAtOnce(): Apply {
  const inTransit = new Set<InTransit>()
  return all(
    counting(onCompletions, inTransit),
    instead('takeQuota', (plain) => (inTransit.size < ROOM ? plain() : 1)),
  )
}

function limitedAfter(): Apply {
  let refused: readonly number[] = []
  const since = (at: number) => refused.filter((each) => at - each < TENTH)
  return all(
    instead('problemsOf', (plain, _, { at }) => {
      if (plain().length > 0) refused = [...since(at), at]
      return plain()
    }),
    instead('takeQuota', (plain, _, { at }) => (since(at).length < REFUSED ? plain() : 1)),
  )
}

/** Serves an unavailable model after it has recovered. */
function available(isBack: () => boolean): Apply {
  return instead('findModel', (plain) => {
    const model = plain()
    if (model instanceof Refusal || model.available || !isBack()) return model
    return { ...model, available: true, reply: 'The model is there again.' }
  })
}

function recovering(): Apply {
  let refused = 0
  return available(() => ++refused > RECOVERED)
}

function broken(): Apply {
  let until = 0
  return instead('findModel', (plain, _, __, ___, { at }) => {
    const model = plain()
    if (model instanceof Refusal) return model
    if (at < until) return new Refusal('unavailable', 'The backends pause for a short time; try again soon.')
    if (!model.available) until = at + OPEN
    return model
  })
}

function oneAfterTheOther(behaviour: Behaviour, emit: Emit): Behaviour {
  let waiting = 0
  return withSealed(behaviour, (response) => {
    waiting += 1
    if (waiting > 1) emit()
    const held = deliveredAs(response, { before: [{ wait: TURN * Math.min(waiting, 20) }] })
    return whenOver(held, () => void (waiting -= 1))
  })
}

function ofFiveResponses(): Apply {
  return editSealed(fromNthOfConnection(5, {}), (response) => deliveredAs(response, { close: true }))
}
