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

/** Of every commit since the rule. A shallow clone that lacks the commit before the rule has newer ones alone. */
export function newSubjects(cwd: string): string[] {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const has = (commit: string): boolean => {
    try {
      return git('merge-base', '--is-ancestor', commit, 'HEAD') === ''
    } catch {
      return false
    }
  }
  const range = has(BEFORE) ? `${BEFORE}..HEAD` : 'HEAD'
  return git('log', '--no-merges', '--format=%s', range).split('\n').filter(Boolean)
}

if (import.meta.main) {
  const [subject = ''] = readFileSync(process.argv[2] ?? '', 'utf8').split('\n', 1)
  const fault = faultOf(subject)
  if (fault !== undefined) {
    process.stderr.write(`commit message: ${fault}\n`)
    process.exitCode = 1
  }
}
