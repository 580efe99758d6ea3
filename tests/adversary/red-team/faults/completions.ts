/** Plain completions with small mistakes, most of them only sometimes: 2.4 and 2.5. */

import {
  aboveAscii,
  and,
  every,
  isPlain,
  type Json,
  longText,
  second,
  sent,
  status,
  type When,
  withSystem,
} from '../layer/conditions.ts'
import { choice, completion, header, message, text, usage } from '../layer/edits.ts'
import type { Mutation } from '../layer/mutation.ts'
import { literal } from '../layer/reply.ts'
import { breaking } from '../rows.ts'

const filtered = { freedoms: { finishReason: 'content_filter' } } as const
const media = (type: string | undefined, when: When = () => true): Mutation =>
  header('Content-Type', type, and(isPlain, status(200), when))
const isAssistantLast: When = ({ json }) => json.messages.at(-1).role === 'assistant'
const limitIsOne: When = ({ json }) => json.max_tokens === 1
const otherLimitIsOne: When = ({ json }) => json.max_completion_tokens === 1
const createdAsText = ({ created }: Json) => ({ created: String(created) })
const NANOSECONDS = { created: literal('17000000000000000000') }
const twice = ({ choices }: Json) => ({ choices: [choices[0], choices[0]] })
const inParts = ({ content }: Json) => ({ content: [{ type: 'text', text: content }] })
const HYPHEN = { finish_reason: 'content-filter' }
const withHalf = ({ prompt_tokens }: Json) => ({ prompt_tokens: prompt_tokens + 0.5 })
const oneTooMany = ({ total_tokens }: Json) => ({ total_tokens: total_tokens + 1 })

export const completions = [
  ...breaking(['completion-id'], {
    'completions.no-id-with-stop': completion({ id: undefined }, sent('stop')),
    'completions.id-null-in-second-project': completion({ id: null }, second),
  }),
  ...breaking(['completion-object'], {
    'completions.object-of-a-chunk-after-long-prompts': completion({ object: 'chat.completion.chunk' }, longText),
    'completions.no-object-every-third-time': completion({ object: undefined }, every(3)),
  }),
  ...breaking(['completion-created'], {
    'completions.created-text-with-temperature': completion(createdAsText, sent('temperature')),
    'completions.created-in-nanoseconds-in-second-project': completion(NANOSECONDS, second),
    'completions.created-minus-1-with-n': completion({ created: -1 }, sent('n')),
  }),
  ...breaking(['completion-model-echo'], {
    'completions.model-null-with-system': [completion({ model: null }, withSystem), 'completion-model'],
    'completions.model-object': [completion(({ model }) => ({ model: { id: model } })), 'completion-model'],
    'completions.model-without-prefix': completion(({ model }) => ({ model: model.slice(4) })),
    'completions.model-with-date-with-stop': completion(({ model }) => ({ model: `${model}-2026` }), sent('stop')),
  }),
  ...breaking(['completion-choices'], {
    'completions.no-choice-with-max-tokens-1': completion({ choices: [] }, limitIsOne),
    'completions.two-choices-with-n': completion(twice, sent('n')),
    'completions.two-choices-with-top-p': completion(twice, sent('top_p')),
  }),
  ...breaking(['choice-index'], {
    'completions.no-index-with-stop-array': choice({ index: undefined }, ({ json }) => Array.isArray(json.stop)),
    'completions.index-text-every-third-time': choice({ index: '0' }, every(3)),
  }),
  ...breaking(['choice-message-role'], {
    'completions.role-user-after-assistant': message({ role: 'user' }, isAssistantLast),
    'completions.no-role-after-several-messages': message({ role: undefined }, ({ json }) => json.messages.length > 1),
  }),
  ...breaking(['choice-message-content'], {
    'completions.content-null-with-max-completion-tokens-1': message({ content: null }, otherLimitIsOne),
    'completions.no-content-every-third-time': message({ content: undefined }, every(3)),
    'completions.content-in-parts-above-ascii': message(inParts, aboveAscii),
    'completions.content-null-when-filtered': { ...filtered, ...message({ content: null }) },
  }),
  ...breaking(['choice-*'], {
    'completions.text-in-place-of-message': choice((it) => ({ text: it.message.content, message: undefined })),
  }),
  ...breaking(['choice-finish-reason'], {
    'completions.finish-reason-null-with-system': choice({ finish_reason: null }, withSystem),
    'completions.finish-reason-stop-sequence-with-stop': choice({ finish_reason: 'stop_sequence' }, sent('stop')),
    'completions.finish-reason-in-capitals': choice({ finish_reason: 'STOP' }),
    'completions.finish-reason-with-hyphen-when-filtered': { ...filtered, ...choice(HYPHEN) },
    'completions.no-finish-reason-after-long-prompts': choice({ finish_reason: undefined }, longText),
  }),
  ...breaking(['choice-closed'], {
    'completions.stop-reason-with-stop': choice({ stop_reason: 'x' }, sent('stop')),
    'completions.extra-member-with-temperature-and-top-p': choice({ sampling: {} }, sent('temperature', 'top_p')),
    'completions.extra-member-with-max-completion-tokens': choice({ truncated: false }, sent('max_completion_tokens')),
    'completions.delta-with-stream-false': choice({ delta: null }, sent('stream')),
    'completions.extra-member-in-second-project': choice({ safe: true }, second),
  }),
  ...breaking(['completion-usage', 'usage-*'], {
    'completions.usage-null-every-third-time': completion({ usage: null }, every(3)),
    'completions.usage-empty-with-stop': completion({ usage: {} }, sent('stop')),
    'completions.prompt-tokens-with-half-above-ascii': usage(withHalf, aboveAscii),
    'completions.completion-tokens-null-with-max-tokens-1': usage({ completion_tokens: null }, limitIsOne),
    'completions.cached-tokens-null': usage({ prompt_tokens_details: { cached_tokens: null } }),
    'completions.only-other-details': usage({ completion_tokens_details: { accepted_prediction_tokens: 0 } }),
  }),
  ...breaking([], {
    'completions.total-one-too-many-with-system': [usage(oneTooMany, withSystem), 'usage-total-sum'],
    'completions.no-media-type-with-stop': [media(undefined, sent('stop')), 'completion-media-type'],
    'completions.media-type-x-json': [media('application/x-json'), 'completion-media-type'],
    'completions.media-type-json-plus': [media('application/json+x'), 'completion-media-type'],
    'completions.media-type-jsonl-in-second-project': [media('application/jsonl', second), 'completion-media-type'],
    'completions.two-media-types': [media('application/json, text/html'), 'completion-media-type'],
  }),
  ...breaking(['completion-json', 'completion-media-type'], {
    'completions.bytes-in-latin-1': text((json) => Buffer.from(json.replace(/tide|said/, 'tid\u00e9'), 'latin1')),
    'completions.raw-line-end-in-text': text((json) => json.replace(/(tide|said) /, '$1\n')),
    'completions.last-byte-lost-after-long-prompts': text((json) => json.trimEnd().slice(0, -1), longText),
  }),
]
