/** `client --one-process`: the program gets each call as a line, and prints a line for each result. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ClientReport } from '../../../cli/commands/client/report.ts'
import { command } from '../command.ts'

const file = fileURLToPath(new URL('lines-client.js', import.meta.url))
const NAMES = ['answered', 'created-zero.json', 'usage-absent.json', 'refused-key']

async function played(program: readonly string[], names: readonly string[], ...flags: readonly string[]) {
  const args = ['client', '--json', '--one-process', '--parallel', '1', ...flags, '--scenario', names.join()]
  const { stdout, stderr } = await command([...args, '--', process.execPath, ...program])
  assert.equal(stderr, '')
  return (JSON.parse(stdout) as ClientReport).results
}

const standings = (results: ClientReport['results']): string[] => results.map(({ standing }) => standing)

for (const kind of ['careful', 'noisy'])
  test(`a ${kind} client passes`, async () =>
    assert.deepEqual(standings(await played([file, kind], NAMES)), ['pass', 'pass', 'pass', 'pass']))

test('sends every call to the same process, and shows what it wrote to standard error during each', async () => {
  const results = await played([file, 'counting'], ['answered', 'created-zero.json'])
  const ids = results.map(({ findings }) => findings.map(({ id }) => id))
  assert.deepEqual(ids, [['text-changed'], ['text-changed']])
  const written = results.map(({ stderr }) => stderr)
  assert.deepEqual(written, ['1', '2'])
})

test('starts a program again for the next call if it exits during a call', async () => {
  const results = await played([file, 'dying'], ['answered', 'created-zero.json', 'usage-absent.json'])
  assert.deepEqual(standings(results), ['pass', 'inconclusive', 'pass'])
  assert.match(results[1]?.why ?? '', /no request arrived/)
})

test('ends a call without a result at the timeout, and uses a new process for the next one', async () => {
  const names = ['answered', 'created-zero.json', 'usage-absent.json']
  const results = await played([file, 'mute'], names, '--timeout', '5s')
  assert.deepEqual(standings(results), ['pass', 'inconclusive', 'pass'])
  assert.match(results[1]?.why ?? '', /did not end within its time/)
})
