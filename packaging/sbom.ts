/**
 * `npm run sbom`: writes the packages that users install as CycloneDX, to out/sbom.cdx.json.
 *
 * In a checkout, `npm sbom --omit dev` omits packages that a dev dependency shares, such as ajv, and adds others. So
 * npm runs in a folder whose lock file has only the packages for users.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devDependencies?: unknown }>>
}
const read = (name: string): object => JSON.parse(readFileSync(join(root, name), 'utf8')) as object

const scratch = mkdtempSync(join(tmpdir(), 'svc-conformance-'))
try {
  const folder = join(scratch, 'svc-conformance')
  mkdirSync(folder)
  const lock = read('package-lock.json') as Lock
  const kept = Object.entries(lock.packages).filter(([, { dev }]) => !dev)
  const packages = Object.fromEntries(kept.map(([path, entry]) => [path, { ...entry, devDependencies: undefined }]))
  const files = {
    'package.json': { ...read('package.json'), devDependencies: undefined, overrides: undefined },
    'package-lock.json': { ...lock, packages },
  }
  for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(value))
  const shell = process.platform === 'win32'
  const sbom = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {
    cwd: folder,
    shell,
  })
  mkdirSync(join(root, 'out'), { recursive: true })
  writeFileSync(join(root, 'out/sbom.cdx.json'), sbom)
  console.log('out/sbom.cdx.json')
} finally {
  rmSync(scratch, { recursive: true })
}
