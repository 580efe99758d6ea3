import { Refusal } from '../../core/errors.ts'
import { NEVER } from '../../core/metering/window.ts'
import type { JsonObject } from '../../core/request/body.ts'
import { asNumber } from '../../core/request/exact-integers.ts'
import type { Call } from '../../core/types.ts'
import { type Apply, allowed } from '../deviation.ts'
import { refuse } from '../edits/decisions.ts'
import { emitting } from '../edits/emitting.ts'
import { instead } from '../edits/instead.ts'

const POLICY = '8: the effective limits are not shown'
const EFFECT = "the effect of sampling fields is the model's"
const over = (cap: number): Apply =>
  refuse((body) => ['max_tokens', 'max_completion_tokens'].find((name) => (asNumber(body[name]) ?? 0) > cap))

/** Limits and effects that the contract leaves to the deployment. */
export const variants = () => [
  allowed(POLICY, {
    'limit-above-policy-refused: more output tokens than 4096 are refused': over(4096),
    'limit-of-256-refused: more output tokens than 256 are refused': over(256),
    'limit-at-the-bound-refused: output limits beyond 32 bits are refused': over(2 ** 31),
  }),
  allowed('8: the effective limits are not shown', refuse, {
    'huge-text-refused: a text that no context holds is refused with 400': ({ messages }) =>
      JSON.stringify(messages).length > 200_000 && 'messages',
  }),
  allowed(EFFECT, {
    'stop-without-effect: stop does not end the text': composing(({ stop: _stop, ...body }) => body),
    'limit-without-effect: max_tokens does not cut the text': composing(
      ({ max_tokens: _one, max_completion_tokens: _other, ...body }) => ({ ...body, max_tokens: 4096 }),
    ),
    'answers-differ: the same request gets another answer each time': saying(({ number }) => `Answer ${number}`),
    'answers-of-one-word: every answer is one word': saying(() => 'Yes'),
  }),
  allowed('5.4: account or feature', {
    'one-project-disabled-for-completions: a disabled project may list its models': instead(
      'refuseDisabled',
      (plain, _, operation) => (operation === 'models' && plain() ? undefined : plain()),
    ),
  }),
  allowed('8: the numbers of limits are not shown', {
    'limited-from-the-first: a limited project is over its limit from the first request, and Retry-After is 1 each time':
      instead('takeQuota', (plain, project) => (project.quota ? 1 : plain())),
    'limited-from-the-third: a limited project gets two completions': (behaviour, emit) => {
      const used = new Map<string, number>()
      return {
        ...behaviour,
        takeQuota(project, call) {
          if (!project.quota) return behaviour.takeQuota(project, call)
          used.set(project.name, (used.get(project.name) ?? 0) + 1)
          if ((used.get(project.name) ?? 0) <= 2) return undefined
          emit()
          return NEVER
        },
      }
    },
  }),
  allowed('1: a listed model can be unavailable, and need not be', {
    'unavailable-answers-anyway: the model that the target file calls unavailable answers': instead(
      'findModel',
      (plain) => {
        const model = plain()
        if (model instanceof Refusal || model.available) return model
        return { ...model, available: true, reply: 'The model is there again.' }
      },
    ),
  }),
]

/** The text of every completion that has one. */
function saying(say: (call: Call) => string): Apply {
  return instead('compose', (plain, _, __, ___, call) => {
    const own = plain()
    return own.text === '' ? own : { ...own, text: say(call), finish: 'stop' }
  })
}

function composing(change: (body: JsonObject) => JsonObject): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    compose: emitting(emit, (body, model, project, call, script) =>
      behaviour.compose(change(body), model, project, call, script),
    ),
  })
}
