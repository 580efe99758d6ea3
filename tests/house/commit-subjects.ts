/** Subjects of commits, as conventional commits have them. The hook `.ci/hooks/commit-msg` runs this file on a message. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The last commit before the rule. */
const BEFORE = 'c6953d4'
const MAX_LENGTH = 72
const TYPES = 'build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test'
const FORM = new RegExp(`^(?:${TYPES})(?:\\([a-z0-9-]+\\))?!?: \\S.*[^\\s.]$`)
/** Written by git, and squashed before they are merged. */
const BY_GIT = /^(?:fixup|squash|amend)! |^(?:Merge|Revert) /

/** What is wrong with a subject; undefined where nothing is. */
export function faultOf(subject: string): string | undefined {
  if (BY_GIT.test(subject)) return undefined
  if (!FORM.test(subject)) return `write "type(scope): what it does", where the type is one of ${TYPES}: ${subject}`
  return subject.length > MAX_LENGTH ? `at most ${MAX_LENGTH} characters, not ${subject.length}: ${subject}` : undefined
}

/**
 * Of the commits after `before`, where the clone has it. HEAD is left out: a CI system may have made it, such as the merge
 * of a pull request, and the hook has seen it otherwise.
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
