import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mockForFile, post, valid } from './asking.ts';

const mock = await mockForFile();
const message = (changes: object) => ({ messages: [{ role: 'user', content: 'x' }, { role: 'user', content: 'x', ...changes }] });
const streamed = (changes: object) => ({ stream: true, ...changes });

/** What is refused, the param that names it and the code. */
const REFUSED: [changes: Record<string, unknown>, param: string, code: string][] = [
  [{ model: undefined }, 'model', 'missing_field'],
  [{ model: 7 }, 'model', 'wrong_type'],
  [{ model: 'gpt-4' }, 'model', 'invalid_value'],
  [{ model: 'svc/UPPER' }, 'model', 'invalid_value'],
  [{ model: 'svc/echo-1\n' }, 'model', 'invalid_value'],
  [{ model: 'svc/' }, 'model', 'invalid_value'],
  [{ messages: undefined }, 'messages', 'missing_field'],
  [{ messages: [] }, 'messages', 'wrong_count'],
  [{ messages: {} }, 'messages', 'wrong_type'],
  [{ messages: 'x' }, 'messages', 'wrong_type'],
  [{ messages: ['x'] }, 'messages[0]', 'wrong_type'],
  [{ messages: [null] }, 'messages[0]', 'null_field'],
  [{ messages: [[]] }, 'messages[0]', 'wrong_type'],
  [message({ role: undefined }), 'messages[1].role', 'missing_field'],
  [message({ role: 'developer' }), 'messages[1].role', 'invalid_value'],
  [message({ role: 'User' }), 'messages[1].role', 'invalid_value'],
  [message({ role: 1 }), 'messages[1].role', 'wrong_type'],
  [message({ role: null }), 'messages[1].role', 'null_field'],
  [message({ content: undefined }), 'messages[1].content', 'missing_field'],
  [message({ content: '' }), 'messages[1].content', 'empty_value'],
  [message({ content: null }), 'messages[1].content', 'null_field'],
  [message({ content: [{ type: 'text', text: 'x' }] }), 'messages[1].content', 'wrong_type'],
  [message({ name: 'x' }), 'messages[1].name', 'unknown_field'],
  [{ temperature: -0.001 }, 'temperature', 'out_of_range'],
  [{ temperature: 2.001 }, 'temperature', 'out_of_range'],
  [{ temperature: '1' }, 'temperature', 'wrong_type'],
  [{ top_p: 0 }, 'top_p', 'out_of_range'],
  [{ top_p: 1.001 }, 'top_p', 'out_of_range'],
  [{ top_p: true }, 'top_p', 'wrong_type'],
  [{ max_tokens: 0 }, 'max_tokens', 'out_of_range'],
  [{ max_tokens: -1 }, 'max_tokens', 'out_of_range'],
  [{ max_tokens: 1.5 }, 'max_tokens', 'wrong_type'],
  [{ max_tokens: '5' }, 'max_tokens', 'wrong_type'],
  [{ max_completion_tokens: 0 }, 'max_completion_tokens', 'out_of_range'],
  [{ max_completion_tokens: {} }, 'max_completion_tokens', 'wrong_type'],
  [{ max_tokens: 1, max_completion_tokens: 1 }, 'max_completion_tokens', 'exclusive_fields'],
  [{ stream: 'true' }, 'stream', 'wrong_type'],
  [{ stream: 1 }, 'stream', 'wrong_type'],
  [{ stream_options: { include_usage: true } }, 'stream_options', 'stream_options_without_stream'],
  [{ stream: false, stream_options: { include_usage: true } }, 'stream_options', 'stream_options_without_stream'],
  [streamed({ stream_options: {} }), 'stream_options.include_usage', 'missing_field'],
  [streamed({ stream_options: [] }), 'stream_options', 'wrong_type'],
  [streamed({ stream_options: { include_usage: null } }), 'stream_options.include_usage', 'null_field'],
  [streamed({ stream_options: { include_usage: 'yes' } }), 'stream_options.include_usage', 'wrong_type'],
  [streamed({ stream_options: { include_usage: true, x: 1 } }), 'stream_options.x', 'unknown_field'],
  [{ n: 0 }, 'n', 'out_of_range'],
  [{ n: 2 }, 'n', 'out_of_range'],
  [{ n: '1' }, 'n', 'wrong_type'],
  [{ stop: '' }, 'stop', 'empty_value'],
  [{ stop: [] }, 'stop', 'wrong_count'],
  [{ stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop', 'wrong_count'],
  [{ stop: ['a', ''] }, 'stop[1]', 'empty_value'],
  [{ stop: [null] }, 'stop[0]', 'null_field'],
  [{ stop: [1] }, 'stop[0]', 'wrong_type'],
  [{ stop: 5 }, 'stop', 'wrong_type'],
  [{ seed: 1 }, 'seed', 'unknown_field'],
  [{ constructor: 1 }, 'constructor', 'unknown_field'],
  ...['model', 'messages', 'temperature', 'top_p', 'max_tokens', 'max_completion_tokens', 'stream', 'n', 'stop', 'seed'].map(
    (name): [Record<string, unknown>, string, string] => [{ [name]: null }, name, name === 'seed' ? 'unknown_field' : 'null_field'],
  ),
];

for (const [changes, param, code] of REFUSED) {
  test(`${JSON.stringify(changes)} is refused for ${param}`, async () => {
    const { status, json } = await post(mock.url, valid(changes));
    assert.equal(status, 400);
    assert.deepEqual(Object.keys(json), ['error']);
    assert.deepEqual({ ...json.error, message: '' }, { message: '', type: 'invalid_request_error', param, code });
    assert.match(json.error.message, new RegExp(`${param.replace(/[[\].]/g, '\\$&')}: `));
  });
}

const ACCEPTED: Record<string, unknown>[] = [
  { temperature: 0 },
  { temperature: 2 },
  { top_p: 1 },
  { top_p: 1e-9 },
  { max_tokens: 1 },
  { max_completion_tokens: 1 },
  { stream: false },
  streamed({ stream_options: { include_usage: false } }),
  { n: 1 },
  { stop: 'x' },
  { stop: ['a'] },
  { stop: ['a', 'b', 'c', 'd'] },
  { messages: [{ role: 'system', content: 'x' }] },
  { messages: [{ role: 'assistant', content: 'x' }] },
  { messages: [{ role: 'user', content: ' ' }, { role: 'user', content: 'x' }, { role: 'assistant', content: 'x' }] },
];

for (const changes of ACCEPTED) {
  test(`${JSON.stringify(changes)} is accepted`, async () => {
    assert.equal((await post(mock.url, valid(changes))).status, 200);
  });
}

test('one message names every problem and how to mend it', async () => {
  const { json } = await post(mock.url, valid({ temperature: 3, seed: 1, n: 2 }));
  for (const word of ['temperature', 'seed', 'n', 'from 0 to 2', 'leave it out']) assert.ok(json.error.message.includes(word), word);
});

test('many problems make no endless message, and strange names none that is odd', async () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x${at}`, at]));
  assert.ok((await post(mock.url, valid(many))).json.error.message.length < 1000);
  const { error } = (await post(mock.url, valid({ [`\u0000\n🎉${'y'.repeat(500)}`]: 1 }))).json;
  assert.ok(error.param.length <= 64 && /^[\x20-\x7e]+$/.test(error.param));
});

test('no message holds a phrase that client libraries act upon', async () => {
  const { error } = (await post(mock.url, valid({ messages: [{ role: 'assistant', content: 'x', tool_calls: [] }] }))).json;
  assert.equal(error.param, 'messages[0].tool_calls');
  assert.doesNotMatch(error.message, /tool_calls|quota|billing|rate limit|try again|context length/);
});
