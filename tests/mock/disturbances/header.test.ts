import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MockServer, startMock } from '../../../mock/index.ts'
import { oneModel, payloads, post, type Received, valid } from '../asking.ts'

const STREAM = valid({ stream: true })
const events = (received: Received): number => payloads(received.text).length
const postWith = (mock: MockServer, header: string, body = STREAM): Promise<Received> =>
  post(mock.url, body, mock.key, { 'x-test-fault': header })

/** Undisturbed, this stream has a role, two pieces, a finish and [DONE]. */
const WHOLE = 5

test('the header can request several disturbances, a fault or an error', async () => {
  await using mock = await startMock()
  const ended = await postWith(mock, 'end; after=3, split; every=1')
  assert.equal(events(ended), 3)
  assert.equal((await postWith(mock, 'fault; name=completion-usage-null', valid())).json.usage, null)
  assert.notEqual((await post(mock.url, valid())).json.usage, null)
  assert.equal(mock.emitted('completion-usage-null'), 1)
  assert.equal((await postWith(mock, 'internal')).status, 500)
  assert.equal((await postWith(mock, 'unavailable, split; every=9')).status, 503)
  await assert.rejects(postWith(mock, 'internal, cut'), /fetch failed/)
})

const BAD: [header: string, says: RegExp][] = [
  ['stal; ms=5', /: stal is unknown; use internal, unavailable, fault, latency, first-byte, .*, split\.$/],
  ['', /: a part that is not a name is unknown/],
  ['stall; ms=5,', /a part that is not a name is unknown/],
  ['stall', /: stall: lacks the member ms; add it\.$/],
  ['stall; ms=soon', /: stall: ms must be milliseconds, or a text such as 200ms, 1\.5s or 1m\.$/],
  ['stall; ms=-5', /: stall: ms must be milliseconds/],
  ['stall; ms=5; after=1.5', /: stall: after must be a whole number from 0\.$/],
  ['stall; ms=5; often=1', /: stall: often is unknown to stall; use one of after, ms, first, probability\.$/],
  ['stall; ms=5; ms=6', /: stall: ms occurs twice\.$/],
  ['stall; ms=5; constructor=1', /: stall: constructor is unknown to stall/],
  ['stall; ms=5; probability=2', /: stall: probability must be a number from 0 to 1\.$/],
  ['stall; ms=5; first=2', /: stall: first counts requests, and the header is about one; leave it out\.$/],
  ['split', /: split: needs exactly one of every, at, where\.$/],
  ['split; every=1; where=utf8', /: split: needs exactly one of every, at, where\.$/],
  ['split; at=3 x', /: split: at must be whole numbers from 1/],
  ['error-event; kind=broken', /: error-event: kind must be one of internal, unavailable, limited\.$/],
  ['error-event; done=yes', /: error-event: done must be true or false\.$/],
  ['internal; after=1', /: internal takes no parameters\.$/],
  ['fault', /: fault needs one parameter, the name of a fault: fault; name=completion-usage-null\.$/],
  ['fault; name=no-such', /: There is no fault called no-such; svc-conformance list faults shows all\.$/],
  ['fault; name=auth-any-key', /: (?:There is no fault|The fault auth-any-key decides before the key is known)/],
]

for (const [header, says] of BAD)
  test(`the header "${header}" is refused with the reason`, async () => {
    await using mock = await startMock()
    const { status, json } = await postWith(mock, header, valid())
    assert.equal(status, 400)
    const { message, ...error } = json.error
    assert.deepEqual(error, { type: 'invalid_request_error', param: 'x-test-fault', code: 'invalid_request' })
    assert.match(message, /^The header x-test-fault cannot be followed: /)
    assert.match(message, says)
  })

test('messages quote from the header only what could be a name', async () => {
  await using mock = await startMock()
  const { text } = await postWith(mock, `stall; ms=5; ${mock.key}=1, ${mock.key}`, valid())
  assert.doesNotMatch(text, new RegExp(mock.key))
})

test('the header has an effect only with a valid key, and none if test headers are off', async () => {
  await using mock = await startMock()
  assert.equal((await post(mock.url, valid(), null, { 'x-test-fault': 'stal' })).status, 401)
  await using without = await startMock({ config: { ...oneModel({}, {}, 'svc/echo-1'), test_headers: false } })
  for (const header of ['internal', 'stal', 'end', 'fault; name=completion-usage-null'])
    assert.equal(events(await postWith(without, header)), WHOLE)
})
