import assert from 'node:assert/strict'
import { test } from 'node:test'
import { command, exits, refuses } from '../command.ts'

const ONE = ['run', '--requirement', 'models-list']

test('--quiet prints the verdict and nothing else', async () => {
  const { stdout, stderr } = await exits(5, [...ONE, '--quiet'])
  assert.equal(stderr, '')
  assert.match(
    stdout,
    /^HOLDS NOW: the selected requirement: [a-z-]+\.\nOnly a run of the whole profile [^\n]*\n[^\n]*\n$/,
  )
})

test('--verbose prints no less than a run without it', async () => {
  const { stdout } = await command([...ONE, '--verbose'])
  assert.match(stdout, /By section[\s\S]*HOLDS NOW/)
})

test('--quiet and --verbose exclude each other', () =>
  refuses([...ONE, '--quiet', '--verbose'], /'--quiet' cannot be used with option '--verbose'/))
