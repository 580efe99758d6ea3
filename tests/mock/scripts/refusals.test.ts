import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createMock,
  fail,
  fault,
  limit,
  pause,
  reply,
  startMock,
  startWorkers,
  stream,
  unavailable,
} from '../../../mock/index.ts'
import { gatewayHandlers } from '../../../mock/msw.ts'
import { mockForFile } from '../asking.ts'

const mock = await mockForFile()

const loose = {} as never
const using = (usage: object) => reply('x', { usage: usage as never })
const when = (matcher: object) => mock.project().when(matcher)
const mockWith = (options: object) => createMock(options)
const refusals: [string, () => unknown, RegExp][] = [
  ['reply', () => reply(7 as never), /The text of a reply is of type number; write a text/],
  ['reply', () => reply('\ud83d'), /The text of a reply holds half a character/],
  ['reply', () => reply('x', { finish: 'tool_calls' as never }), /finish is "tool_calls"; write one of stop, length/],
  ['reply', () => reply('x', { usage: 'none' as never }), /usage is "none"; write one of unknown/],
  ['reply', () => using({ prompt: -1, completion: 1 }), /usage\.prompt is -1; write a whole number from 0/],
  ['reply', () => using({ prompt: 1, completion: 1.5 }), /usage\.completion is 1\.5; write/],
  ['reply', () => using({ prompt: 1 }), /usage\.completion is undefined; write/],
  ['reply', () => using({ prompt: 1, completion: 2 ** 53 }), /usage\.completion is 9007199254740992; .* as a bigint/],
  ['reply', () => using({ prompt: 1n << 63n, completion: 0 }), /usage\.prompt is 9223372036854775808n; write/],
  ['reply', () => using({ prompt: 1n << 62n, completion: 1n << 62n }), /more than 2\^63 - 1 together; lower/],
  ['reply', () => using({ prompt: 1, completion: 1, cached: -1 }), /usage\.cached is -1; write/],
  ['reply', () => using({ prompt: 1, completion: 1, total: 2 }), /usage knows no total; it takes prompt/],
  ['reply', () => reply('x', { created: -1 }), /created is -1; write a whole number from 0/],
  ['reply', () => reply('x', { usge: loose } as never), /reply\(\) knows no usge; it takes finish, usage, created/],
  ['stream', () => stream(undefined as never), /The text of a stream is of type undefined; write a text/],
  ['stream', () => stream(['a', 7 as never]), /Text 2 of a stream is of type number; write a text/],
  ['stream', () => stream(['\ud83d', '\ude00']), /Text 1 of a stream holds half a character .* between characters/],
  ['stream', () => stream('x', { gap: '1' as never }), /1 is not a duration; write milliseconds/],
  ['stream', () => stream('x', { first: -1 }), /-1 is not a duration/],
  ['stream', () => stream('x', { pace: 1 } as never), /stream\(\) knows no pace; it takes/],
  ['pause', () => pause('soon' as never), /soon is not a duration; write milliseconds/],
  ['fail', () => fail(502 as never), /The error is 502; write one of 400, 401, 403, 404, 413, 429, 500, 503/],
  ['fail', () => fail('gateway' as never), /The error is "gateway"; write one of/],
  ['fail', () => fail(500, { message: '' }), /message is empty; write some text or leave it out/],
  ['fail', () => fail(500, { code: '' }), /code is empty/],
  ['fail', () => fail(400, { param: '' }), /param is empty/],
  ['fail', () => fail(400, { param: 7 as never }), /param is of type number/],
  [
    'fail',
    () => fail(400, { retryAfter: 1 }),
    /retryAfter has no meaning with 400; leave it out, or use it with 429 or 503/,
  ],
  ['fail', () => fail(500, { status: 502 } as never), /fail\(\) knows no status/],
  ['limit', () => limit({ retryAfter: 0 }), /retryAfter is 0; write a whole number from 1/],
  ['limit', () => limit({ retryAfter: 1.5 }), /retryAfter is 1\.5/],
  ['limit', () => limit({ retryAfter: '1s' as never }), /retryAfter is "1s"/],
  ['unavailable', () => unavailable({ retryAfter: -1 }), /retryAfter is -1/],
  [
    'fault',
    () => fault('nothing', reply('x')),
    /There is no fault called nothing; svc-conformance list faults shows all/,
  ],
  ['times', () => reply('x').times(0), /The number of times is 0; write a whole number from 1/],
  ['with', () => reply('x').with((() => undefined) as never), /with\(\) takes disturbances, such as cut\(\)/],
  ['always', () => mock.project().always(reply('x').times(2)), /always\(\) never ends; leave times\(\) out/],
  ['when', () => when({ modle: 'x' }), /when\(\) knows no modle; it takes model, stream/],
  ['when', () => when({ operation: 'list' }), /operation is "list"; write one of completion, models/],
  ['when', () => when({ text: { pattern: '' } }), /pattern is empty; write some text/],
  ['when', () => when({ text: { pattern: 7 } }), /pattern is of type number; write a text/],
  ['when', () => when({ operation: 'models', text: 'x' }), /has no body; leave out model, stream and text/],
  ['createMock', () => mockWith({ fault: [] }), /createMock\(\) knows no fault; it takes config, seed/],
  ['createMock', () => mockWith({ port: 8080 }), /createMock\(\) knows no port/],
  ['createMock', () => mockWith({ faults: 'stream-done-missing' }), /faults is not a list; write the names in square/],
  ['createMock', () => mockWith({ journal: { entires: 1 } }), /journal knows no entires; it takes entries/],
  ['createMock', () => mockWith({ url: 'gateway' }), /url is not a base URL; write one such as http:\/\/gateway.test/],
  ['createMock', () => mockWith({ url: 'http://gateway.test/?a=1' }), /url is not a base URL/],
  ['createMock', () => createMock('http://gateway.test' as never), /createMock\(\) takes an object with config/],
  ['gatewayHandlers', () => gatewayHandlers({ mock } as never), /gatewayHandlers\(\) knows no mock; it takes gateway/],
]
for (const [builder, make, message] of refusals)
  test(`${builder} is refused with ${message.source}`, () =>
    assert.throws(make, (error: Error) => error instanceof RangeError && message.test(error.message)))

for (const [name, start] of Object.entries({ startMock, startWorkers }))
  test(`${name} refuses a misspelt option`, () =>
    assert.rejects(start({ prot: 8080 } as never), {
      name: 'RangeError',
      message: /knows no prot; it takes .*port, host/,
    }))

test('startMock refuses an empty host', () =>
  assert.rejects(startMock({ host: '' }), { name: 'RangeError', message: /host is empty; write an address/ }))

test('observe refuses what it cannot call', () =>
  assert.rejects(mock.observe(undefined as never), { name: 'RangeError', message: /observe\(\) takes a function/ }))

test('an error does not quote a text that is long enough to be a prompt', () => {
  const planted = `planted ${'prompt '.repeat(10)}`
  assert.throws(
    () => reply('x', { finish: planted as never }),
    (error: Error) => !error.message.includes('planted'),
  )
})
