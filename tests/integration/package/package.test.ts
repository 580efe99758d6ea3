import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { manifest, pack } from './packed.ts'

const { files, folder, size, unpackedSize } = await pack()
/** More than this needs a reason: it is what everyone downloads who certifies a deployment. 400 kB are prepared, so that runs start soon, 60 kB are the contract in OpenAPI, 280 kB are pages, 50 kB the examples that they lead to, and 200 kB schemas with the sets of what scores. */
const MOST = { files: 800, size: 850_000, unpackedSize: 3_380_000 }

test('the package holds what it needs, and nothing of ours besides', () => {
  for (const name of [
    'LICENSE',
    'README.md',
    'schemas/contract.md',
    'schemas/openapi.yaml',
    'dist/prepared/openapi.json',
    'dist/prepared/openapi-3.2.json',
    'schemas/wire/model.schema.json',
    'suites/cases/fields.yaml',
  ]) {
    assert.ok(files.includes(name), name)
  }
  const strays = files.filter(
    (path) =>
      !/^(cli\/bin\.js|dist\/.*\.(js|d\.ts)|dist\/prepared\/.*\.(json|cjs)|schemas\/(contract\.md|.*\.(json|yaml))|suites\/cases\/.*\.yaml|docs\/[a-z-]+\.md|examples\/.*|package\.json|(README|CHANGELOG|CONTRIBUTING)\.md|LICENSE)$/.test(
        path,
      ),
  )
  assert.deepEqual(strays, [])
})

test('every link of the README leads to a file of the package, or to an address', () => {
  const text = readFileSync(join(folder, 'README.md'), 'utf8')
  const links = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, to = '']) => to)
  assert.ok(links.length > 20)
  assert.deepEqual(
    links.filter((to) => !/^https:/.test(to) && !files.includes(to)),
    [],
  )
})

test('the package is small', (context) => {
  const is = { files: files.length, size, unpackedSize }
  context.diagnostic(`${files.length} files, ${size} bytes packed, ${unpackedSize} bytes unpacked`)
  for (const name of Object.keys(MOST) as (keyof typeof MOST)[])
    assert.ok(is[name] <= MOST[name], `${name}: ${is[name]}, at most ${MOST[name]}`)
})

test('installing it runs nothing of ours', () => {
  const hooks = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare']
  assert.deepEqual(
    hooks.filter((hook) => Object.hasOwn(manifest.scripts, hook)),
    [],
  )
  // npm builds a package with this file when it is installed, without being told to.
  assert.ok(!files.includes('binding.gyp'))
})

test('it is published with a statement of where it was built', () => {
  assert.deepEqual(manifest.publishConfig, { access: 'public', provenance: true })
})
