import type { JsonObject } from '../body.ts';
import type { Call } from '../call.ts';
import { refuse } from '../edits/decisions.ts';
import { asNumber } from '../integers.ts';
import type { Fault } from '../oddity.ts';
import { unique, VALID } from './breaks.ts';

type Valid = (body: JsonObject, call: Call) => boolean;
interface Message {
  role: string;
  content: string;
}

const has = (name: string): Valid => (body) => name in body;
const number = (name: string, test: (value: number) => boolean): Valid => (body) => {
  const value = asNumber(body[name]);
  return value !== undefined && test(value);
};
const messages = (test: (all: Message[]) => boolean): Valid => (body) => test(body.messages as Message[]);
const message = (test: (one: Message) => boolean): Valid => messages((all) => all.some(test));
const stops = (test: (all: string[]) => boolean): Valid => (body) => Array.isArray(body.stop) && test(body.stop);
const header = (name: string, test: (value: string) => boolean): Valid => (_, { head }) => test(head.header(name) ?? '');

const LIMIT = ['request-max-completion-tokens'];

/** Valid requests that are refused with 400: `[name, what, the field that is blamed, when, what it breaks]`. */
const REFUSED: [name: string, shows: string, field: string, when: Valid, breaks: readonly string[]][] = [
  ['temperature-zero', 'temperature 0 is refused', 'temperature', number('temperature', (value) => value === 0), ['request-temperature']],
  ['temperature-two', 'temperature 2 is refused', 'temperature', number('temperature', (value) => value === 2), ['request-temperature']],
  ['temperature-above-one', 'temperature above 1 is refused', 'temperature', number('temperature', (value) => value > 1), ['request-temperature']],
  ['top-p-one', 'top_p 1 is refused', 'top_p', number('top_p', (value) => value === 1), ['request-top-p']],
  ['top-p-small', 'top_p below 0.1 is refused', 'top_p', number('top_p', (value) => value < 0.1), ['request-top-p']],
  ['temperature-beside-top-p', 'temperature and top_p together are refused', 'top_p', (body) => 'temperature' in body && 'top_p' in body, ['request-top-p', 'request-temperature']],
  ['max-tokens-one', 'max_tokens 1 is refused', 'max_tokens', number('max_tokens', (value) => value === 1), ['request-max-tokens', 'request-n']],
  ['max-completion-tokens', 'max_completion_tokens is refused', 'max_completion_tokens', has('max_completion_tokens'), LIMIT],
  ['max-completion-tokens-one', 'max_completion_tokens 1 is refused', 'max_completion_tokens', number('max_completion_tokens', (value) => value === 1), LIMIT],
  ['n-one', 'n 1 is refused', 'n', has('n'), ['request-n']],
  ['stop-string', 'stop is refused as a string', 'stop', (body) => typeof body.stop === 'string', ['request-stop']],
  ['stop-array', 'stop is refused as an array', 'stop', stops(() => true), ['request-stop']],
  ['stop-of-one', 'a stop array of one item is refused', 'stop', stops((all) => all.length === 1), ['request-stop']],
  ['stop-of-four', 'a stop array of four items is refused', 'stop', stops((all) => all.length === 4), ['request-stop']],
  ['stop-of-one-character', 'a stop text of one character is refused', 'stop', (body) => [body.stop].flat().some((text) => typeof text === 'string' && text.length === 1), ['request-stop']],
  ['stream-false', 'stream false is refused', 'stream', (body) => body.stream === false, ['request-stream']],
  ['include-usage-true', 'include_usage true is refused', 'stream_options', (body) => usage(body) === true, ['request-stream-options']],
  ['include-usage-false', 'include_usage false is refused', 'stream_options', (body) => usage(body) === false, ['request-stream-options']],
  ['role-system', 'the role system is refused', 'messages', message(({ role }) => role === 'system'), ['message-role', 'message-role-order', 'request-messages']],
  ['role-assistant', 'the role assistant is refused', 'messages', message(({ role }) => role === 'assistant'), ['message-role', 'message-role-order', 'request-messages']],
  ['system-alone', 'messages of the system alone are refused', 'messages', messages((all) => all.every(({ role }) => role === 'system')), ['message-role-order', 'message-role']],
  ['assistant-last', 'an assistant message at the end is refused', 'messages', messages((all) => all.at(-1)?.role === 'assistant'), ['message-role-order', 'message-role']],
  ['two-users-in-a-row', 'two user messages in a row are refused', 'messages', messages((all) => all.some(({ role }, at) => role === 'user' && all[at - 1]?.role === 'user')), ['message-role-order', 'request-messages']],
  ['no-user', 'messages without a user are refused', 'messages', messages((all) => all.every(({ role }) => role !== 'user')), ['message-role-order', 'message-role']],
  ['content-of-one-character', 'content of one character is refused', 'messages', message(({ content }) => content.length === 1), ['message-content']],
  ['content-of-white-space', 'content of white space is refused', 'messages', message(({ content }) => content.trim() === ''), ['message-content']],
  ['content-beyond-ascii', 'content beyond ASCII is refused', 'messages', message(({ content }) => /[^\0-\x7f]/.test(content)), ['message-content', 'stream-text-whole']],
  ['top-p-without-temperature', 'top_p is refused without temperature', 'temperature', (body) => 'top_p' in body && !('temperature' in body), ['request-defaults', 'request-top-p']],
  ['stop-without-max-tokens', 'stop is refused without max_tokens', 'max_tokens', (body) => 'stop' in body && !('max_tokens' in body || 'max_completion_tokens' in body), ['request-defaults', 'request-stop']],
  ['stream-without-options', 'stream true is refused without stream_options', 'stream_options', (body) => body.stream === true && !('stream_options' in body), ['request-defaults', 'request-stream', 'client-headers-tolerated', 'request-messages', 'request-size-accepted', 'model-not-authorized', 'unavailable-503']],
  ['without-output-limit', 'requests without an output limit are refused', 'max_tokens', (body) => !('max_tokens' in body || 'max_completion_tokens' in body), ['request-defaults']],
  ['accept-anything', 'an Accept that does not name the type of the answer is refused', 'accept', header('accept', (value) => value !== '' && !/json|event-stream|\*\/\*/.test(value)), ['client-headers-tolerated']],
  ['accept-json-for-streams', 'a stream is refused to who accepts JSON only', 'accept', (body, call) => body.stream === true && header('accept', (value) => value === 'application/json')(body, call), ['client-headers-tolerated']],
  ['headers-of-client-libraries', 'headers of client libraries are refused', 'x-stainless-lang', (_, { head }) => ['x-stainless-lang', 'x-stainless-retry-count', 'openai-organization', 'openai-beta'].some((name) => head.header(name) !== undefined), ['client-headers-tolerated']],
  ['charset-of-the-request', 'a charset on the Content-Type is refused', 'content-type', header('content-type', (value) => /charset/i.test(value)), ['client-headers-tolerated']],
  ['stream-for-second-project', 'streams are refused to the second project', 'stream', (body, { project }) => body.stream === true && project?.ordinal === 1, ['request-stream', 'auth-project-catalog']],
];

/** Requests that the contract lets pass and this gateway does not. */
export const refusedFaults: readonly Fault[] = REFUSED.map(([name, shows, field, when, breaks]) => ({
  name: `refuses-${name}`,
  breaks: unique([...breaks, ...VALID]),
  shows,
  apply: refuse((body, call) => when(body, call) && field),
}));

function usage({ stream_options }: JsonObject): unknown {
  return (stream_options as { include_usage?: unknown } | undefined)?.include_usage;
}
