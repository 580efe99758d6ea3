/** A 404 for a model says nothing if the model was withdrawn during the run. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange, Header } from '../../../../suites/harness/http/exchange.ts'
import { withdrawnIn } from '../../../../suites/harness/judge/together/withdrawn.ts'
import { errorWith, listOf } from '../http/bodies.ts'
import { asked, exchangeOf, listing, responseOf } from '../http/exchanges.ts'

const headersOf = (key: string): Header[] => [['Authorization', `Bearer ${key}`]]
const list = (...models: string[]): Exchange =>
  exchangeOf(responseOf(listOf(...models)), { request: { ...listing, headers: headersOf('one') } })
const refused = (status: number, key = 'one'): Exchange =>
  exchangeOf(responseOf(errorWith({}), { status }), {
    id: 'refused/1',
    request: { ...asked, model: 'svc/b', headers: headersOf(key) },
  })

for (const [title, exchanges, isWithdrawn] of [
  ['named before and never again', [list('svc/a', 'svc/b'), refused(404), list('svc/a')], true],
  ['named before, and no list after it', [list('svc/a', 'svc/b'), refused(404)], false],
  ['named by each list', [list('svc/a', 'svc/b'), refused(404), list('svc/a', 'svc/b')], false],
  ['named again later', [list('svc/b'), refused(404), list('svc/a'), list('svc/b')], false],
  ['never named', [list('svc/a'), refused(404), list('svc/a')], false],
  ['named to another key', [list('svc/b'), refused(404, 'two'), list('svc/a')], false],
  ['refused with another status', [list('svc/b'), refused(400), list('svc/a')], false],
] as const)
  test(`a model is ${title}`, () => assert.equal(withdrawnIn(exchanges).has('refused/1'), isWithdrawn))
