import { type Apply, type Fault, fault } from '../../deviation.ts'
import { chunkOf, contentChunk, editChunks, editEvents, finalChunk, framed } from '../../edits/events.ts'
import { all, editAnswer, editJson, editModels, replaceBody } from '../../edits/json.ts'
import { onCompletion, onOperationError, onReason, onStatus, type When } from '../../edits/when.ts'
import { REFUSALS } from '../breaks.ts'

const page = (when: When, server: string): Apply =>
  replaceBody(
    when,
    `<html><head><title>Error</title></head><body><hr><center>${server}</center></body></html>`,
    'text/html',
  )

/** What gateways and model servers in use do against this contract. */
export const gatewayFaults = (): readonly Fault[] => [
  fault(
    'habit-logprobs-in-choice',
    ['choice-closed'],
    'the choice has logprobs, which are null',
    editJson(onCompletion, (document) => (document.choices[0].logprobs = null)),
  ),
  fault(
    'habit-logprobs-in-chunk',
    ['chunk-choice-closed'],
    'the choice of each chunk has logprobs, which are null',
    editChunks(
      (chunk) => chunk.choices.length > 0,
      (chunk) => (chunk.choices[0].logprobs = null),
    ),
  ),
  fault(
    'habit-stop-reason-in-choice',
    ['choice-closed'],
    'the choice has a stop_reason beside its finish_reason',
    editJson(onCompletion, (document) => (document.choices[0].stop_reason = null)),
  ),
  fault(
    'habit-filter-results-in-choice',
    ['choice-closed'],
    'the choice has the results of a content filter',
    editJson(onCompletion, (document) => (document.choices[0].content_filter_results = {})),
  ),
  fault(
    'habit-model-with-permissions',
    ['model-closed'],
    'models have root, parent and permission',
    editModels((model) => Object.assign(model, { root: model.id, parent: null, permission: [] })),
  ),
  fault(
    'habit-model-owned-by-the-server',
    ['model-owned-by'],
    'models are owned by the software that serves them',
    editModels((model) => (model.owned_by = 'vllm')),
  ),
  fault(
    'habit-created-as-float',
    ['completion-created'],
    'created has the fraction of the clock',
    editJson(onCompletion, (document) => (document.created += 0.123456)),
  ),
  fault(
    'habit-model-created-as-float',
    ['model-created'],
    'created of models has the fraction of the clock',
    editModels((model) => (model.created += 0.5)),
  ),
  fault(
    'habit-detail-of-a-framework',
    [...REFUSALS, 'completion-statuses', 'error-body'],
    'validation is answered with 422 and a list under detail',
    editAnswer(onReason('invalid'), (answer) => ({
      ...answer,
      status: 422,
      body: JSON.stringify({ detail: [{ loc: ['body'], msg: 'value is not valid', type: 'value_error' }] }),
    })),
  ),
  fault(
    'habit-code-as-number',
    ['error-code'],
    'the code of an error is a number',
    editAnswer(onOperationError, (answer) => {
      const document = JSON.parse(answer.body as string)
      document.error.code = answer.status
      return { ...answer, body: JSON.stringify(document) }
    }),
  ),
  fault(
    'habit-error-with-object-name',
    ['error-body', 'auth-error-type', 'error-closed'],
    'the error is flat and calls itself an error',
    editJson(onOperationError, (document) => {
      Object.assign(document, { object: 'error', ...document.error })
      delete document.error
    }),
  ),
  fault(
    'habit-message-of-a-cloud-gateway',
    ['error-body'],
    'a 403 is a bare message',
    replaceBody(onStatus(403), '{"message":"Forbidden"}'),
  ),
  fault(
    'habit-proxy-page-on-413',
    ['error-body', 'error-media-type'],
    'a 413 is the page of a proxy',
    page(onStatus(413), 'nginx'),
  ),
  fault(
    'habit-proxy-page-on-429',
    ['error-body', 'error-media-type'],
    'a 429 is the page of a proxy',
    page(onStatus(429), 'openresty'),
  ),
  fault(
    'habit-mesh-text-on-503',
    ['error-body', 'error-media-type'],
    'a 503 is the text of a service mesh',
    replaceBody(onStatus(503), 'upstream connect error or disconnect/reset before headers', 'text/plain'),
  ),
  fault(
    'habit-web-application-firewall',
    ['error-body', 'error-media-type', 'auth-error-type'],
    'a 401 is the page of a firewall',
    page(onStatus(401), 'firewall'),
  ),
  fault(
    'habit-first-chunk-without-id',
    ['completion-id-filled', 'stream-one-id', 'completion-model-echo'],
    'a chunk with empty id and model comes first',
    editEvents(([first = '', ...rest]) => [
      framed({ ...chunkOf(first), id: '', model: '', choices: [] }),
      first,
      ...rest,
    ]),
  ),
  fault(
    'habit-finish-with-last-text',
    ['stream-content', 'stream-final-delta', 'stream-final-delta-bare'],
    'the last text and the finish_reason share one chunk',
    editEvents((events) => {
      const at = events.length - (events.some((event) => event.includes('"usage"')) ? 3 : 2)
      const end = chunkOf(events[at] ?? '')
      const text = chunkOf(events[at - 1] ?? '')
      if (!end || !text || !contentChunk(text, at)) return undefined
      end.choices[0].delta = text.choices[0].delta
      return [...events.slice(0, at - 1), framed(end), ...events.slice(at + 1)]
    }),
  ),
  fault(
    'habit-role-on-every-chunk-as-bot',
    ['chunk-delta-role'],
    'each content chunk has the role bot',
    editChunks(contentChunk, (chunk) => (chunk.choices[0].delta.role = 'bot')),
  ),
  fault(
    'habit-finish-reason-eos',
    ['choice-finish-reason', 'chunk-choice-finish-reason'],
    'finish_reason is eos_token',
    all(
      editJson(onCompletion, (document) => (document.choices[0].finish_reason = 'eos_token')),
      editChunks(finalChunk, (chunk) => (chunk.choices[0].finish_reason = 'eos_token')),
    ),
  ),
  fault(
    'habit-named-events',
    ['stream-framing'],
    'chunks are named events',
    editEvents((events) =>
      events.map((event) => (event.includes('[DONE]') ? event : `event: content_block_delta\n${event}`)),
    ),
  ),
]
