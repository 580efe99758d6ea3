/**
 * Kinds of responses. They are determined by the request and the response of the gateway behind the layer, so they are
 * the same for every caller.
 */
import type { Ask } from '../red-team/layer/ask.ts'
import {
  and,
  hasUnknown,
  isChat,
  isModels,
  isPlain,
  isStream,
  type Json,
  status,
  type When,
} from '../red-team/layer/conditions.ts'

/** The form of the responses of a kind. */
export type Form = 'list' | 'completion' | 'stream' | 'error'

/** How much of a request determines the kind: for example, the head alone shows a wrong key. */
export type Reach = 'head' | 'body'

export interface Kind {
  readonly name: string
  readonly form: Form
  readonly reach: Reach
  readonly weight: number
  readonly when: When
  /** Whether no run with only one key can show it. */
  readonly beyondOneKey?: true
  /** The rule by which the request is invalid, so that accepting it is a breach. */
  readonly refuses?: 'request' | 'key' | 'model' | 'size'
}

/** A request that is refused because of its body. If a condition throws, it does not hold. */
const rule = (name: string, weight: number, wrong: (json: Json, ask: Ask) => boolean, reach: Reach = 'body'): Kind => ({
  name: `400 for ${name}`,
  form: 'error',
  reach,
  weight,
  when: and(isChat, status(400), (ask) => wrong(ask.json, ask)),
  refuses: 'request',
})

const limits = ['max_tokens', 'max_completion_tokens']
const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const whole = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1

const isNoObject = (json: Json): boolean => json === undefined || typeof json !== 'object' || Array.isArray(json)
const isRole = ({ role }: Json): boolean => ['system', 'user', 'assistant'].includes(role)
const isListOfStops = (stop: unknown): boolean =>
  Array.isArray(stop) && stop.length >= 1 && stop.length <= 4 && stop.every(isText)

const rules: readonly Kind[] = [
  rule('temperature', 3, ({ temperature: at }) => at !== undefined && !(typeof at === 'number' && at >= 0 && at <= 2)),
  rule('top_p', 3, ({ top_p: at }) => at !== undefined && !(typeof at === 'number' && at > 0 && at <= 1)),
  rule('a limit of tokens', 3, (json) => limits.some((name) => name in json && !whole(json[name]))),
  rule('two limits at once', 2, (json) => limits.every((name) => name in json)),
  rule('n', 2, ({ n }) => n !== undefined && n !== 1),
  rule('stop', 2, ({ stop }) => stop !== undefined && !isText(stop) && !isListOfStops(stop)),
  rule('an unknown field', 4, hasUnknown),
  rule('null', 3, (json) => Object.values(json).includes(null)),
  rule('stream', 1, ({ stream }) => stream !== undefined && typeof stream !== 'boolean'),
  rule('stream_options without stream', 2, (json) => 'stream_options' in json && json.stream !== true),
  rule('messages', 2, ({ messages }) => !Array.isArray(messages) || messages.length === 0),
  rule('a role', 2, ({ messages }) => !messages.every(isRole)),
  rule('content', 2, ({ messages }) => messages.some(({ content }: Json) => !isText(content))),
  rule('model', 1, ({ model }) => typeof model !== 'string'),
  rule('what is not a JSON object', 1, isNoObject, 'head'),
]

const error = (name: string, weight: number, reach: Reach, when: When, more: Partial<Kind> = {}): Kind => {
  return { name, form: 'error', reach, weight, when, ...more }
}

/** Weighted by what breaks in practice: mostly successful responses, then refusals that callers often meet. */
export const kinds: readonly Kind[] = [
  { name: 'list', form: 'list', reach: 'head', weight: 14, when: and(isModels, status(200)) },
  { name: 'completion', form: 'completion', reach: 'body', weight: 28, when: and(isPlain, status(200)) },
  { name: 'stream', form: 'stream', reach: 'body', weight: 30, when: and(isStream, status(200)) },
  error('400', 8, 'body', and(isChat, status(400))),
  ...rules,
  error('401 of the list', 6, 'head', and(isModels, status(401)), { refuses: 'key' }),
  error('401 of completions', 8, 'head', and(isChat, status(401)), { refuses: 'key' }),
  error('404', 6, 'body', and(isChat, status(404)), { refuses: 'model' }),
  error('413', 4, 'head', and(isChat, status(413)), { refuses: 'size' }),
  error('403', 2, 'body', and(isChat, status(403)), { beyondOneKey: true }),
  error('429', 3, 'body', and(isChat, status(429)), { beyondOneKey: true }),
  error('500', 1, 'body', and(isChat, status(500)), { beyondOneKey: true }),
  error('503', 3, 'body', and(isChat, status(503)), { beyondOneKey: true }),
]
