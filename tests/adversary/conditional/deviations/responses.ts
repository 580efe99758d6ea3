/** Deviations of lists and completions. */
import { streamHeaders } from '../../red-team/layer/reply.ts'
import { type Deviation, deviating, deviatingOn, halved, inJson, of } from './deviation.ts'

/** Mutates the last model of a list; the list of a project without models has nothing to mutate. */
const model = (edit: object) => inJson(({ data }) => void Object.assign(data.at(-1) ?? {}, edit))
const completion = (edit: object) => inJson((body) => ({ ...body, ...edit }))
const choice = (edit: object) => inJson(({ choices }) => void Object.assign(choices[0], edit))
const message = (edit: object) => inJson(({ choices }) => void Object.assign(choices[0].message, edit))

const withTwoChoices = inJson(({ choices: [only], ...body }) => ({ ...body, choices: [only, only] }))
const withoutTotal = completion({ usage: { prompt_tokens: 1, completion_tokens: 1 } })
const asStream: Deviation['change'] = (reply) => {
  const body = `data: ${reply.body.toString().replaceAll('\n', '')}\n\ndata: [DONE]\n\n`
  Object.assign(reply, { headers: streamHeaders(), body: Buffer.from(body) })
}

export const responses: readonly Deviation[] = [
  ...deviatingOn('list', 'wrong member', {
    'object is models': [2, ['list-object', 'models-list'], inJson((body) => ({ ...body, object: 'models' }))],
    'data is missing': [1, ['list-data', 'models-list'], inJson(() => ({ object: 'list' }))],
    'a bare array': [2, ['list-*', 'models-*'], inJson(({ data }) => data)],
    'a model without created': [2, ['model-created'], model({ created: undefined })],
    'a model of another owner': [2, ['model-owned-by'], model({ owned_by: 'system' })],
    'an id without its prefix': [2, ['model-id', 'model-listed-callable'], model({ id: 'harbour' })],
    'a member more': [3, ['model-closed'], model({ permission: [] })],
  }),
  ...deviatingOn('completion', 'wrong member', {
    'no id': [2, ['completion-id'], completion({ id: undefined })],
    'another object': [2, ['completion-object'], completion({ object: 'text_completion' })],
    'created as a text': [2, ['completion-created'], completion({ created: 'now' })],
    'created with a fraction': [2, ['completion-created'], completion({ created: 1790000000.25 })],
    'no model': [2, ['completion-model'], completion({ model: undefined })],
    'no choice': [2, ['completion-choices', 'completion-json'], completion({ choices: [] })],
    'two choices': [2, ['completion-choices'], withTwoChoices],
    'usage is null': [3, ['completion-usage'], completion({ usage: null })],
    'usage without a total': [2, ['usage-total-tokens'], withoutTotal],
    'index 1': [1, ['choice-index'], choice({ index: 1 })],
    'logprobs next to the message': [3, ['choice-closed'], choice({ logprobs: null })],
    'finish_reason is null': [3, ['choice-finish-reason'], choice({ finish_reason: null })],
    'another finish_reason': [2, ['choice-finish-reason'], choice({ finish_reason: 'end_turn' })],
    'content is null': [3, ['choice-message-content'], message({ content: null })],
    'another role': [1, ['choice-message-role'], message({ role: 'model' })],
  }),
  ...deviating('response cut', of('completion', 'list'), {
    'completion: cut in the middle': [3, ['completion-*', 'models-*', 'list-*'], halved],
  }),
  ...deviatingOn('completion', 'another form', {
    'a stream instead': [3, ['completion-*', 'request-stream-false', 'request-stream'], asStream],
  }),
]
