import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { root, snippetsOf } from './snippets.ts'

/** Pages whose blocks of TypeScript are one program, which asserts for itself what it shows. */
const pages = [
  'docs/mock-client-verdict.md',
  'docs/mock-disturbances.md',
  'docs/mock-in-tests.md',
  'docs/mock-server.md',
]

for (const page of pages) {
  test(`the blocks of ${page} are a program that runs as it stands`, async () => {
    const blocks = snippetsOf(page).filter(({ language }) => language === 'ts')
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
