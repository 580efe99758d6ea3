import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import { root } from '../../docs/snippets.ts'
import { manifest, pack, program } from './packed.ts'

const { files, folder, size, tarball, unpackedSize } = await pack()
// More needs a reason, since every user downloads it: 400 kB are prepared files for fast starts, 290 kB pages, 200 kB
// schemas with the sets of what scores, 60 kB the contract in OpenAPI, and 50 kB examples that pages link to.
const MAX = { files: 520, size: 1_080_000, unpackedSize: 4_375_000 }

test('the package contains what it needs, and no other files', () => {
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

/** Files of use only in a checkout, as the linking pages say. */
const IN_A_CHECKOUT = ['.github/SECURITY.md', 'CONTRIBUTING.md', 'docs/pictures/terminal.svg', 'schemas/clients.yaml']

test('every link of a page refers to a file or folder of the package, or to an address', () => {
  const links = files.filter((file) => file.endsWith('.md')).flatMap(linksOf)
  assert.ok(links.length > 100)
  const exists = (path: string): boolean => files.some((file) => file === path || file.startsWith(`${path}/`))
  assert.deepEqual(
    links.filter(({ to }) => !exists(to) && !IN_A_CHECKOUT.includes(to)),
    [],
  )
})

/** The relative links of a page, as paths in the package. */
function linksOf(page: string): { page: string; to: string }[] {
  const text = readFileSync(join(folder, page), 'utf8')
  return (
    [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
      // Releases exist only on the hosting site, next to the files.
      .filter(([, to = '']) => !/^https?:|^\.\.\/\.\.\/releases\//.test(to))
      .map(([, to = '']) => ({ page, to: posix.normalize(posix.join(posix.dirname(page), to)).replace(/\/$/, '') }))
  )
}

test('the package stays within its size limits', (context) => {
  const is = { files: files.length, size, unpackedSize }
  context.diagnostic(`${files.length} files, ${size} bytes packed, ${unpackedSize} bytes unpacked`)
  for (const name of Object.keys(MAX) as (keyof typeof MAX)[])
    assert.ok(is[name] <= MAX[name], `${name}: ${is[name]}, at most ${MAX[name]}`)
})

test('installing the package runs no scripts', () => {
  const hooks = ['preinstall', 'install', 'postinstall', 'preprepare', 'postprepare']
  assert.deepEqual(
    hooks.filter((hook) => Object.hasOwn(manifest.scripts, hook)),
    [],
  )
  // npm runs `prepare` in a checkout, for the git hooks, but not when the package is installed.
  assert.match(manifest.scripts.prepare ?? '', /^node -e "fs\.existsSync\('\.git'\)&&/)
  // npm automatically builds a package with this file on installation.
  assert.ok(!files.includes('binding.gyp'))
})

test('the package is published with provenance', () => {
  assert.deepEqual(manifest.publishConfig, { access: 'public', provenance: true })
})

interface Component {
  readonly 'bom-ref': string
  readonly hashes: readonly { readonly alg: string }[]
  readonly licenses?: readonly unknown[]
}

test('the SBOM of a release lists every installed package with checksum and licence', async () => {
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

test('the same sources give the same bytes in any folder', async () => {
  const { code, out } = await program(root, process.execPath, ['tests/integration/package/reproducible.ts', tarball])
  assert.equal(code, 0, out)
  assert.equal(new Set(out.match(/^sha512-.*/gm)).size, 1)
})
