import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

test('the handlers work with msw 2 as they do with msw 3', async () => {
  // The runner tells its children that they are its own; this one reports for itself.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = ['--import', here('./msw-2-hook.ts'), '--test-reporter=tap', here('../mock/handlers.test.ts')]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  assert.match(stdout, /^# msw 2\./m)
  assert.match(stdout, /^# fail 0$/m)
  assert.doesNotMatch(stdout, /^# pass 0$/m)
})
