import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { openapiDocument } from '../../../cli/commands/openapi/documents.ts'
import { manifest, pack, run, tsc } from './packed.ts'

const { project, folder, bin, tarball } = await pack()

const entries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  typeof target === 'string' ? [] : [{ name: entry.replace('.', manifest.name), paths: Object.values(target) }],
)

test('the files of every entry point exist', () => {
  assert.ok(entries.length > 5)
  for (const { name, paths } of entries) for (const path of paths) assert.ok(existsSync(join(folder, path)), name)
})

test('every entry point can be imported', async () => {
  writeFileSync(
    join(project, 'use.mjs'),
    `for (const name of ${JSON.stringify(entries.map(({ name }) => name))})
  if (Object.keys(await import(name)).length === 0) console.log(name)
`,
  )
  assert.deepEqual(await run(project, [join(project, 'use.mjs')]), { code: 0, out: '' })
})

test('every entry point has types that pass without skipLibCheck', async () => {
  const lines = entries.map(({ name }, index) => `export * as entry${index} from '${name}'`)
  writeFileSync(join(project, 'use.mts'), `${lines.join('\n')}\n`)
  const strict = ['--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node']
  assert.deepEqual(await run(project, [tsc, '--noEmit', ...strict, 'use.mts']), { code: 0, out: '' })
})

test('schemas can be read by their path', async () => {
  writeFileSync(
    join(project, 'schema.mjs'),
    `import { readFileSync } from 'node:fs'
const read = (name) => readFileSync(new URL(import.meta.resolve('${manifest.name}/schemas/' + name)), 'utf8')
console.log(JSON.parse(read('report.schema.json')).$schema, /^openapi: (.*)$/m.exec(read('openapi.yaml'))?.[1])
`,
  )
  const { code, out } = await run(project, [join(project, 'schema.mjs')])
  assert.deepEqual([code, out], [0, 'https://json-schema.org/draft/2020-12/schema 3.1.1\n'])
})

test('the OpenAPI documents can be read by their path, and the command prints them', async () => {
  for (const [entry, version, audience] of [
    ['openapi.json', '3.1', 'all'],
    ['openapi-3.2.json', '3.2', 'all'],
    ['openapi-for-generators.json', '3.1', 'generators'],
  ] as const) {
    const source = `process.stdout.write(readFileSync(new URL(import.meta.resolve('${manifest.name}/${entry}'))))`
    writeFileSync(join(project, 'document.mjs'), `import { readFileSync } from 'node:fs'\n${source}\n`)
    const right = { code: 0, out: openapiDocument(version, audience) }
    assert.deepEqual(await run(project, [join(project, 'document.mjs')]), right)
    assert.deepEqual(await run(project, [bin, 'openapi', version, '--for', audience]), right)
  }
})

test('the exports of ./reporters convert a report to every format', async () => {
  writeFileSync(
    join(project, 'formats.mjs'),
    `import { allChecks } from '${manifest.name}/suites'
import { certify, parseTarget, reportOf } from '${manifest.name}/harness'
import { startMock } from '${manifest.name}/mock'
import { differenceOf, formatNames, formats } from '${manifest.name}/reporters'
await using mock = await startMock()
const target = parseTarget('base_url: ' + mock.url + '\\nkeys: { valid: ' + mock.demo.valid + ' }', 'here', {})
const result = await certify({ target, checks: allChecks, profile: 'smoke' })
const report = reportOf(result, { target: { base_url: mock.url, keys: ['valid'], provoke: [], limits: {} }, strict: false, command: 'x' })
console.log(report.conclusion, formatNames.every((name) => formats[name](report).length > 0))
console.log(differenceOf(report, report, { times: 2, milliseconds: 20 }).regressions.length)
`,
  )
  const { code, out } = await run(project, [join(project, 'formats.mjs')])
  assert.deepEqual([code, out], [0, 'conformant true\n0\n'])
})

test('publint finds no problems in the package', async () => {
  const { messages, pkg } = await publint({ pkgDir: folder, pack: false, strict: true })
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    [],
  )
})

test('the types match the modules wherever they are resolved as ES modules', async () => {
  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
  assert.ok(analysis.types, 'the package has types')
  // Only ES modules are supported, not require() before Node 22.12 or resolution without "exports".
  const tolerated = new Set(['CJSResolvesToESM', 'NoResolution'])
  const problems = analysis.problems.filter(
    (problem) =>
      !tolerated.has(problem.kind) ||
      ('resolutionKind' in problem && !/node10|node16-cjs/.test(problem.resolutionKind)),
  )
  assert.deepEqual(problems, [])
  for (const entry of Object.keys(manifest.exports)) assert.ok(Object.hasOwn(analysis.entrypoints, entry), entry)
})
