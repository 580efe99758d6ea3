/** Identifies the build that a checkout makes, for `--version` and certificates. */
import { spawnSync } from 'node:child_process'
import { type Build, digestOfSources, undated } from '../suites/harness/catalogue/version.ts'

/**
 * A release if the commit has the tag of its version. Otherwise a pre-release with the time of the commit, like Go's
 * pseudo-versions. A build of changed files, or without git, is identified only by the digest of its sources.
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
  // The folder may be inside another repository.
  const isOwn = git('rev-parse', '--show-prefix') === '' && git('status', '--porcelain') === ''
  const format = ['--date=format-local:%Y%m%d%H%M%S', '--format=%H %cd']
  const [gitCommit, time] = (isOwn && git('log', '-1', ...format)?.split(' ')) || []
  if (gitCommit === undefined) return { version, digest: { sha256 } }
  const release = version.replace(/-dev$/, '')
  const digest = { sha256, gitCommit }
  if (git('tag', '--points-at', 'HEAD', '--list', `v${release}`)) return { version: release, digest }
  // True after a release, while package.json does not name the next version yet.
  const isLater = git('tag', '--list', `v${release}`) !== ''
  const next = isLater ? version.replace(/\d+(?=-dev$)/, (patch) => `${Number(patch) + 1}`) : version
  return { version: `${next}.${time}`, digest }
}
