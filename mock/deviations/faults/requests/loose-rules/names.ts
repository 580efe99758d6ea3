import { isObject } from '../../../../core/request/body.ts'
import { type Apply, breaking, type Worded } from '../../../deviation.ts'
import { instead } from '../../../edits/instead.ts'
import { exempting, letsPass, loose } from './accept-wrong.ts'
import { type Exempt, isBoolean, isList, isNumber, isText, isTextList, named, where } from './values.ts'

const KNOWN = new Set(
  'model messages temperature top_p max_tokens max_completion_tokens stream stream_options n stop'.split(' '),
)
const NESTED = new Set(['role', 'content', 'include_usage'])
const OF_RESPONSES = new Set(['id', 'object', 'created', 'choices', 'usage', 'finish_reason', 'error', 'message'])
const LIMITS = ['max_output_tokens', 'max_new_tokens', 'maxTokens']
const OF_VENDORS = /^(x[_-]|vendor_|extra_|openai_)/i

const name = (passes: (name: string) => boolean): Apply => exempting('unknown', named(passes))
const placed = (at: number): Exempt => {
  return (_, { param }, { body }) => Object.keys(body ?? {}).at(at) === param
}
const isCutOff = (name: string): boolean => name.length > 2 && [...KNOWN].some((known) => known.startsWith(name))
const isFolded = (name: string): boolean => /[\u017f\u212a]/.test(name) && KNOWN.has(name.toUpperCase().toLowerCase())

/** Accepts these fields only with values of their type, like a gateway that supports them. */
const supports = (test: (value: unknown) => boolean, ...names: string[]): Worded =>
  letsPass('unknown', (value, { param }) => names.includes(param) && test(value))

/** Unknown fields that are accepted because of their name, their position, or neighbouring fields (4.2, rule 1). */
export const faults = () => [
  breaking(['request-closed', 'stream-invalid-request'], name, {
    'lets-pass-unknown-empty-name: a field without a name is accepted': (name) => name === '',
    'lets-pass-unknown-beyond-ascii: a field whose name is not ASCII is accepted': (name) => /[^\0-\x7f]/.test(name),
    'lets-pass-unknown-long-name: a field with a name above forty characters is accepted': (name) => name.length > 40,
    'lets-pass-unknown-of-answers: fields of responses are accepted in requests': (name) => OF_RESPONSES.has(name),
    'lets-pass-unknown-of-vendors: fields with the prefix of a vendor are accepted': (name) => OF_VENDORS.test(name),
    'lets-pass-known-in-another-case: known fields are accepted in any case': (name) => KNOWN.has(name.toLowerCase()),
    'lets-pass-known-cut-off: the beginning of a known field is accepted': isCutOff,
    'lets-pass-known-in-folded-letters: letters that fold to s and k are accepted': isFolded,
    'lets-pass-known-before-a-zero: a name ends at U+0000': (name) => KNOWN.has(name.replace(/\0.*/s, '')),
    'lets-pass-known-with-blanks: known fields are accepted with blanks around them': (name) => KNOWN.has(name.trim()),
  }),
  breaking(['request-closed', 'stream-invalid-request'], renamed(KNOWN), {
    'reads-names-in-any-case: names are read in any case, as encoding/json of Go does': (name) => name.toLowerCase(),
    'reads-names-with-hyphens: a hyphen in a name is read as an underscore': (name) => name.replaceAll('-', '_'),
  }),
  breaking(['message-role', 'message-content', 'request-stream-options'], renamed(NESTED), {
    'reads-nested-names-in-any-case: names in messages are read in any case': (name) => name.toLowerCase(),
  }),
  breaking(['stream-invalid-request'], loose('unknown'), {
    'lets-pass-unknown-first: an unknown field is accepted before all others': placed(0),
    'lets-pass-unknown-last: an unknown field is accepted after all others': placed(-1),
    'lets-pass-unknown-after-nine: an unknown field is accepted after nine others': placed(9),
    'lets-pass-unknown-beside-stop: an unknown field is accepted next to stop': where((body) => 'stop' in body),
  }),
  // Accept fields of related APIs, but only with values that those APIs accept.
  breaking(['stream-invalid-request'], {
    'supports-seed: seed may be a number': supports(isNumber, 'seed'),
    'supports-user: user may be a text': supports(isText, 'user'),
    'supports-penalties: penalties may be numbers': supports(isNumber, 'frequency_penalty', 'presence_penalty'),
    'supports-tools: tools may be a list': supports(isList, 'tools', 'functions'),
    'supports-tool-choice: tool_choice may be a word': supports(isText, 'tool_choice', 'function_call'),
    'supports-parallel-tool-calls: it may be true or false': supports(isBoolean, 'parallel_tool_calls'),
    'supports-response-format: response_format may be an object': supports(isObject, 'response_format'),
    'supports-logprobs: logprobs may be true or false': supports(isBoolean, 'logprobs'),
    'supports-top-logprobs: top_logprobs may be a number': supports(isNumber, 'top_logprobs'),
    'supports-logit-bias: logit_bias may be an object': supports(isObject, 'logit_bias'),
    'supports-metadata: metadata may be an object': supports(isObject, 'metadata'),
    'supports-store: store may be true or false': supports(isBoolean, 'store'),
    'supports-store-false: store may be false': supports((value) => value === false, 'store'),
    'supports-drop-params: drop_params may be true': supports((value) => value === true, 'drop_params'),
    'supports-service-tier: service_tier may be a word': supports(isText, 'service_tier'),
    'supports-reasoning-effort: it may be a word': supports(isText, 'reasoning_effort', 'verbosity'),
    'supports-best-of: best_of may be a number': supports(isNumber, 'best_of'),
    'supports-echo: echo may be true or false': supports(isBoolean, 'echo'),
    'supports-prompt: prompt and input may be a text': supports(isText, 'prompt', 'input'),
    'supports-instructions: they may be a text': supports(isText, 'instructions', 'system'),
    'supports-top-k: top_k and min_p may be numbers': supports(isNumber, 'top_k', 'min_p'),
    'supports-stop-sequences: they may be a list of texts': supports(isTextList, 'stop_sequences'),
    'supports-other-limits: limits of other APIs may be numbers': supports(isNumber, ...LIMITS),
    'supports-options: options of a local server may be an object': supports(isObject, 'options'),
    'supports-keep-alive: keep_alive and format may be texts': supports(isText, 'keep_alive', 'format'),
    'supports-think: think may be true or false': supports(isBoolean, 'think', 'enable_thinking'),
    'supports-thinking: thinking may be an object': supports(isObject, 'thinking', 'reasoning'),
    'supports-chat-template: its values may be an object': supports(isObject, 'chat_template_kwargs'),
    'supports-extra-body: extras of clients may be objects': supports(isObject, 'extra_body', 'extra_headers'),
  }),
]

/** Maps the names of fields to others, if those are known. */
function renamed(known: ReadonlySet<string>): (as: (name: string) => string) => Apply {
  return (as) =>
    instead('parseBody', (plain, text, call) => {
      const read = text?.replaceAll(/"([A-Za-z_-]+)"(?=\s*:)/g, (written, name) =>
        known.has(as(name)) ? `"${as(name)}"` : written,
      )
      return read === text ? plain() : plain(read, call)
    })
}
