/** Checks commit subjects for the form of conventional commits. The hook `.ci/hooks/commit-msg` runs this file. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The last commit before the rule. */
const BEFORE = 'c6953d4'
const MAX_LENGTH = 72
const TYPES = 'build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test'
const FORM = new RegExp(`^(?:${TYPES})(?:\\([a-z0-9-]+\\))?!?: \\S.*[^\\s.]$`)
/** Subjects that git writes; fixups are squashed before the merge. */
const BY_GIT = /^(?:fixup|squash|amend)! |^(?:Merge|Revert) /

/** The mistake in a subject, if any. */
export function faultOf(subject: string): string | undefined {
  if (BY_GIT.test(subject)) return undefined
  if (!FORM.test(subject)) return `write "type(scope): what it does", where the type is one of ${TYPES}: ${subject}`
  return subject.length > MAX_LENGTH ? `at most ${MAX_LENGTH} characters, not ${subject.length}: ${subject}` : undefined
}

/**
 * The subjects of commits after `before`, if the clone has it. Leaves out HEAD, which a CI system may have created, for
 * example by merging a pull request; otherwise the hook has checked it.
 */
export function newSubjects(cwd: string, before = BEFORE): string[] {
  const args = ['log', '--no-merges', '--format=%s', '--ancestry-path', `${before}..HEAD~1`]
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean)
  } catch {
    return []
  }
}

if (import.meta.main) {
  const [subject = ''] = readFileSync(process.argv[2] ?? '', 'utf8').split('\n', 1)
  const fault = faultOf(subject)
  if (fault !== undefined) {
    process.stderr.write(`commit message: ${fault}\n`)
    process.exitCode = 1
  }
}
