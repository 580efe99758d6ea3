import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { startMock } from '../../mock/index.ts'
import { root, snippetsOf } from './snippets.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-conformance-docs-'))
after(() => rmSync(folder, { recursive: true }))
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

const snippets = snippetsOf('docs/mock-client-verdict.md').filter(({ section }) => section === 'Client libraries')

test('the snippets for client libraries print what the page says, and their requests are valid', async () => {
  const programs = snippets.flatMap(({ language, text, where }, at) => {
    const next = snippets[at + 1]
    return language === 'ts' ? [{ text, where, prints: next?.language === 'text' ? `${next.text}\n` : '' }] : []
  })
  assert.equal(programs.length, 4)
  const printed = await Promise.all(
    programs.map(async ({ text, where }, at) => {
      const file = join(folder, `program-${at}.mts`)
      writeFileSync(file, text.replaceAll("'svc-conformance/mock'", `'${join(root, 'mock/index.ts')}'`))
      // One mock per program, so that equal requests of two programs do not count as repeats.
      await using gateway = await startMock()
      const env = { ...process.env, BASE_URL: gateway.url, SVC_KEY: gateway.key }
      const { stdout } = await promisify(execFile)(process.execPath, [file], { env })
      assert.deepEqual(gateway.verdict().findings, [], `${where}: ${gateway.verdict()}`)
      return { where, prints: stdout }
    }),
  )
  assert.deepEqual(
    printed,
    programs.map(({ where, prints }) => ({ where, prints })),
  )
})

test('the snippets pass the type check', async () => {
  const files = snippets
    .filter(({ language }) => language === 'ts')
    .map(({ text }, at) => {
      const file = join(folder, `typed-${at}.mts`)
      writeFileSync(file, text.replaceAll("'svc-conformance/mock'", `'${join(root, 'mock/index.ts')}'`))
      return file
    })
  const flags = ['--noEmit', '--strict', '--target', 'es2024', '--lib', 'es2024,esnext.disposable', '--skipLibCheck']
  const modules = ['--module', 'nodenext', '--types', 'node', '--allowImportingTsExtensions', '--ignoreConfig']
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const checking = promisify(execFile)(process.execPath, [tsc, ...flags, ...modules, ...files], { cwd: folder })
  assert.equal((await checking.catch(({ stdout }: { stdout: string }) => ({ stdout }))).stdout, '')
})
