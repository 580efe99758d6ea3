import assert from 'node:assert/strict'
import { test } from 'node:test'
import { command } from '../command.ts'

const ONE = ['run', '--requirement', 'models-list']

test('--quiet prints the verdict and nothing else', async () => {
  const { code, stdout, stderr } = await command([...ONE, '--quiet'])
  assert.deepEqual([code, stderr], [5, ''])
  assert.match(
    stdout,
    /^HOLDS NOW: the selected requirement: [a-z-]+\.\nOnly a run of the whole profile [^\n]*\n[^\n]*\n$/,
  )
})

test('--verbose prints no less than a run without it', async () => {
  const { stdout } = await command([...ONE, '--verbose'])
  assert.match(stdout, /By section[\s\S]*HOLDS NOW/)
})

test('--quiet and --verbose exclude each other', async () => {
  const { code, stderr } = await command([...ONE, '--quiet', '--verbose'])
  assert.equal(code, 2)
  assert.match(stderr, /'--quiet' cannot be used with option '--verbose'/)
})
