import type { Apply, Fault } from '../../deviation.ts'
import { chunkOf, contentChunk, editChunks, editEvents, finalChunk, framed } from '../../edits/events.ts'
import { all, editAnswer, editJson, editModels, replaceBody } from '../../edits/json.ts'
import { onCompletion, onOperationError, onReason, onStatus, type When } from '../../edits/when.ts'
import { REFUSALS } from '../breaks.ts'

const LIMITED = ['error-body', 'error-media-type']
const page = (when: When, server: string): Apply =>
  replaceBody(
    when,
    `<html><head><title>Error</title></head><body><hr><center>${server}</center></body></html>`,
    'text/html',
  )

/** Habits of gateways and model servers that are in use, each of them a breach of this contract. */
export const gatewayFaults = (): readonly Fault[] => [
  {
    name: 'habit-logprobs-in-choice',
    breaks: ['choice-closed'],
    shows: 'the choice has logprobs, which are null',
    apply: editJson(onCompletion, (document) => (document.choices[0].logprobs = null)),
  },
  {
    name: 'habit-logprobs-in-chunk',
    breaks: ['chunk-choice-closed'],
    shows: 'the choice of each chunk has logprobs, which are null',
    apply: editChunks(
      (chunk) => chunk.choices.length > 0,
      (chunk) => (chunk.choices[0].logprobs = null),
    ),
  },
  {
    name: 'habit-stop-reason-in-choice',
    breaks: ['choice-closed'],
    shows: 'the choice has a stop_reason beside its finish_reason',
    apply: editJson(onCompletion, (document) => (document.choices[0].stop_reason = null)),
  },
  {
    name: 'habit-filter-results-in-choice',
    breaks: ['choice-closed'],
    shows: 'the choice has the results of a content filter',
    apply: editJson(onCompletion, (document) => (document.choices[0].content_filter_results = {})),
  },
  {
    name: 'habit-model-with-permissions',
    breaks: ['model-closed'],
    shows: 'models have root, parent and permission',
    apply: editModels((model) => Object.assign(model, { root: model.id, parent: null, permission: [] })),
  },
  {
    name: 'habit-model-owned-by-the-server',
    breaks: ['model-owned-by'],
    shows: 'models are owned by the software that serves them',
    apply: editModels((model) => (model.owned_by = 'vllm')),
  },
  {
    name: 'habit-created-as-float',
    breaks: ['completion-created'],
    shows: 'created has the fraction of the clock',
    apply: editJson(onCompletion, (document) => (document.created += 0.123456)),
  },
  {
    name: 'habit-model-created-as-float',
    breaks: ['model-created'],
    shows: 'created of models has the fraction of the clock',
    apply: editModels((model) => (model.created += 0.5)),
  },
  {
    name: 'habit-detail-of-a-framework',
    breaks: [...REFUSALS, 'completion-statuses', 'error-body'],
    shows: 'validation is answered with 422 and a list under detail',
    apply: editAnswer(onReason('invalid'), (answer) => ({
      ...answer,
      status: 422,
      body: JSON.stringify({ detail: [{ loc: ['body'], msg: 'value is not valid', type: 'value_error' }] }),
    })),
  },
  {
    name: 'habit-code-as-number',
    breaks: ['error-code'],
    shows: 'the code of an error is a number',
    apply: editAnswer(onOperationError, (answer) => {
      const document = JSON.parse(answer.body as string)
      document.error.code = answer.status
      return { ...answer, body: JSON.stringify(document) }
    }),
  },
  {
    name: 'habit-error-with-object-name',
    breaks: ['error-body', 'auth-error-type', 'error-closed'],
    shows: 'the error is flat and calls itself an error',
    apply: editJson(onOperationError, (document) => {
      Object.assign(document, { object: 'error', ...document.error })
      delete document.error
    }),
  },
  {
    name: 'habit-message-of-a-cloud-gateway',
    breaks: ['error-body'],
    shows: 'a 403 is a bare message',
    apply: replaceBody(onStatus(403), '{"message":"Forbidden"}'),
  },
  {
    name: 'habit-proxy-page-on-413',
    breaks: LIMITED,
    shows: 'a 413 is the page of a proxy',
    apply: page(onStatus(413), 'nginx'),
  },
  {
    name: 'habit-proxy-page-on-429',
    breaks: LIMITED,
    shows: 'a 429 is the page of a proxy',
    apply: page(onStatus(429), 'openresty'),
  },
  {
    name: 'habit-mesh-text-on-503',
    breaks: LIMITED,
    shows: 'a 503 is the text of a service mesh',
    apply: replaceBody(onStatus(503), 'upstream connect error or disconnect/reset before headers', 'text/plain'),
  },
  {
    name: 'habit-web-application-firewall',
    breaks: ['error-body', 'error-media-type', 'auth-error-type'],
    shows: 'a 401 is the page of a firewall',
    apply: page(onStatus(401), 'firewall'),
  },
  {
    name: 'habit-first-chunk-without-id',
    breaks: ['completion-id-filled', 'stream-one-id', 'completion-model-echo'],
    shows: 'a chunk with empty id and model comes first',
    apply: editEvents(([first = '', ...rest]) => [
      framed({ ...chunkOf(first), id: '', model: '', choices: [] }),
      first,
      ...rest,
    ]),
  },
  {
    name: 'habit-finish-with-last-text',
    breaks: ['stream-content', 'stream-final-delta', 'stream-final-delta-bare'],
    shows: 'the last text and the finish_reason share one chunk',
    apply: editEvents((events) => {
      const at = events.length - (events.some((event) => event.includes('"usage"')) ? 3 : 2)
      const end = chunkOf(events[at] ?? '')
      const text = chunkOf(events[at - 1] ?? '')
      if (!end || !text || !contentChunk(text, at)) return undefined
      end.choices[0].delta = text.choices[0].delta
      return [...events.slice(0, at - 1), framed(end), ...events.slice(at + 1)]
    }),
  },
  {
    name: 'habit-role-on-every-chunk-as-bot',
    breaks: ['chunk-delta-role'],
    shows: 'each content chunk has the role bot',
    apply: editChunks(contentChunk, (chunk) => (chunk.choices[0].delta.role = 'bot')),
  },
  {
    name: 'habit-finish-reason-eos',
    breaks: ['choice-finish-reason', 'chunk-choice-finish-reason'],
    shows: 'finish_reason is eos_token',
    apply: all(
      editJson(onCompletion, (document) => (document.choices[0].finish_reason = 'eos_token')),
      editChunks(finalChunk, (chunk) => (chunk.choices[0].finish_reason = 'eos_token')),
    ),
  },
  {
    name: 'habit-named-events',
    breaks: ['stream-framing'],
    shows: 'chunks are named events',
    apply: editEvents((events) =>
      events.map((event) => (event.includes('[DONE]') ? event : `event: content_block_delta\n${event}`)),
    ),
  },
]
