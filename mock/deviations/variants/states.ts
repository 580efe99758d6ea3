import { Refusal } from '../../core/errors.ts'
import { allowed } from '../deviation.ts'
import { everySecond } from '../edits/decisions.ts'
import { errorInStream } from '../edits/error-in-stream.ts'
import { instead, remembering } from '../edits/instead.ts'
import { replaceHeader } from '../edits/json.ts'
import { onStatus } from '../edits/when.ts'

const NUMBERS = '8: the numbers of limits are not shown'

/** Milliseconds without any backend request, after one has failed. */
const OPEN = 60

/** Requests after which a model is available again. */
const RECOVERED = 8

/** How long a state lasts, whom it affects, and its form, as far as the contract leaves these open. */
export const variants = () => [
  allowed(NUMBERS, { 'limited-by-the-second: a limited project gets five completions a second': everySecond(5) }),
  allowed('RFC 9110: Retry-After may come with a 503, and be a date', {
    'retry-after-date-on-503: Retry-After of a 503 is "Fri, 01 Jan 2038 00:00:00 GMT"': replaceHeader(
      onStatus(503),
      'retry-after',
      'Fri, 01 Jan 2038 00:00:00 GMT',
    ),
  }),
  allowed('6.7: an error after the start of a stream is not shown', {
    'failures-come-in-mid-stream: internal errors and unavailable models end streams that have begun': errorInStream(
      ['internal', 'unavailable'],
      (error, { number, body }) => {
        const choice = { index: 0, delta: { role: 'assistant' }, finish_reason: null }
        const chunk = { id: `broken-${number}`, object: 'chat.completion.chunk', created: 1, model: body?.model }
        return `data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\ndata: ${error}\n\n`
      },
    ),
  }),
  allowed('4.2: 503 is for dependencies as well, which models may share', remembering, {
    'one-breaker-for-all-models: after an unavailable model every completion is answered 503 for a short time': () => {
      let until = 0
      return instead('findModel', (plain, _, __, ___, { at }) => {
        const model = plain()
        if (model instanceof Refusal) return model
        if (at < until) return new Refusal('unavailable', 'The backends pause for a short time; try again soon.')
        if (!model.available) until = at + OPEN
        return model
      })
    },
  }),
  allowed('1: a listed model can be temporarily unavailable', remembering, {
    'unavailable-comes-back: an unavailable model is there again after some requests': () => {
      let refused = 0
      return instead('findModel', (plain) => {
        const model = plain()
        if (model instanceof Refusal || model.available || ++refused <= RECOVERED) return model
        return { ...model, available: true, reply: 'The model is there again.' }
      })
    },
  }),
]
