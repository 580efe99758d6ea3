/** What counts as a problem of a row, and where the error occurs. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listFaults } from '../../../mock/index.ts'
import { BROKEN, CONFORMING } from './gateways.ts'
import { placesOf } from './jobs.ts'
import { kindOf } from './kinds.ts'
import { problemOf, type Row } from './rows.ts'

const kept: Row = {
  kind: 'one-503',
  gateway: CONFORMING,
  place: 5,
  conclusion: 'conformant',
  exit: 0,
  red: {},
  warned: {},
  requests: 600,
  met: 'GET /v1/models, body none',
  milliseconds: 1,
}
const accused = { conclusion: 'nonconformant', exit: 1, red: { 'request-n': 'got 503' } } as const
const open = { conclusion: 'incomplete', exit: 3 } as const

const rows: readonly (readonly [title: string, row: Partial<Row>, problem: RegExp | undefined])[] = [
  ['a conforming gateway that is certified', {}, undefined],
  ['a conforming gateway that is left open', open, undefined],
  ['a conforming gateway that is accused', accused, /accused: request-n/],
  ['a conforming gateway that one check accuses', { ...accused, check: 'request-n' }, /accused: request-n/],
  ['a check that broke', { ...open, exit: 4 }, /broke/],
  ['a broken gateway that is certified', { gateway: 'size-off-by-one' }, /certified/],
  ['a broken gateway that is left open', { ...open, gateway: 'size-off-by-one' }, undefined],
  ['a broken gateway that is found', { ...accused, gateway: 'size-off-by-one' }, undefined],
  ['errors that never occurred', { met: undefined }, /never occurred/],
  ['no error, and left open', { ...open, kind: 'no-trouble' }, /not certified/],
  ['no error, and one check that certifies nothing', { ...open, kind: 'no-trouble', check: 'request-n' }, undefined],
  ['a gateway that has gone, and a run that ends', { ...open, kind: 'goes-away', requests: 40 }, undefined],
  ['a gateway that has gone, and a run that goes on', { ...open, kind: 'goes-away' }, /595 requests/],
]

describe('a row of the matrix', () => {
  for (const [title, row, problem] of rows) {
    const whole = { ...kept, ...row }
    it(`${problem ? 'has a problem' : 'has none'}: ${title}`, () => {
      const found = problemOf(kindOf(whole.kind), whole)
      if (problem) assert.match(found ?? '', problem)
      else assert.equal(found, undefined)
    })
  }

  it('has broken gateways that the mock knows', () => {
    const known = listFaults().map(({ name }) => name)
    for (const name of BROKEN) assert.ok(known.includes(name), name)
  })
})

describe('the positions of errors', () => {
  it('are more at the beginning where no number is given, and always the last', () => {
    assert.deepEqual(placesOf(640), [1, 5, 20, 60, 120, 240, 400, 640])
    assert.deepEqual(placesOf(3), [1, 3])
  })

  it('lie evenly over the run where a number is given', () => {
    assert.deepEqual(placesOf(11, 3), [1, 6, 11])
    assert.deepEqual(placesOf(640, 1), [1])
    assert.deepEqual(placesOf(2, 5), [1, 2])
  })
})
