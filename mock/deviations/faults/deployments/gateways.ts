import type { RequirementId } from '../../../../schemas/requirement-ids.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { chunkOf, contentChunk, delta, editEvents, framed, inContent, inEvery, inFinal } from '../../edits/events.ts'
import { all, choice, deliver, editAnswer, editJson, editModels, onEach, replaceBody } from '../../edits/json.ts'
import { both, onCompletion, onOperationError, onReason, onStatus, type When } from '../../edits/when.ts'
import { REFUSALS } from '../breaks.ts'

const page = (when: When, server: string): Apply =>
  replaceBody(
    when,
    `<html><head><title>Error</title></head><body><hr><center>${server}</center></body></html>`,
    'text/html',
  )

const BEYOND_ASCII = /[^\u0000-\u007f]/

/** Broken if some valid values of these fields are refused. */
const OPTIONS: readonly RequirementId[] = [
  'request-max-completion-tokens',
  'request-max-tokens',
  'request-n',
  'request-stop',
  'request-temperature',
  'request-top-p',
]

/** Breaches of this contract in existing gateways and model servers. */
export const faults = () => [
  breaking(['choice-closed'], {
    'habit-logprobs-in-choice: the choice has logprobs, which are null': onEach({ logprobs: null }, choice),
    'habit-stop-reason-in-choice: the choice has a stop_reason next to its finish_reason': onEach(
      { stop_reason: null },
      choice,
    ),
    'habit-filter-results-in-choice: the choice has the results of a content filter': onEach(
      { content_filter_results: {} },
      choice,
    ),
  }),
  breaking(['chunk-choice-closed'], {
    'habit-logprobs-in-chunk: the choice of each chunk has null logprobs': inEvery({ logprobs: null }, choice),
  }),
  breaking(['model-closed'], editModels, {
    'habit-model-with-permissions: models have root, parent and permission': (model) =>
      Object.assign(model, { root: model.id, parent: null, permission: [] }),
  }),
  breaking(['model-owned-by'], editModels, {
    'habit-model-owned-by-the-server: models are owned by the software that serves them': {
      owned_by: 'vllm',
    },
  }),
  breaking([...OPTIONS, 'message-content', 'completion-json', 'request-defaults', 'request-stream-false'], {
    'habit-worker-dies-of-text-beyond-ascii: a completion of a text with a character beyond ASCII ends the connection without any answer':
      deliver(
        both(onCompletion, (_, { body }) => BEYOND_ASCII.test(JSON.stringify(body?.messages))),
        { raw: [{ act: 'reset' }] },
      ),
  }),
  breaking(['completion-created'], onEach, {
    'habit-created-as-float: created has the fraction of the clock': (document) => (document.created += 0.123456),
  }),
  breaking(['model-created'], editModels, {
    'habit-model-created-as-float: created of models has the fraction of the clock': (model) => (model.created += 0.5),
  }),
  breaking([...REFUSALS, 'completion-statuses', 'error-body'], {
    'habit-detail-of-a-framework: validation is answered with 422 and a list under detail': editAnswer(
      onReason('invalid'),
      {
        status: 422,
        body: JSON.stringify({ detail: [{ loc: ['body'], msg: 'value is not valid', type: 'value_error' }] }),
      },
    ),
  }),
  breaking(['error-code'], {
    'habit-code-as-number: the code of an error is a number': editAnswer(onOperationError, (answer) => {
      const { error } = JSON.parse(answer.body as string)
      return { ...answer, body: JSON.stringify({ error: { ...error, code: answer.status } }) }
    }),
  }),
  breaking(['error-body'], {
    'habit-message-of-a-cloud-gateway: a 403 is a bare message': replaceBody(onStatus(403), '{"message":"Forbidden"}'),
    'habit-error-with-object-name: the error is flat and calls itself an error': [
      editJson(onOperationError, (document) => {
        Object.assign(document, { object: 'error', ...document.error })
        delete document.error
      }),
      'auth-error-type',
      'error-closed',
    ],
  }),
  breaking(['error-body', 'error-media-type'], {
    'habit-proxy-page-on-413: a 413 is the page of a proxy': page(onStatus(413), 'nginx'),
    'habit-proxy-page-on-429: a 429 is the page of a proxy': page(onStatus(429), 'openresty'),
    'habit-mesh-text-on-503: a 503 is the text of a service mesh': replaceBody(
      onStatus(503),
      'upstream connect error or disconnect/reset before headers',
      'text/plain',
    ),
  }),
  breaking(['error-body', 'error-media-type', 'auth-error-type'], {
    'habit-web-application-firewall: a 401 is the page of a firewall': page(onStatus(401), 'firewall'),
  }),
  breaking(['completion-id-filled', 'stream-one-id', 'completion-model-echo'], editEvents, {
    'habit-first-chunk-without-id: a chunk with empty id and model comes first': ([first = '', ...rest]) => [
      framed({ ...chunkOf(first), id: '', model: '', choices: [] }),
      first,
      ...rest,
    ],
  }),
  breaking(['chunk-object', 'completion-id-filled', 'stream-one-id', 'completion-model-echo'], editEvents, {
    'habit-first-chunk-of-a-filter: a chunk with results of a content filter, and no id, object and model, is first': ([
      first = '',
      ...rest
    ]) => [framed({ ...chunkOf(first), id: '', object: '', created: 0, model: '', choices: [] }), first, ...rest],
  }),
  breaking(['stream-content', 'stream-final-delta', 'stream-final-delta-bare'], editEvents, {
    'habit-finish-with-last-text: the last text and the finish_reason share one chunk': (events) => {
      const at = events.length - (events.some((event) => event.includes('"usage"')) ? 3 : 2)
      const end = chunkOf(events[at] ?? '')
      const text = chunkOf(events[at - 1] ?? '')
      if (!end || !text || !contentChunk(text, at)) return undefined
      end.choices[0].delta = text.choices[0].delta
      return [...events.slice(0, at - 1), framed(end), ...events.slice(at + 1)]
    },
  }),
  breaking(['chunk-delta-role'], {
    'habit-role-on-every-chunk-as-bot: each content chunk has the role bot': inContent({ role: 'bot' }, delta),
  }),
  breaking(['choice-finish-reason', 'chunk-choice-finish-reason'], {
    'habit-finish-reason-eos: finish_reason is eos_token': all(
      onEach({ finish_reason: 'eos_token' }, choice),
      inFinal({ finish_reason: 'eos_token' }, choice),
    ),
  }),
  breaking(['stream-framing'], editEvents, {
    'habit-named-events: chunks are named events': (events) =>
      events.map((event) => (event.includes('[DONE]') ? event : `event: content_block_delta\n${event}`)),
  }),
]
