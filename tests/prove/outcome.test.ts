import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breadthProblem, faultProblems, nullProblems, type Run, redTeamFaultProblems } from './outcome.ts'

const run = (...red: string[]): Run => ({
  ...{
    conclusion: 'nonconformant',
    red,
    killers: [],
    passed: [],
    verdicts: {},
    aside: [],
    open: [],
    harnessErrors: [],
    requests: 9,
  },
  why: {},
})

test('a fault is caught by one of its requirements, and by no other', () => {
  assert.deepEqual(faultProblems(['model-id', 'list-data'], 1, run('list-data')), [])
  assert.deepEqual(faultProblems(['stream-*'], 1, run('stream-done', 'stream-framing')), [])
  assert.match(faultProblems(['model-id'], 1, run()).join(), /^survived/)
  assert.match(faultProblems(['model-id'], 1, run('model-id', 'list-data')).join(), /^blamed as well: list-data/)
  assert.match(faultProblems(['model-id'], 0, run('model-id')).join(), /never emitted/)
})

test('a miss of the red team is a problem where a request met the fault, and too many that were not met are one', () => {
  assert.match(redTeamFaultProblems(['model-id'], 1, run()).join(), /^survived/)
  assert.deepEqual(redTeamFaultProblems(['model-id'], 0, run()), [])
  assert.match(redTeamFaultProblems(['model-id'], 0, run('list-data')).join(), /never emitted/)
  assert.equal(breadthProblem(18, 300), undefined)
  assert.match(breadthProblem(19, 300) ?? '', /^19 of 300 .* at most 18 may be$/)
  assert.equal(breadthProblem(20, 25), undefined)
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
