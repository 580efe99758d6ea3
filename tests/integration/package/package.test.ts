import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import { root } from '../../docs/snippets.ts'
import { manifest, pack, program } from './packed.ts'

const { files, folder, size, tarball, unpackedSize } = await pack()
/** More than this needs a reason: it is what everyone downloads who certifies a deployment. 400 kB are prepared, so that runs start soon, 60 kB are the contract in OpenAPI, 290 kB are pages, 50 kB the examples that they lead to, and 200 kB schemas with the sets of what scores. */
const MAX = { files: 520, size: 1_030_000, unpackedSize: 4_260_000 }

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
      !/^(cli\/bin\.js|dist\/.*\.(js|d\.ts)|dist\/prepared\/.*\.(json|cjs)|schemas\/(contract\.md|.*\.(json|yaml))|suites\/cases\/.*\.yaml|docs\/(decisions\/)?[a-z0-9-]+\.md|examples\/.*|package\.json|(README|CHANGELOG)\.md|LICENSE|Dockerfile)$/.test(
        path,
      ),
  )
  assert.deepEqual(strays, [])
})

/** Of use in a checkout alone, as the pages say that lead there. */
const IN_A_CHECKOUT = ['.github/SECURITY.md', 'CONTRIBUTING.md', 'docs/pictures/terminal.svg', 'schemas/clients.yaml']

test('every link of a page leads to a file or a folder of the package, or to an address', () => {
  const links = files.filter((file) => file.endsWith('.md')).flatMap(linksOf)
  assert.ok(links.length > 100)
  const there = (path: string): boolean => files.some((file) => file === path || file.startsWith(`${path}/`))
  assert.deepEqual(
    links.filter(({ to }) => !there(to) && !IN_A_CHECKOUT.includes(to)),
    [],
  )
})

/** The links of a page that are not addresses, as paths in the package. */
function linksOf(page: string): { page: string; to: string }[] {
  const text = readFileSync(join(folder, page), 'utf8')
  return (
    [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
      // A release is next to the files on the site that shows them.
      .filter(([, to = '']) => !/^https?:|^\.\.\/\.\.\/releases\//.test(to))
      .map(([, to = '']) => ({ page, to: posix.normalize(posix.join(posix.dirname(page), to)).replace(/\/$/, '') }))
  )
}

test('the package is small', (context) => {
  const is = { files: files.length, size, unpackedSize }
  context.diagnostic(`${files.length} files, ${size} bytes packed, ${unpackedSize} bytes unpacked`)
  for (const name of Object.keys(MAX) as (keyof typeof MAX)[])
    assert.ok(is[name] <= MAX[name], `${name}: ${is[name]}, at most ${MAX[name]}`)
})

test('installing it runs nothing of ours', () => {
  const hooks = ['preinstall', 'install', 'postinstall', 'preprepare', 'postprepare']
  assert.deepEqual(
    hooks.filter((hook) => Object.hasOwn(manifest.scripts, hook)),
    [],
  )
  // npm runs it in a checkout, for the hooks of git, and not where the package is installed.
  assert.match(manifest.scripts.prepare ?? '', /^node -e "fs\.existsSync\('\.git'\)&&/)
  // npm builds a package with this file when it is installed, without being asked to.
  assert.ok(!files.includes('binding.gyp'))
})

test('it is published with a statement of where it was built', () => {
  assert.deepEqual(manifest.publishConfig, { access: 'public', provenance: true })
})

interface Component {
  readonly 'bom-ref': string
  readonly hashes: readonly { readonly alg: string }[]
  readonly licenses?: readonly unknown[]
}

test('the SBOM of a release has every package that an install brings, with checksum and licence', async () => {
  const { code, out } = await program(root, process.execPath, ['packaging/sbom.ts'])
  assert.equal(code, 0, out)
  const { bomFormat, metadata, components } = JSON.parse(readFileSync(join(root, 'out/sbom.cdx.json'), 'utf8')) as {
    readonly bomFormat: string
    readonly metadata: { readonly component: { readonly name: string; readonly version: string } }
    readonly components: readonly Component[]
  }
  assert.equal(metadata.component.name, manifest.name)
  assert.equal(bomFormat, 'CycloneDX')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string; readonly dev?: boolean }>>
  }
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  const named = installed.map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`)
  assert.deepEqual(components.map((one) => one['bom-ref']).sort(), [...new Set(named)].sort())
  for (const { hashes, licenses, ...one } of components)
    assert.ok(hashes.some(({ alg }) => alg === 'SHA-512') && licenses, one['bom-ref'])
})

test('the same sources give the same bytes, wherever they are', async () => {
  const { code, out } = await program(root, process.execPath, ['tests/integration/package/reproducible.ts', tarball])
  assert.equal(code, 0, out)
  assert.equal(new Set(out.match(/^sha512-.*/gm)).size, 1)
})
