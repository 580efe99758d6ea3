/** What may go wrong with lists and completions. */
import type { Broken } from '../../red-team/fault.ts'
import { jsonReply } from '../../red-team/layer/reply.ts'
import type { Form } from '../kinds.ts'
import { type Deviation, inJson, of } from './deviation.ts'

const member = (
  form: Form,
  name: string,
  weight: number,
  breaks: readonly Broken[],
  change: Deviation['change'],
): Deviation => ({ name: `${form}: ${name}`, group: 'wrong member', weight, fits: of(form), breaks, change })

/** The list of a project without models has nothing to mutate. */
const model = (edit: object) => inJson(({ data }) => void Object.assign(data.at(-1) ?? {}, edit))
const completion = (edit: object) => inJson((body) => ({ ...body, ...edit }))
const choice = (edit: object) => inJson(({ choices }) => void Object.assign(choices[0], edit))
const message = (edit: object) => inJson(({ choices }) => void Object.assign(choices[0].message, edit))

export const answers: readonly Deviation[] = [
  member(
    'list',
    'object is models',
    2,
    ['list-object', 'models-list'],
    inJson((body) => ({ ...body, object: 'models' })),
  ),
  member(
    'list',
    'data is missing',
    1,
    ['list-data', 'models-list'],
    inJson(() => ({ object: 'list' })),
  ),
  member(
    'list',
    'a bare array',
    2,
    ['list-*', 'models-*'],
    inJson(({ data }) => data),
  ),
  member('list', 'a model without created', 2, ['model-created'], model({ created: undefined })),
  member('list', 'a model of another owner', 2, ['model-owned-by'], model({ owned_by: 'system' })),
  member('list', 'an id without its prefix', 2, ['model-id', 'model-listed-callable'], model({ id: 'harbour' })),
  member('list', 'a member more', 3, ['model-closed'], model({ permission: [] })),
  member('completion', 'no id', 2, ['completion-id'], completion({ id: undefined })),
  member('completion', 'another object', 2, ['completion-object'], completion({ object: 'text_completion' })),
  member('completion', 'created as a text', 2, ['completion-created'], completion({ created: 'now' })),
  member('completion', 'created with a fraction', 2, ['completion-created'], completion({ created: 1790000000.25 })),
  member('completion', 'no model', 2, ['completion-model'], completion({ model: undefined })),
  member('completion', 'no choice', 2, ['completion-choices', 'completion-json'], completion({ choices: [] })),
  member(
    'completion',
    'two choices',
    2,
    ['completion-choices'],
    inJson(({ choices: [only], ...body }) => ({ ...body, choices: [only, only] })),
  ),
  member('completion', 'usage is null', 3, ['completion-usage'], completion({ usage: null })),
  member(
    'completion',
    'usage without a total',
    2,
    ['usage-total-tokens'],
    completion({ usage: { prompt_tokens: 1, completion_tokens: 1 } }),
  ),
  member('completion', 'index 1', 1, ['choice-index'], choice({ index: 1 })),
  member('completion', 'logprobs next to the message', 3, ['choice-closed'], choice({ logprobs: null })),
  member('completion', 'finish_reason is null', 3, ['choice-finish-reason'], choice({ finish_reason: null })),
  member('completion', 'another finish_reason', 2, ['choice-finish-reason'], choice({ finish_reason: 'end_turn' })),
  member('completion', 'content is null', 3, ['choice-message-content'], message({ content: null })),
  member('completion', 'another role', 1, ['choice-message-role'], message({ role: 'model' })),
  {
    name: 'completion: cut in the middle',
    group: 'answer cut',
    weight: 3,
    fits: of('completion', 'list'),
    breaks: ['completion-*', 'models-*', 'list-*'],
    change: (reply) => {
      reply.body = reply.body.subarray(0, reply.body.length / 2)
    },
  },
  {
    name: 'completion: a stream instead',
    group: 'another form',
    weight: 3,
    fits: of('completion'),
    breaks: ['completion-*', 'request-stream-false', 'request-stream'],
    change: (reply) => {
      const { headers } = jsonReply(200, {})
      const typed = headers.map(([name, value]): [string, string] => [
        name,
        name === 'Content-Type' ? 'text/event-stream' : value,
      ])
      Object.assign(reply, {
        headers: typed,
        body: Buffer.from(`data: ${reply.body.toString().replaceAll('\n', '')}\n\ndata: [DONE]\n\n`),
      })
    },
  },
]
