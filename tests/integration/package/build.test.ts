/** Tests of the build version and digest of a package. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { thisBuild } from '../../../packaging/this-build.ts'
import { undated } from '../../../suites/harness/catalogue/version.ts'
import { isEarlierBuild } from '../../../suites/harness/catalogue/version-order.ts'
import { folder as newFolder } from '../../cli/command.ts'

const folder = newFolder()
const checkout = join(folder, 'checkout')
const files = ['cli/main.ts', 'cli/a/b.ts', 'mock/m.ts', 'package.json', 'playwright.config.ts', 'reporters/r.ts']
const sources = [...files, 'schemas/s.yaml', 'suites/s.ts']
for (const path of sources) {
  mkdirSync(dirname(join(checkout, path)), { recursive: true })
  writeFileSync(join(checkout, path), path)
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
    cwd: checkout,
    encoding: 'utf8',
    env: { ...process.env, GIT_COMMITTER_DATE: '2026-11-24T12:34:56-0500' },
  }).trim()

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

test('without git, a build has the digest of its sources, as sha256sum would compute it', () => {
  const lines = [...sources].sort().map((path) => `${digestOf(readFileSync(join(checkout, path), 'utf8'))}  ${path}\n`)
  assert.deepEqual(thisBuild(checkout), { version: undated(), digest: { sha256: digestOf(lines.join('')) } })
})

test('a commit has its own version, a tag makes it a release, and a changed file leaves only the digest', () => {
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'x')
  const gitCommit = git('rev-parse', 'HEAD')
  const { sha256 } = thisBuild(checkout).digest
  const built = { version: `${undated()}.20261124173456`, digest: { sha256, gitCommit } }
  assert.deepEqual(thisBuild(checkout), built)
  const release = undated().replace('-dev', '')
  git('tag', `v${release}`)
  assert.deepEqual(thisBuild(checkout), { ...built, version: release })
  git('commit', '--quiet', '--allow-empty', '--message', 'x')
  const { version } = thisBuild(checkout)
  assert.equal(isEarlierBuild(release, version) && version.endsWith('-dev.20261124173456'), true, version)
  writeFileSync(join(checkout, 'mock/m.ts'), 'another')
  const changed = thisBuild(checkout)
  assert.deepEqual([changed.version, changed.digest.gitCommit], [undated(), undefined])
  assert.notEqual(changed.digest.sha256, sha256)
})

test('a package inside another repository does not get the commit of that repository', () => {
  const below = join(checkout, 'node_modules/svc-conformance')
  for (const path of sources) {
    mkdirSync(dirname(join(below, path)), { recursive: true })
    writeFileSync(join(below, path), path)
  }
  git('add', '.')
  git('commit', '--quiet', '--message', 'x')
  assert.equal(thisBuild(below).digest.gitCommit, undefined)
})
