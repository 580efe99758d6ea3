/** Errors that need attempts without other requests in flight, and when a run slows down. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import { complete, sentRequest } from '../../../../suites/harness/http/request.ts'
import { ServerErrors } from '../../../../suites/harness/run/session/server-errors.ts'
import { exchangeOf, responseOf } from '../http/exchanges.ts'

const request = sentRequest(complete({ model: 'svc/echo-1', messages: [] }))

const got = (status: number, type = 'application/json'): Exchange =>
  exchangeOf(responseOf('', { status, headers: [['content-type', type]] }), { request })

describe('a server error instead of a refusal', () => {
  it('is confirmed without further attempts once three requests got it without others in flight', () => {
    const errors = new ServerErrors()
    for (let count = 1; count <= 3; count += 1) {
      assert.equal(errors.isConfirmed(got(500)), false)
      errors.confirm(got(500))
    }
    const confirmed = [got(500), got(500, 'text/html'), got(503)].map((error) => errors.isConfirmed(error))
    assert.deepEqual(confirmed, [true, false, false])
  })

  it('is never confirmed if the same error was transient', () => {
    const errors = new ServerErrors()
    for (let count = 1; count <= 3; count += 1) errors.confirm(got(503))
    errors.note([got(503), got(200)], 1)
    assert.equal(errors.isConfirmed(got(503)), false)
  })
})

describe('a response that is cut off', () => {
  const cut = exchangeOf(responseOf('{"id":', { complete: false }), { request })
  const six = Array<Exchange>(6).fill(cut)

  it('is confirmed once three requests got it in each of six attempts', () => {
    const errors = new ServerErrors()
    for (const attempts of [six, six, six.slice(1)]) errors.note(attempts, 1)
    assert.equal(errors.isConfirmed(cut), false)
    errors.note(six, 1)
    assert.deepEqual([errors.isConfirmed(cut), errors.isConfirmed(got(200))], [true, false])
  })

  it('is never confirmed if a later attempt was complete', () => {
    const errors = new ServerErrors()
    for (const attempts of [six, six, six, [cut, got(200)]]) errors.note(attempts, 1)
    assert.equal(errors.isConfirmed(cut), false)
  })
})

describe('a run', () => {
  const passing = [got(503), got(400)]

  it('slows down if four transient limits occur within thirty requests', () => {
    const errors = new ServerErrors()
    const slows = [1, 5, 9, 30, 31].map((sent) => errors.note(passing, sent))
    assert.deepEqual(slows, [false, false, false, true, false])
  })

  it('keeps its rate if transient limits are rare, or errors are steady or not limits', () => {
    for (const attempts of [[got(503), got(503), got(503)], [got(503)], [got(500), got(200)], [got(200), got(400)]]) {
      const errors = new ServerErrors()
      assert.ok([1, 2, 3, 4, 5, 6].every((sent) => !errors.note(attempts, sent)))
    }
    const rare = new ServerErrors()
    assert.ok([10, 20, 30, 40, 50, 60].every((sent) => !rare.note(passing, sent)))
  })
})
