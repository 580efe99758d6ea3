/** How to reproduce a finding: the command for its requirement alone, or for the whole run. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import { packExchange, Room, unpackExchange } from '../../../../suites/harness/http/exchange-json.ts'
import type { Finding } from '../../../../suites/harness/judge/evidence.ts'
import { type Again, curlFor, needsRun, REPEATS, replayOf } from '../../../../suites/harness/report/again.ts'
import { type CheckOptions, suite } from '../../../../suites/harness/run/check.ts'
import { exchangeOf, responseOf } from '../http/exchanges.ts'

const exchange = (id: string, status = 200): Exchange => exchangeOf(responseOf('{}', { status }), { id })

const run = async (): Promise<void> => undefined
const checkOf = (covers: CheckOptions['covers'], more: Partial<CheckOptions> = {}): CheckOptions => {
  return { id: covers, covers, title: '', run, ...more }
}

const ids = ['request-n/one/1', 'request-n.more/two/1', 'error-body/three/1', 'control/plain/1', 'control/other/1']
const again: Again = {
  baseUrl: 'http://127.0.0.1:1',
  way: {},
  byId: new Map(ids.map((id) => [id, exchange(id, id.startsWith('control') ? 200 : 400)])),
  checks: suite('ours', [
    checkOf('request-n'),
    checkOf('request-n', { id: 'request-n.more' }),
    checkOf('error-body'),
    checkOf('list-steady', { last: true }),
    checkOf('client-headers-tolerated', { followUp: true }),
  ]),
  evidence: [],
  command: 'npx svc-conformance run --seed 7',
}

function findingOf(requirement: Finding['requirement'], more: Partial<Finding> = {}): Finding {
  return { requirement, outcome: 'fail', message: '', exchanges: ['request-n/one/1'], ...more }
}

/** The replay command of a finding about this exchange. */
const replayFrom = (id: string, requirement: Finding['requirement'] = 'request-n', by = again): string =>
  replayOf(findingOf(requirement, { exchanges: [id] }), by)

const RUN = `${again.command} --requirement request-n`
const OUT = '--out out/replay/request-n'

test('a finding of a check of its requirement needs only that requirement', () => {
  assert.equal(replayOf(findingOf('request-n', { check: 'request-n.more' }), again), `${RUN} ${OUT}`)
  const intermittent = { failed: 1, of: 2, low: 0, high: 1 } as unknown as NonNullable<Finding['intermittent']>
  const repeated = findingOf('request-n', { check: 'request-n', intermittent })
  assert.equal(replayOf(repeated, again), `${again.command} --repeat ${REPEATS} ${OUT}`)
})

test('a finding of another check needs that check and the checks of its requirement', () => {
  const both = '--check error-body,request-n,request-n.more'
  assert.equal(replayOf(findingOf('request-n', { check: 'error-body' }), again), `${RUN} ${both} ${OUT}`)
  // An invariant has no check, so the check is that of its exchange.
  assert.equal(replayFrom('error-body/three/1'), `${RUN} ${both} ${OUT}`)
})

test('a control needs a check that uses it, or else the whole run', () => {
  const ofCheck = { check: 'error-body', requirement: 'error-body', title: '', exchange: 'error-body/three/1' } as const
  const evidence = [{ ...ofCheck, control: 'control/plain/1' }] as unknown as Again['evidence']
  assert.match(replayFrom('control/plain/1', 'request-n', { ...again, evidence }), /--check error-body,/)
  assert.equal(replayFrom('control/other/1'), `${again.command} ${OUT}`)
})

test('a finding of a check that depends on others needs the whole run', () => {
  for (const check of ['list-steady', 'client-headers-tolerated'] as const) {
    const finding = findingOf(check, { check })
    assert.equal(needsRun(finding, again), true)
    assert.equal(replayOf(finding, again), `${again.command} --out out/replay/${check}`)
  }
  assert.equal(needsRun(findingOf('request-n', { check: 'request-n' }), again), false)
})

test('a curl line includes the previous request on its connection if the failure depends on it', () => {
  assert.doesNotMatch(curlFor(findingOf('request-n'), again) ?? '', /--next/)
  assert.match(curlFor(findingOf('request-n', { afterOnConnection: 'control/plain/1' }), again) ?? '', / --next /)
  assert.equal(curlFor(findingOf('request-n', { exchanges: ['gone/1'] }), again), undefined)
})

test('an unpacked body has to fit the remaining size and the maximum of one body', () => {
  for (const body of ['x'.repeat(20), '\uFEFF123456789012345678', 'y'.repeat(5000)]) {
    const packed = packExchange({ ...exchange('request-n/one/1'), response: responseOf(body) })
    const size = Buffer.byteLength(body)
    assert.equal(Buffer.from(unpackExchange(packed, new Room(size + 102)).response?.body ?? []).toString(), body)
    assert.throws(() => unpackExchange(packed, new Room(size + 101)), RangeError)
    assert.throws(() => unpackExchange(packed, new Room(size + 500, size - 1)), /room|larger|buffer/i)
  }
})
