import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requirements } from '../../suites/harness/catalogue/requirements.ts'
import { trafficProblems } from '../suites/harness/traffic/agreement.ts'
import { breadthProblem, faultProblems, faultProblemsByChance, isKilled, nullProblems, type Run } from './outcome.ts'

const levels = new Map<string, string>(requirements.map(({ id, level }) => [id, level]))

/** A run as the harness returns it: red requirements of level `must` fail, and make it nonconformant. */
const run = (...red: string[]): Run => ({
  ...{
    conclusion: red.some((id) => levels.get(id) === 'must') ? 'nonconformant' : 'conformant',
    red,
    killers: [],
    passed: [],
    verdicts: Object.fromEntries(red.map((id) => [id, levels.get(id) === 'must' ? 'fail' : 'warn'])),
    aside: [],
    open: [],
    harnessErrors: [],
    requests: 9,
  },
  why: {},
})

test('a fault is caught by one of its requirements, and by no other', () => {
  assert.deepEqual(faultProblems(['model-id', 'list-data'], 1, run('list-data')), [])
  assert.deepEqual(faultProblems(['list-ids-unique'], 1, run('list-ids-unique')), [])
  assert.deepEqual(faultProblems(['stream-*'], 1, run('stream-done', 'stream-framing')), [])
  assert.match(faultProblems(['model-id'], 1, run()).join(), /^survived/)
  assert.match(faultProblems(['model-id'], 1, run('model-id', 'list-data')).join(), /^blamed as well: list-data/)
  assert.match(faultProblems(['model-id'], 0, run('model-id')).join(), /never emitted/)
})

test('a fault that breaks a must is caught where a must is red, and the run is nonconformant', () => {
  const breaks = ['model-id', 'list-ids-unique']
  assert.deepEqual(faultProblems(breaks, 1, run('model-id', 'list-ids-unique')), [])
  assert.match(faultProblems(breaks, 1, run('list-ids-unique')).join(), /^only a warning: .*list-ids-unique/)
  const asWarning: Run = { ...run('model-id'), verdicts: { 'model-id': 'warn' } }
  assert.match(faultProblems(breaks, 1, asWarning).join(), /^only a warning/)
  for (const conclusion of ['conformant', 'incomplete'] as const) {
    assert.match(
      faultProblems(breaks, 1, { ...run('model-id'), conclusion }).join(),
      new RegExp(`the run is ${conclusion}`),
    )
    assert.ok(!isKilled(['model-*'], { ...run('model-id'), conclusion }))
  }
  assert.ok(isKilled(['model-*'], run('model-id')))
  assert.match(
    faultProblemsByChance(['model-*'], 1, { ...run('model-id'), conclusion: 'conformant' }).join(),
    /^not accused/,
  )
})

test('a fault that breaks no must is a warning, and the run is conformant', () => {
  for (const conclusion of ['nonconformant', 'incomplete'] as const)
    assert.match(
      faultProblems(['list-ids-unique'], 1, { ...run('list-ids-unique'), conclusion }).join(),
      /^it breaks no must/,
    )
  assert.deepEqual(faultProblems(['list-ids-unique'], 1, run('list-ids-unique')), [])
})

test('core owes what one key has shown, and blames nothing that the fault does not break', () => {
  const warned = run('list-ids-unique')
  assert.deepEqual(faultProblems(['model-id', 'list-ids-unique'], 1, warned, ['list-ids-unique']), [])
  assert.match(faultProblems(['model-id', 'list-ids-unique'], 1, warned, ['model-id']).join(), /^survived/)
})

test('a miss of the red team is a problem where a request met the fault, and too many that were not met are one', () => {
  assert.match(faultProblemsByChance(['model-id'], 1, run()).join(), /^survived/)
  assert.deepEqual(faultProblemsByChance(['model-id'], 0, run()), [])
  assert.match(faultProblemsByChance(['model-id'], 0, run('list-data')).join(), /never emitted/)
  assert.equal(breadthProblem(18, 300, 'of the red team'), undefined)
  assert.match(breadthProblem(19, 300, 'of the red team') ?? '', /^19 of 300 .* at most 18 may be$/)
  assert.equal(breadthProblem(20, 25, 'of the red team'), undefined)
})

test('a null server passes nothing but what it deserves, and is accused only where it shows something of the contract', () => {
  const stopped: Run = { ...run(), conclusion: 'incomplete' }
  assert.deepEqual(nullProblems({ passes: [], judged: false }, stopped), [])
  assert.deepEqual(nullProblems({ passes: [], judged: true }, run('list-data')), [])
  assert.match(nullProblems({ passes: [], judged: true }, stopped).join(), /^not judged/)
  assert.match(nullProblems({ passes: [], judged: false }, run('list-data')).join(), /^accused.*list-data/)
  assert.match(
    nullProblems({ passes: [], judged: true }, { ...run('a'), passed: ['b'] }).join(),
    /^undeserved passes: b/,
  )
  assert.match(nullProblems({ passes: [], judged: true }, { ...run(), conclusion: 'conformant' }).join(), /^certified/)
})

test('what judge accuses is a problem unless the row breaks it, and what it misses unless there is a reason', () => {
  const broken = { 'stream-done': 'a: no end', 'error-type': 'b: wrong' }
  const missed = { 'completion-json': 'refused', 'stream-content': 'lost' } as const
  assert.deepEqual(trafficProblems({ broken, missed }, ['stream-*', 'error-type']), [])
  assert.deepEqual(trafficProblems({ broken, missed }, ['stream-*']), ['judge: error-type (b: wrong)'])
  assert.deepEqual(trafficProblems({ broken: {}, missed: { 'error-type': 'unexplained' } }, []), [
    'judge: error-type is not found',
  ])
})
