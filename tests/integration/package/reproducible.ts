/**
 * Packs twice, in folders and time zones that differ, and compares the bytes: `npm run reproducible`.
 * `-- FILE.tgz` compares a tarball from elsewhere as well, such as the one that a release published. Exit code 1: they differ.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { packInto } from './packed.ts'

const digestOf = (file: string): string => `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`

const scratch = mkdtempSync(join(tmpdir(), 'svc-conformance-'))
const found: string[] = []
let built = ''
// A tarball has the modes of its files.
process.umask(0o022)
for (const [folder, zone] of [
  ['a', 'UTC'],
  ['another/folder', 'Pacific/Apia'],
] as const) {
  process.env.TZ = zone
  const { tarball } = await packInto(join(scratch, folder))
  built = join('out', basename(tarball))
  found.push(digestOf(tarball))
  mkdirSync('out', { recursive: true })
  copyFileSync(tarball, built)
}
rmSync(scratch, { recursive: true })
for (const file of process.argv.slice(2)) found.push(digestOf(file))

for (const digest of found) console.log(digest)
const same = new Set(found).size === 1
console.log(same ? `reproducible: ${built}` : 'these tarballs differ')
process.exitCode = same ? 0 : 1
