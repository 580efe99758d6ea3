import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { test } from 'node:test'
import { requirements } from '../../../suites/harness/catalogue/requirements.ts'
import { digestOfSources } from '../../../suites/harness/catalogue/version.ts'
import { snippetsOf } from '../../docs/snippets.ts'
import { install, manifest, pack, program, run } from './packed.ts'

const packed = await pack()
const { project, folder, bin } = packed

/** Every file of the package with size and modification time, which reveal writes. */
function state(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { mtimeMs, size } = statSync(join(folder, name))
    return `${name} ${size} ${mtimeMs}`
  })
}

const VERSION_LINE = /^\d+\.\d+\.\d+(?:-dev(?:\.\d{14})?)? \((?:commit [0-9a-f]{40}, )?code sha256:([0-9a-f]{64})\)$/m

test('npx finds the command', async () => {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const { code, out } = await program(project, 'npx', ['--no', '--', manifest.name, '--version'], { PATH })
  assert.equal(code, 0, out)
  assert.match(out, VERSION_LINE)
  // The digest is that of the sources, so that a checkout and its build can be compared.
  assert.equal(out.match(VERSION_LINE)?.[1], digestOfSources())
})

test('the command certifies its mock with the schemas and cases of the package', async () => {
  const { code, out } = await run(project, [bin, 'run', '--profile', 'core', '--out', join(project, 'out')])
  assert.equal(code, 0, out)
  const report = JSON.parse(readFileSync(join(project, 'out', 'report.json'), 'utf8')) as {
    conclusion: string
    requirements: unknown[]
  }
  assert.equal(report.conclusion, 'conformant')
  assert.equal(report.requirements.length, requirements.length)
})

test('explain prints no source lines, because the package has no sources', async () => {
  const text = await run(project, [bin, 'explain', 'stream-done'])
  assert.equal(text.code, 0, text.out)
  assert.match(text.out, /^stream-done: requirement/)
  assert.doesNotMatch(text.out, /Where it is defined|\.ts:/)
  const json = await run(project, [bin, 'explain', 'stream-done', '--json'])
  assert.equal(json.code, 0, json.out)
  assert.doesNotMatch(json.out, /"at"|"judge"|"rule"/)
})

test('a run starts no other program, and writes only to its folder', async () => {
  const before = state()
  const out = join(project, 'narrow')
  mkdirSync(out)
  const permitted = ['--permission', '--allow-fs-read=*', `--allow-fs-write=${out}`]
  const ran = await run(project, [...permitted, bin, 'run', '--profile', 'smoke', '--out', out])
  assert.equal(ran.code, 0, ran.out)
  assert.deepEqual(state(), before)
  const elsewhere = join(project, 'elsewhere')
  const refused = await run(project, [...permitted, bin, 'run', '--profile', 'smoke', '--out', elsewhere])
  assert.notEqual(refused.code, 0, 'the permissions are kept')
})

test('the package uses its own Playwright if another version is installed', async () => {
  const other = await install(packed, 'other', ['@playwright/test'])
  const { code, out } = await run(other.project, [other.bin, 'run', '--profile', 'smoke', '--out', 'out'])
  assert.equal(code, 0, out)
  const own = join(other.folder, 'node_modules/@playwright/test/cli.js')
  const config = join(other.folder, 'dist/playwright.config.js')
  const driven = await run(other.project, [own, 'test', '-c', config], { SVC_CONFORMANCE_RUN: '{"profile":"smoke"}' })
  assert.equal(driven.code, 0, driven.out)
  assert.match(driven.out, /CONFORMANT/)
  const theirs = await run(other.project, ['-p', "require('@playwright/test')"])
  assert.match(theirs.out, /this is the @playwright\/test of the project/)
})

test('checks and reporter work in the playwright.config of docs/ci.md, next to tests of the project', async () => {
  const [config] = snippetsOf('docs/ci.md').filter(({ language }) => language === 'ts')
  writeFileSync(join(project, 'playwright.config.ts'), config?.text ?? '')
  mkdirSync(join(project, 'tests'))
  writeFileSync(
    join(project, 'tests/own.spec.ts'),
    `import { expect, test } from '@playwright/test'
test('of the project', () => expect(process.env.OWN_TEST).not.toBe('fails'))
`,
  )
  const cli = join(project, 'node_modules/@playwright/test/cli.js')
  const playwright = (args: readonly string[], env: Record<string, string> = {}) =>
    run(project, [cli, 'test', ...args], { SVC_CONFORMANCE_RUN: '{"profile":"smoke"}', ...env })

  const both = await playwright([])
  assert.equal(both.code, 0, both.out)
  assert.match(both.out, /CONFORMANT/)
  assert.match(both.out, /of the project/)
  const own = await playwright(['--project=own'])
  assert.equal(own.code, 0, own.out)
  assert.doesNotMatch(own.out, /CONFORMANT|no check ran/)
  const broken = await playwright([], { OWN_TEST: 'fails' })
  assert.equal(broken.code, 1, 'a test of the project fails the run, whatever the target is')
  assert.match(broken.out, /CONFORMANT: all \d+/)
})

test('the program of docs/ci.md converts a report to other formats', async () => {
  const [, code] = snippetsOf('docs/ci.md').filter(({ language }) => language === 'ts')
  writeFileSync(join(project, 'formats.mjs'), code?.text ?? '')
  assert.deepEqual(await run(project, [join(project, 'formats.mjs')]), { code: 0, out: '' })
  assert.match(readFileSync(join(project, 'out', 'summary.md'), 'utf8'), /CONFORMANT/)
})

test('several workers can be started from the package', async () => {
  writeFileSync(
    join(project, 'workers.mjs'),
    `import { startWorkers } from '${manifest.name}/mock'
await using mock = await startWorkers({ workers: 2 })
const headers = { authorization: 'Bearer ' + mock.demo.valid }
const { status } = await fetch(mock.url + '/v1/models', { headers })
console.log(status, mock.ledger('main').requests)
`,
  )
  assert.deepEqual(await run(project, [join(project, 'workers.mjs')]), { code: 0, out: '200 1\n' })
})
