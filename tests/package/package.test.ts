import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { requirements } from '../../suites/harness/catalogue.ts'
import { manifest, pack, run, tsc } from './packed.ts'

const { project, folder, files } = await pack()
const bin = join(folder, manifest.bin['svc-conformance'] ?? '')

test('the package holds what it needs, and nothing of ours besides', () => {
  for (const name of [
    'LICENSE',
    'README.md',
    'schemas/openapi.yaml',
    'schemas/wire/model.schema.json',
    'suites/cases/fields.yaml',
  ]) {
    assert.ok(files.includes(name), name)
  }
  const strays = files.filter(
    (path) =>
      !/^(dist\/.*\.(js|d\.ts)|schemas\/.*\.(json|yaml|ts)|suites\/cases\/.*\.yaml|package\.json|README\.md|LICENSE)$/.test(
        path,
      ),
  )
  assert.deepEqual(strays, [])
})

test('the command tells how it is used', async () => {
  const { code, out } = await run(project, [bin, '--help'])
  assert.equal(code, 0, out)
  assert.match(out, /svc-conformance/)
})

test('the command certifies its own mock, with the schemas and cases of the package', async () => {
  const { code, out } = await run(project, [bin, 'run', '--profile', 'core', '--out', join(project, 'out')])
  assert.equal(code, 0, out)
  const report = JSON.parse(readFileSync(join(project, 'out', 'report.json'), 'utf8')) as {
    conclusion: string
    requirements: unknown[]
  }
  assert.equal(report.conclusion, 'conformant')
  assert.equal(report.requirements.length, requirements.length)
})

test('Playwright runs the same checks from within the package', async () => {
  const playwright = join(project, 'node_modules', '@playwright', 'test', 'cli.js')
  const config = join(folder, 'dist', 'playwright.config.js')
  const { code, out } = await run(project, [playwright, 'test', '-c', config], {
    SVC_CONFORMANCE_RUN: '{"profile":"smoke"}',
  })
  assert.equal(code, 0, out)
  assert.match(out, /CONFORMANT/)
})

test('several workers answer from within the package', async () => {
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

for (const [door, target] of Object.entries(manifest.exports)) {
  if (typeof target === 'string') continue
  const name = door.replace('.', manifest.name)

  test(`${name} can be imported, and has types`, async () => {
    for (const path of Object.values(target)) assert.ok(existsSync(join(folder, path)), path)
    writeFileSync(
      join(project, 'use.mjs'),
      `const door = await import('${name}')\nif (Object.keys(door).length === 0) process.exit(1)\n`,
    )
    assert.deepEqual(await run(project, [join(project, 'use.mjs')]), { code: 0, out: '' })
    writeFileSync(
      join(project, 'use.mts'),
      `import * as door from '${name}'\nexport const names: string[] = Object.keys(door)\n`,
    )
    const strict = ['--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node']
    const typed = await run(project, [tsc, '--noEmit', ...strict, 'use.mts'])
    assert.deepEqual(typed, { code: 0, out: '' })
  })
}
