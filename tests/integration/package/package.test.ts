import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manifest, pack } from './packed.ts'

const { files, size, unpackedSize } = await pack()
/** More than this needs a reason: it is what everyone downloads who certifies a deployment. 380 kB are prepared, so that runs start soon. */
const MOST = { files: 750, size: 600_000, unpackedSize: 2_400_000 }

test('the package holds what it needs, and nothing of ours besides', () => {
  for (const name of [
    'LICENSE',
    'README.md',
    'schemas/contract.md',
    'schemas/openapi.yaml',
    'schemas/wire/model.schema.json',
    'suites/cases/fields.yaml',
  ]) {
    assert.ok(files.includes(name), name)
  }
  const strays = files.filter(
    (path) =>
      !/^(cli\/bin\.js|dist\/.*\.(js|d\.ts)|dist\/prepared\/.*\.(json|cjs)|schemas\/(contract\.md|.*\.(json|yaml))|suites\/cases\/.*\.yaml|package\.json|README\.md|LICENSE)$/.test(
        path,
      ),
  )
  assert.deepEqual(strays, [])
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
