import type { RequirementId } from '../../../../../schemas/requirement-ids.ts'
import { asNumber } from '../../../../core/request/exact-integers.ts'
import { type Apply, breaking } from '../../../deviation.ts'
import { letPass } from './let-pass.ts'

const CLOSED: readonly RequirementId[] = ['request-closed', 'request-closed-likely', 'stream-invalid-request']

type Test = (value: unknown) => boolean
const isText: Test = (value) => typeof value === 'string'
const isBoolean: Test = (value) => typeof value === 'boolean'
const isNumber: Test = (value) => asNumber(value) !== undefined
const isList: Test = (value) => Array.isArray(value)
const isObject: Test = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isTextList: Test = (value) => Array.isArray(value) && value.every(isText)

/** Knows these fields, and refuses values of another type in them, as a gateway does that supports them. */
const supports = (test: Test, ...names: string[]): Apply =>
  letPass('unknown', (value, { param }) => names.includes(param) && test(value))

/** Fields of related APIs that are accepted with values that those APIs accept, and with no other (4.2, rule 1). */
export const faults = () => [
  breaking(CLOSED, {
    'supports-seed': ['seed may be a number', supports(isNumber, 'seed')],
    'supports-user': ['user may be a text', supports(isText, 'user')],
    'supports-penalties': ['penalties may be numbers', supports(isNumber, 'frequency_penalty', 'presence_penalty')],
    'supports-tools': ['tools may be a list', supports(isList, 'tools', 'functions')],
    'supports-tool-choice': ['tool_choice may be a word', supports(isText, 'tool_choice', 'function_call')],
    'supports-parallel-tool-calls': ['it may be true or false', supports(isBoolean, 'parallel_tool_calls')],
    'supports-response-format': ['response_format may be an object', supports(isObject, 'response_format')],
    'supports-logprobs': ['logprobs may be true or false', supports(isBoolean, 'logprobs')],
    'supports-top-logprobs': ['top_logprobs may be a number', supports(isNumber, 'top_logprobs')],
    'supports-logit-bias': ['logit_bias may be an object', supports(isObject, 'logit_bias')],
    'supports-metadata': ['metadata may be an object', supports(isObject, 'metadata')],
    'supports-store': ['store may be true or false', supports(isBoolean, 'store')],
    'supports-service-tier': ['service_tier may be a word', supports(isText, 'service_tier')],
    'supports-reasoning-effort': ['it may be a word', supports(isText, 'reasoning_effort', 'verbosity')],
    'supports-best-of': ['best_of may be a number', supports(isNumber, 'best_of')],
    'supports-echo': ['echo may be true or false', supports(isBoolean, 'echo')],
    'supports-prompt': ['prompt and input may be a text', supports(isText, 'prompt', 'input')],
    'supports-instructions': ['they may be a text', supports(isText, 'instructions', 'system')],
    'supports-top-k': ['top_k and min_p may be numbers', supports(isNumber, 'top_k', 'min_p')],
    'supports-stop-sequences': ['they may be a list of texts', supports(isTextList, 'stop_sequences')],
    'supports-other-limits': [
      'limits of other APIs may be numbers',
      supports(isNumber, 'max_output_tokens', 'max_new_tokens', 'maxTokens'),
    ],
    'supports-options': ['options of a local server may be an object', supports(isObject, 'options')],
    'supports-keep-alive': ['keep_alive and format may be texts', supports(isText, 'keep_alive', 'format')],
    'supports-think': ['think may be true or false', supports(isBoolean, 'think', 'enable_thinking')],
    'supports-thinking': ['thinking may be an object', supports(isObject, 'thinking', 'reasoning')],
    'supports-chat-template': ['its values may be an object', supports(isObject, 'chat_template_kwargs')],
    'supports-extra-body': [
      'what client libraries call extra may be an object',
      supports(isObject, 'extra_body', 'extra_headers'),
    ],
  }),
]
