import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange, Header } from '../../../../suites/harness/http/exchange.ts'
import { complete, listModels, sentRequest } from '../../../../suites/harness/http/request.ts'
import {
  brief,
  forInvalid,
  forProvoked,
  forValid,
  isSuspect,
  once,
  pauseAfter,
  worthAnotherTry,
} from '../../../../suites/harness/run/trial.ts'
import { errorWith } from '../http/bodies.ts'
import { DONE, framed } from '../http/event-writer.ts'
import { exchangeOf, headersWith, lostBy, responseOf, streamed } from '../http/exchanges.ts'

const request = sentRequest(complete({ model: 'svc/echo-1', messages: [] }))
const body = errorWith()

/** An attempt: a status with the headers of the gateway, or the code of a failure. */
function tried(outcome: number | string, ...more: readonly Header[]): Exchange {
  if (outcome === 'error event') return { ...streamed(framed([body, DONE])), request }
  if (outcome === 'cut') return exchangeOf(responseOf('{"error":', { status: 400, complete: false }), { request })
  if (outcome === 'cut stream') return exchangeOf(responseOf(framed([body]), { complete: false }), { request })
  if (typeof outcome === 'string') return lostBy(outcome, { request })
  return exchangeOf(responseOf(body, { status: outcome, headers: headersWith('r', undefined, ...more) }), { request })
}

const between = listModels()
for (const [what, retry, outcomes, another] of [
  ['a valid request that meets a limit', forValid, [429], true],
  ['a valid request that meets a server error', forValid, [503], true],
  ['a valid request that is served after errors', forValid, [503, 200], false],
  ['as many errors as a brief policy allows', brief, [503, 503, 503, 503], false],
  ['one error less, and no response', brief, [503, 'ETIMEDOUT', 503, 503], true],
  ['a rejection', forInvalid(between), [400], false],
  ['a server error instead of a refusal', forInvalid(between), [500], true],
  ['two server errors', forInvalid(between), [500, 500], true],
  ['three server errors, which are enough', forInvalid(between), [500, 500, 500], false],
  ['a refusal after an error, which may be chance', forInvalid(between), [503, 400], true],
  ['a second refusal after an error', forInvalid(between), [503, 400, 400], false],
  ['an error after a refusal after an error', forInvalid(between), [503, 400, 503], true],
  ['streams with an error instead of a refusal', forInvalid(between), ['error event', 'error event'], true],
  ['three such streams', forInvalid(between), ['error event', 'error event', 'error event'], false],
  ['a limit instead of a refusal', forInvalid(between), [429, 429], true],
  ['a refusal after a limit', forInvalid(between), [429, 400], false],
  ['a timeout', once, ['TIMEOUT'], true],
  ['a second timeout, because each costs the whole deadline', forValid, ['TIMEOUT', 'TIMEOUT'], false],
  ['a reset connection', once, ['ECONNRESET'], true],
  ['a connection that was ended twice', forValid, ['ECONNRESET', 'ECONNRESET'], true],
  ['a connection that was ended three times', forValid, ['ECONNRESET', 'ECONNRESET', 'ECONNRESET'], false],
  ['a response too large to read', forValid, ['TOO_LARGE'], false],
  ['the provoked state', forProvoked([503], between), [503], false],
  ['a limit instead of the provoked state', forProvoked([503], between), [429], true],
] as const)
  test(`${another ? 'another attempt is needed' : 'no other attempt is needed'} after ${what}`, () => {
    const attempts = outcomes.map((each) => tried(each))
    assert.equal(worthAnotherTry(attempts, retry), another)
  })

const inState = forProvoked([503], between)
for (const [what, status, seconds, retry, pause] of [
  ['a limit', 429, '2', forValid, 2000],
  ['a limit before a provoked state', 429, '2', inState, 2000],
  ['a provoked limit', 429, '2', forProvoked([429], between), 50],
  ['a server error', 500, '60', forValid, 60_000],
  ['a server error before a provoked state', 500, '60', inState, 50],
] as const)
  test(`waits ${pause} ms after ${what} with Retry-After: ${seconds}`, () =>
    assert.equal(pauseAfter(tried(status, ['retry-after', seconds]), 1, retry), pause))

for (const [outcomes, suspect, confirmed] of [
  [[500, 500, 500], true, true],
  [[429, 429, 429], true, true],
  [[400, 500, 500, 500], true, true],
  [[501, 501, 501], true, false],
  [[400, 400, 400], false, false],
  [[500, 503, 500], false, false],
  [[500, 500], false, false],
  [[500, 500, 500, 400], false, false],
  [['cut', 'cut', 'cut'], true, true],
  [[400, 'cut', 'cut'], false, false],
  [['cut stream', 'cut stream', 'cut stream'], false, false],
] as const)
  test(`${outcomes.join(', ')} may ${suspect ? '' : 'not '}be caused by the load`, () => {
    const attempts = outcomes.map((status) => tried(status))
    assert.deepEqual([isSuspect(attempts), isSuspect(attempts, forValid)], [suspect, confirmed])
  })
