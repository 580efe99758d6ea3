/** Legal responses as scenarios: which clients break on them, and which must not be blamed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freedomRows } from '../../../cli/commands/client/names.ts'
import type { ClientReport } from '../../../cli/commands/client/report.ts'
import { scenarios } from '../../../cli/commands/client/scenarios.ts'
import { command } from '../command.ts'

const file = fileURLToPath(new URL('scenario-client.js', import.meta.url))

async function played(kind: string, names: readonly string[]): Promise<ClientReport['results']> {
  const args = ['client', '--json', '--parallel', '4', '--scenario', names.join()]
  const { stdout } = await command([...args, '--', process.execPath, file, kind])
  return (JSON.parse(stdout) as ClientReport).results
}

const core = freedomRows.filter(({ set, way }) => set === 'core' && way !== 'retried').map(({ name }) => name)

test('a client that reads only usual responses fails on the freedoms of core', async () => {
  const results = await played('brittle', core)
  const standing = Object.fromEntries(results.map(({ name, standing }) => [name, standing]))
  assert.deepEqual(standing, {
    'usage-absent.json': 'fail',
    'completion-with-more-members.json': 'fail',
    'created-at-the-bound.json': 'fail',
    'compresses-json.json': 'pass',
    'stream-ending-without-choices.stream': 'fail',
    'usage-null-in-chunks.stream': 'fail',
    'usage-unasked.stream': 'fail',
    'stream-chunks-with-more-members.stream': 'fail',
    'stream-role-on-every-chunk.stream': 'pass',
    'stream-without-role.stream': 'pass',
    'sse-crlf.stream': 'warn',
    'sse-comment-between.stream': 'warn',
    'compresses-streams.stream': 'pass',
    'created-at-the-bound.stream': 'pass',
    'code-of-one-for-all.refused': 'pass',
    'message-of-many-lines.refused': 'pass',
  })
})

test('reports usage that a client invents, and accepts usage that it repeats', async () => {
  const results = await played('counting', ['usage-absent.json', 'created-zero.json', 'usage-without-details.json'])
  const ids = results.map(({ findings }) => findings.map(({ id }) => id))
  assert.deepEqual(ids, [['usage-changed'], [], []])
})

test('passes a client that waits for a minute because of Retry-After', async () => {
  const [result] = await played('endless', ['limited-for-a-minute'])
  assert.equal(result?.standing, 'pass')
})

test('only freedoms with a section of the contract can fail a client', () => {
  for (const { name } of freedomRows) {
    const { level, rests } = scenarios[name]
    assert.equal(level, /^\d/.test(rests) ? 'must' : 'should', name)
  }
})
