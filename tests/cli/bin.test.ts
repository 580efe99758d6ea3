import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compileCache } from '../compile-cache.ts'

const root = new URL('../../', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  readonly version: string
  readonly bin: Readonly<Record<string, string>>
}

test('the command of package.json runs in a checkout without a build', async () => {
  const file = fileURLToPath(new URL(manifest.bin['svc-conformance'] ?? '', root))
  const { stdout } = await promisify(execFile)(process.execPath, [file, '--version'], {
    env: { ...process.env, ...compileCache },
  })
  assert.match(stdout, new RegExp(`^${manifest.version}-dev \\(code sha256:[0-9a-f]{64}\\)\n$`))
})
