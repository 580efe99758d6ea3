/**
 * `npm run reproducible`: packs twice, in different folders and time zones, and compares the bytes.
 * `-- FILE.tgz` packs once, and compares the result with another tarball, such as that of a release. Exits with code 1
 * if they differ.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { folder as newFolder } from '../../cli/command.ts'
import { packInto } from './packed.ts'

const digestOf = (file: string): string => `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`

const scratch = newFolder()
const files = process.argv.slice(2)
const found = files.map(digestOf)
const places = [
  ['a', 'UTC'],
  ['another/folder', 'Pacific/Apia'],
] as const
let built = ''
// A tarball contains the modes of its files.
process.umask(0o022)
for (const [folder, zone] of places.slice(files.length > 0 ? 1 : 0)) {
  process.env.TZ = zone
  const { tarball } = await packInto(join(scratch, folder))
  built = join('out', basename(tarball))
  found.push(digestOf(tarball))
  mkdirSync('out', { recursive: true })
  copyFileSync(tarball, built)
}
for (const digest of found) console.log(digest)
const same = new Set(found).size === 1
console.log(same ? `reproducible: ${built}` : 'these tarballs differ')
process.exitCode = same ? 0 : 1
