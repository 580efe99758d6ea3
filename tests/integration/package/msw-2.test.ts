import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

for (const file of ['handlers', 'msw']) {
  test(`msw 2 passes the same tests as msw 3: ${file}`, async () => {
    // The runner marks its child processes with this variable, but this process reports separately.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const args = ['--import', here('./msw-2-hook.ts'), '--test-reporter=tap', here(`../transports/${file}.test.ts`)]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env }).catch(
      ({ stdout, message }: { stdout?: string; message: string }) => ({ stdout: stdout || message }),
    )
    assert.match(stdout, /^# msw 2\./m, stdout)
    assert.match(stdout, /^# fail 0$/m, stdout)
    assert.doesNotMatch(stdout, /^# pass 0$/m)
  })
}
