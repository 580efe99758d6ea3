import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { root, type Snippet, snippetsOf } from './snippets.ts'

/** Pages, or parts of one, whose blocks of TypeScript are one program, which asserts for itself what it shows. */
const programs: Readonly<Record<string, readonly Snippet[]>> = {
  'docs/mock-client-verdict.md': snippetsOf('docs/mock-client-verdict.md').filter(
    ({ section }) => section !== 'Client libraries',
  ),
  'docs/mock.md': snippetsOf('docs/mock.md'),
  'docs/mock-in-tests.md': snippetsOf('docs/mock-in-tests.md').filter(
    ({ section }) => section === 'Projects, scripts and time',
  ),
  'docs/mock-server.md': snippetsOf('docs/mock-server.md').filter(({ section }) => section !== 'The admin API'),
  'docs/mock-server.md, the admin API': snippetsOf('docs/mock-server.md').filter(
    ({ section }) => section === 'The admin API',
  ),
}

for (const [name, snippets] of Object.entries(programs)) {
  test(`the blocks of ${name} are a program that runs as it stands`, async () => {
    const blocks = snippets.filter(({ language }) => language === 'ts')
    assert.ok(blocks.length > 0)
    for (const { text, where } of blocks) assert.match(text, /\bassert\b/, where)
    const program = blocks.map(({ text }) => text).join('\n')
    const folder = mkdtempSync(join(tmpdir(), 'svc-conformance-program-'))
    try {
      const file = join(folder, 'program.mts')
      writeFileSync(file, program.replaceAll("'svc-conformance/mock'", `'${join(root, 'mock/index.ts')}'`))
      await promisify(execFile)(process.execPath, [file])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
}
