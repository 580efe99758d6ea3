import type { Call } from '../call.ts';
import { forgive } from '../edits/decisions.ts';
import { asNumber } from '../integers.ts';
import type { Fault } from '../oddity.ts';
import type { Problem } from '../problems.ts';
import { unapplied } from './breaks.ts';

type Slips = (value: unknown, problem: Problem, call: Call) => boolean;

const numeric: Slips = (value) => typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
const upTo = (most: number): Slips => (value) => (asNumber(value) ?? Number.POSITIVE_INFINITY) <= most;
const downTo = (least: number): Slips => (value) => (asNumber(value) ?? Number.NEGATIVE_INFINITY) >= least;
const is = (...values: unknown[]): Slips => (value) => values.includes(value);
const always: Slips = () => true;
const later: Slips = (_, { param }) => !param.startsWith('messages[0]');
const first: Slips = (_, { param }) => param.startsWith('messages[0]');

/** Fields that gateways of this family often know and this contract does not. */
const COMMON = new Set(['seed', 'user', 'tools', 'tool_choice', 'functions', 'response_format', 'logprobs', 'top_logprobs', 'logit_bias', 'presence_penalty', 'frequency_penalty', 'metadata', 'store', 'service_tier', 'parallel_tool_calls', 'modalities', 'reasoning_effort']);

/** Rules that are applied, yet let something through: `[name, what slips, which rules, when they slip]`. */
const LOOSE: [name: string, shows: string, rules: string[], slips: Slips][] = [
  ['temperature-up-to-two-and-a-half', 'temperature is accepted up to 2.5', ['temperature.max'], upTo(2.5)],
  ['temperature-just-above-two', 'temperature is accepted a hair above 2', ['temperature.max'], upTo(2.01)],
  ['temperature-minus-one', 'temperature is accepted from -1', ['temperature.min'], downTo(-1)],
  ['temperature-just-below-zero', 'temperature is accepted a hair below 0', ['temperature.min'], downTo(-0.01)],
  ['temperature-in-text', 'temperature is accepted as a number in a string', ['temperature.type'], numeric],
  ['temperature-as-boolean', 'temperature is accepted as true or false', ['temperature.type'], is(true, false)],
  ['top-p-zero', 'top_p is accepted at exactly 0', ['top_p.min'], is(0)],
  ['top-p-up-to-two', 'top_p is accepted up to 2', ['top_p.max'], upTo(2)],
  ['top-p-just-above-one', 'top_p is accepted a hair above 1', ['top_p.max'], upTo(1.01)],
  ['top-p-in-text', 'top_p is accepted as a number in a string', ['top_p.type'], numeric],
  ['max-tokens-zero', 'max_tokens is accepted at 0', ['max_tokens.min'], is(0)],
  ['max-tokens-minus-one', 'max_tokens is accepted at -1, for no limit', ['max_tokens.min'], is(-1)],
  ['max-tokens-in-text', 'max_tokens is accepted as digits in a string', ['max_tokens.type'], numeric],
  ['max-tokens-as-boolean', 'max_tokens is accepted as true', ['max_tokens.type'], is(true)],
  ['max-completion-tokens-zero', 'max_completion_tokens is accepted at 0', ['max_completion_tokens.min'], is(0)],
  ['max-completion-tokens-in-text', 'max_completion_tokens is accepted as digits in a string', ['max_completion_tokens.type'], numeric],
  ['integers-rounded', 'integers are read as doubles, so that 9223372036854775808 is its predecessor', ['max_tokens.max', 'max_completion_tokens.max'], (value) => asNumber(value) === 2 ** 63],
  ['n-zero', 'n is accepted at 0', ['n.min'], is(0)],
  ['n-two', 'n is accepted at 2', ['n.max'], is(2)],
  ['n-in-text', 'n is accepted as digits in a string', ['n.type'], is('1')],
  ['n-as-true', 'n is accepted as true', ['n.type'], is(true)],
  ['stream-in-text', 'stream is accepted as "true" or "false"', ['stream.type'], is('true', 'false')],
  ['stream-as-number', 'stream is accepted as 0 or 1', ['stream.type'], is(0, 1)],
  ['include-usage-in-text', 'include_usage is accepted as "true"', ['include_usage.type'], is('true', 'false')],
  ['include-usage-as-number', 'include_usage is accepted as 0 or 1', ['include_usage.type'], is(0, 1)],
  ['stream-options-empty', 'stream_options is accepted without members', ['include_usage.required'], (value) => Object.keys(value as object).length === 0],
  ['stream-options-beside-false', 'stream_options is accepted beside stream false', ['stream_options.alone'], (_, __, { body }) => body?.stream === false],
  ['stream-options-without-stream', 'stream_options is accepted where stream is left out', ['stream_options.alone'], (_, __, { body }) => body !== undefined && !('stream' in body)],
  ['stop-five', 'stop is accepted with five items', ['stop.many'], (value) => (value as unknown[]).length === 5],
  ['stop-later-empty', 'only the first item of stop is looked at', ['stop.item.empty', 'stop.item.type', 'stop.item.null'], (_, { param }) => param !== 'stop[0]'],
  ['stop-object', 'stop is accepted as an object', ['stop.type'], (value) => typeof value === 'object'],
  ['stop-number', 'stop is accepted as a number', ['stop.type'], (value) => typeof value === 'number'],
  ['exclusive-when-equal', 'both limits may stand together when they are equal', ['exclusive'], (_, __, { body }) => body?.max_tokens === body?.max_completion_tokens],
  ['exclusive-when-different', 'both limits may stand together when they differ', ['exclusive'], (_, __, { body }) => body?.max_tokens !== body?.max_completion_tokens],
  ['role-developer', 'the role developer is accepted', ['role.enum'], is('developer')],
  ['role-tool', 'the roles tool and function are accepted', ['role.enum'], is('tool', 'function')],
  ['role-in-capitals', 'roles are accepted in any case', ['role.enum'], (value) => ['system', 'user', 'assistant'].includes(String(value).toLowerCase())],
  ['role-empty', 'an empty role is accepted', ['role.enum'], is('')],
  ['role-later', 'only the first message is asked for its role', ['role.enum', 'role.required', 'role.type', 'role.null'], later],
  ['role-first', 'the first message is not asked for its role', ['role.enum', 'role.required', 'role.type', 'role.null'], first],
  ['content-later', 'only the first message is asked for its content', ['content.required', 'content.type', 'content.empty', 'content.null'], later],
  ['content-first', 'the first message is not asked for its content', ['content.required', 'content.type', 'content.empty', 'content.null'], first],
  ['content-parts', 'content is accepted as an array of parts', ['content.type'], (value) => Array.isArray(value)],
  ['content-number', 'content is accepted as a number', ['content.type'], (value) => typeof value === 'number'],
  ['content-null-of-assistant', 'an assistant message may have content null', ['content.null'], (_, { param }, { body }) => messageAt(body, param)?.role === 'assistant'],
  ['content-empty-of-assistant', 'an assistant message may be empty', ['content.empty'], (_, { param }, { body }) => messageAt(body, param)?.role === 'assistant'],
  ['content-empty-of-system', 'a system message may be empty', ['content.empty'], (_, { param }, { body }) => messageAt(body, param)?.role === 'system'],
  ['message-as-text', 'a message may be a bare string', ['message.type'], (value) => typeof value === 'string'],
  ['messages-as-text', 'messages may be a bare string', ['messages.type'], (value) => typeof value === 'string'],
  ['messages-as-object', 'messages may be a single message', ['messages.type'], (value) => typeof value === 'object'],
  ['model-empty', 'an empty model is accepted', ['model.pattern'], is('')],
  ['model-without-prefix', 'a model is accepted without svc/', ['model.pattern'], (value) => !String(value).startsWith('svc/')],
  ['model-in-capitals', 'a model is accepted in capitals', ['model.pattern'], (value) => /^svc\/[a-z0-9-]+$/.test(String(value).toLowerCase())],
  ['model-with-newline', 'a model is accepted with a line end after it', ['model.pattern'], (value) => /^svc\/[a-z0-9-]+\n$/.test(String(value))],
  ['fields-of-the-family', 'fields that related gateways know are accepted', ['unknown'], (_, { param }) => COMMON.has(param)],
  ['field-user', 'the field user is accepted', ['unknown'], (_, { param }) => param === 'user'],
  ['unknown-null', 'an unknown field is accepted when it is null', ['unknown'], (value) => value === null],
  ['unknown-object', 'an unknown field is accepted when it is an object', ['unknown'], (value) => typeof value === 'object' && value !== null],
  ['message-name', 'a message may have a name', ['message.unknown'], (_, { param }) => param.endsWith('.name')],
  ['unknown-in-later-messages', 'only the first message is asked for unknown members', ['message.unknown'], later],
];

/** Null treated as if the field were left out, in whole families. */
const NULLS: [name: string, shows: string, rules: string[]][] = [
  ['null-numbers', 'numbers may be null', ['temperature.null', 'top_p.null', 'max_tokens.null', 'max_completion_tokens.null', 'n.null']],
  ['null-options', 'stream, stream_options and stop may be null', ['stream.null', 'stream_options.null', 'stop.null']],
  ['null-inside', 'what stands inside messages and options may be null', ['role.null', 'content.null', 'include_usage.null', 'stop.item.null']],
];

/** Rules that are applied to most of what they forbid. */
export const loosenedFaults: readonly Fault[] = [
  ...LOOSE.map(
    ([name, shows, rules, slips]): Fault => ({
      name: `lets-pass-${name}`,
      breaks: unapplied(...rules),
      shows,
      apply: forgive((problem, call) => rules.includes(problem.rule) && slips(valueAt(call.body, problem.param), problem, call)),
    }),
  ),
  ...NULLS.map(([name, shows, rules]): Fault => ({ name: `lets-pass-${name}`, breaks: unapplied(...rules), shows, apply: forgive(({ rule }) => rules.includes(rule)) })),
];

/** The value that a param points to; what is missing is told by its parent. */
function valueAt(body: Call['body'], param: string): unknown {
  let value: unknown = body;
  for (const step of param.replaceAll(/\[(\d+)\]/g, '.$1').split('.')) {
    const inner = (value as Record<string, unknown> | undefined)?.[step];
    if (inner === undefined) return value;
    value = inner;
  }
  return value;
}

function messageAt(body: Call['body'], param: string): { role?: unknown } | undefined {
  const at = Number(/^messages\[(\d+)\]/.exec(param)?.[1]);
  return (body?.messages as { role?: unknown }[] | undefined)?.[at];
}
