/** The identity of an exchange: its fields agree with its id, which is all that older transcripts have. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Identity, identityFor, identityOf, isFollowUp } from '../../../../suites/harness/http/exchange.ts'
import { certify } from '../../../../suites/harness/run/certify.ts'
import { allChecks } from '../../../../suites/index.ts'
import { mockForFile } from '../../../mock/asking.ts'
import { mockAt } from '../../../reporters/samples.ts'

const mock = await mockForFile()

const rows: readonly (readonly [id: string, identity: Omit<Identity, 'id'>])[] = [
  ['a.b/n-2/3', { name: 'a.b/n-2', role: 'attempt', attempt: 3 }],
  ['a.b/n-2/between/1', { name: 'a.b/n-2', role: 'attempt', between: true, attempt: 1 }],
  ['a.b/n-2~2/plain/1', { name: 'a.b/n-2~2', role: 'plain', attempt: 1 }],
  ['a.b/n-2/plain/between/2', { name: 'a.b/n-2', role: 'plain', between: true, attempt: 2 }],
  ['a.b/n-2/again/state/1', { name: 'a.b/n-2', role: 'again/state', attempt: 1 }],
  ['a.b/n-2/without-include_usage/1', { name: 'a.b/n-2', role: 'without-include_usage', attempt: 1 }],
  ['a.b/plain/1', { name: 'a.b/plain', role: 'attempt', attempt: 1 }],
  ['control/0f/1', { name: 'control/0f', role: 'control', attempt: 1 }],
  ['control/0f/between/1', { name: 'control/0f', role: 'control', between: true, attempt: 1 }],
  ['alive/list/7', { name: 'alive/list', role: 'alive', attempt: 7 }],
  ['ground/1', { name: 'ground', role: 'preflight', attempt: 1 }],
  ['ground/beside/1', { name: 'ground/beside', role: 'preflight', attempt: 1 }],
]
for (const [id, identity] of rows)
  test(`the id ${id} has its fields`, () => {
    assert.deepEqual(identityOf(id), { id, ...identity })
    assert.deepEqual(identityFor(identity, identity.attempt), { id, ...identity })
  })

test('later attempts, requests between attempts, and requests to find a cause are follow-ups', () => {
  const first = ['a.b/n-2/1', 'a.b/plain/1', 'control/0f/1', 'alive/list/1', 'ground/1']
  const followUps = ['a.b/n-2/2', 'a.b/n-2/between/1', 'a.b/n-2/plain/1', 'control/0f/2', 'control/0f/between/1']
  const isFollowUpOf = (id: string): boolean => isFollowUp(identityOf(id))
  assert.deepEqual([first.filter(isFollowUpOf), followUps.filter((id) => !isFollowUpOf(id))], [[], []])
})

test('a name can have a suffix for its worker', () =>
  assert.deepEqual(identityOf('a.b/c~2.0/2'), { id: 'a.b/c~2.0/2', name: 'a.b/c~2.0', role: 'attempt', attempt: 2 }))

test('every exchange of a run has the fields of its id, and its start time', async () => {
  const target = mockAt(`${mock.url}/faults/completion-usage-null`)
  const { transcript } = await certify({ target, checks: allChecks, profile: 'core' })
  for (const exchange of transcript.exchanges) {
    const { id, name, role, between, attempt } = exchange
    const fields = { id, name, role, ...(between ? { between } : {}), attempt }
    assert.deepEqual(fields, identityOf(id))
  }
  const times = transcript.exchanges.map(({ startedAt = -1, duration }) => [startedAt, startedAt + duration])
  assert.ok(times.every(([start = -1]) => start >= 0))
  // The first request ends before any check sends one.
  const [[, end = 0] = [], ...others] = times.toSorted(([a = 0], [b = 0]) => a - b)
  assert.ok(others.every(([start = 0]) => start >= end))
})
