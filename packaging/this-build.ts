/** Which build of svc-conformance a checkout makes: `--version` and certificates name it. */
import { spawnSync } from 'node:child_process'
import { type Build, digestOfSources, undated } from '../suites/harness/catalogue/version.ts'

/**
 * A release if the tag of its version is on the commit. Else a pre-release, by the time of the commit, as in the
 * pseudo-versions of Go. What was built of changed files, or without git, has the digest of its sources alone.
 */
export function thisBuild(folder: string): Build {
  const sha256 = digestOfSources(folder)
  const version = undated()
  const git = (...args: readonly string[]): string | undefined => {
    const { status, stdout } = spawnSync('git', ['--no-optional-locks', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, TZ: 'UTC' },
    })
    return status === 0 ? stdout.trim() : undefined
  }
  // The folder may lie below a repository of others.
  const isOwn = git('rev-parse', '--show-prefix') === '' && git('status', '--porcelain') === ''
  const format = ['--date=format-local:%Y%m%d%H%M%S', '--format=%H %cd']
  const [gitCommit, time] = (isOwn && git('log', '-1', ...format)?.split(' ')) || []
  if (gitCommit === undefined) return { version, digest: { sha256 } }
  const release = version.replace(/-dev$/, '')
  const digest = { sha256, gitCommit }
  if (git('tag', '--points-at', 'HEAD', '--list', `v${release}`)) return { version: release, digest }
  // After a release, and before package.json names the next one.
  const isLater = git('tag', '--list', `v${release}`) !== ''
  const next = isLater ? version.replace(/\d+(?=-dev$)/, (patch) => `${Number(patch) + 1}`) : version
  return { version: `${next}.${time}`, digest }
}
