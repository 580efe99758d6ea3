import { breaking } from '../../deviation.ts'
import { contentChunk, delta, inContent, inEvery, inFinal } from '../../edits/chunks.ts'
import { chunkOf, editEvents, framed } from '../../edits/events.ts'
import { all, choice, editJson, editModels, inChoice, type Json, onEach } from '../../edits/json.ts'
import { deliver, editResponse, replaceBody } from '../../edits/responses.ts'
import { both, onCompletion, onOperationError, onReason, onStatus, type When } from '../../edits/when.ts'
import { NUMBERS, REFUSALS } from '../breaks.ts'

const page = (when: When, server: string) => {
  const html = `<html><head><title>Error</title></head><body><hr><center>${server}</center></body></html>`
  return replaceBody(when, html, 'text/html')
}
const byFramework = editResponse(onReason('invalid'), {
  status: 422,
  body: JSON.stringify({ detail: [{ loc: ['body'], msg: 'value is not valid', type: 'value_error' }] }),
})
const withStatusAsCode = editResponse(onOperationError, (response) => {
  const { error } = JSON.parse(response.body as string)
  return { ...response, body: JSON.stringify({ error: { ...error, code: response.status } }) }
})
const flat = editJson(onOperationError, (document) => {
  Object.assign(document, { object: 'error', ...document.error })
  delete document.error
})
const withPermissions = (model: Json): unknown => Object.assign(model, { root: model.id, parent: null, permission: [] })
const beyondAscii = both(onCompletion, (_, { body }) => /[^\0-\x7f]/.test(JSON.stringify(body?.messages)))
const dying = deliver(beyondAscii, { raw: [{ act: 'reset' }] })
const byMesh = replaceBody(onStatus(503), 'upstream connect error or disconnect/reset before headers', 'text/plain')
const named = (event: string): string => (event.includes('[DONE]') ? event : `event: content_block_delta\n${event}`)
const EOS = { finish_reason: 'eos_token' }
const eos = all(inChoice(EOS), inFinal(EOS, choice))
const bareMessage = replaceBody(onStatus(403), '{"message":"Forbidden"}')
const withHalf = (model: Json): unknown => (model.created += 0.5)
const asBot = inContent({ role: 'bot' }, delta)
const fraction = (document: Json): unknown => (document.created += 0.123456)
const EMPTY = { id: '', model: '', choices: [] }
const OF_FILTER = { ...EMPTY, object: '', created: 0 }

/** Inserts a copy of the first chunk, with other members, at the beginning. */
const precededBy = (members: object) =>
  editEvents(([first = '', ...rest]) => [framed({ ...chunkOf(first), ...members }), first, ...rest])
function finishedWithLastText(events: string[]): string[] | undefined {
  const at = events.length - (events.some((event) => event.includes('"usage"')) ? 3 : 2)
  const end = chunkOf(events[at] ?? '')
  const text = chunkOf(events[at - 1] ?? '')
  if (!end || !text || !contentChunk(text, at)) return undefined
  end.choices[0].delta = text.choices[0].delta
  return [...events.slice(0, at - 1), framed(end), ...events.slice(at + 1)]
}

const ANY_VALUES = ['request-stop', 'message-content', 'request-defaults', 'request-stream-false'] as const
const WITH_TEXT = ['stream-content', 'stream-final-delta', 'stream-final-delta-bare'] as const

/** Breaches of this contract that exist in other gateways and model servers. */
export const faults = () => [
  breaking(['choice-closed'], inChoice, {
    'habit-logprobs-in-choice: the choice has logprobs, which are null': { logprobs: null },
    'habit-stop-reason-in-choice: the choice has a stop_reason next to its finish_reason': { stop_reason: null },
    'habit-filter-results-in-choice: the choice has the results of a content filter': { content_filter_results: {} },
  }),
  breaking([], editModels, {
    'habit-model-with-permissions: models have root, parent and permission': [withPermissions, 'model-closed'],
    'habit-model-owned-by-the-server: owned_by names the server software': [{ owned_by: 'vllm' }, 'model-owned-by'],
    'habit-model-created-as-float: created of models has a fraction': [withHalf, 'model-created'],
  }),
  breaking(['completion-json', 'request-size-accepted', ...NUMBERS, ...ANY_VALUES], {
    'habit-worker-dies-of-text-beyond-ascii: a completion of a text beyond ASCII ends the connection': dying,
  }),
  breaking([...REFUSALS, 'completion-statuses', 'error-body'], {
    'habit-detail-of-a-framework: validation gets 422 and a list under detail': byFramework,
  }),
  breaking([], {
    'habit-code-as-number: the code of an error is a number': [withStatusAsCode, 'error-code'],
    'habit-error-with-object-name: the error is flat': [flat, 'error-body', 'auth-error-type', 'error-closed'],
    'habit-message-of-a-cloud-gateway: a 403 is a bare message': [bareMessage, 'error-body'],
    'habit-named-events: chunks are named events': [editEvents((events) => events.map(named)), 'stream-framing'],
    'habit-created-as-float: created has the fraction of the clock': [onEach(fraction), 'completion-created'],
    'habit-logprobs-in-chunk: chunks have null logprobs': [inEvery({ logprobs: null }, choice), 'chunk-choice-closed'],
    'habit-role-on-every-chunk-as-bot: each content chunk has the role bot': [asBot, 'chunk-delta-role'],
    'habit-finish-reason-eos: finish_reason is eos_token': [eos, 'choice-finish-reason', 'chunk-choice-finish-reason'],
  }),
  breaking(['error-body', 'error-media-type'], {
    'habit-proxy-page-on-413: a 413 is the page of a proxy': page(onStatus(413), 'nginx'),
    'habit-proxy-page-on-429: a 429 is the page of a proxy': page(onStatus(429), 'openresty'),
    'habit-mesh-text-on-503: a 503 is the text of a service mesh': byMesh,
    'habit-web-application-firewall: a 401 is a firewall page': [page(onStatus(401), 'firewall'), 'auth-error-type'],
  }),
  breaking(['completion-id-filled', 'stream-one-id', 'completion-model-echo'], precededBy, {
    'habit-first-chunk-without-id: a chunk with empty id and model comes first': EMPTY,
    'habit-first-chunk-of-a-filter: a chunk with results of a content filter is first': [OF_FILTER, 'chunk-object'],
  }),
  breaking(WITH_TEXT, editEvents, {
    'habit-finish-with-last-text: the last text and the finish_reason share one chunk': finishedWithLastText,
  }),
]
