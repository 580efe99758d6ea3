/** How the verdicts of a run count in the words of test tools. One table, so that every format counts in the same way. */
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'

type Verdict = ReportedRequirement['verdict']

export type Standing = 'passed' | 'failed' | 'broken' | 'skipped'

const standings: Readonly<Record<Verdict, Standing>> = {
  pass: 'passed',
  observed: 'passed',
  warn: 'passed',
  fail: 'failed',
  error: 'broken',
  inconclusive: 'skipped',
  'not-evidenced': 'skipped',
  'not-applicable': 'skipped',
  'not-selected': 'skipped',
  'not-observable': 'skipped',
}

/** A warning fails where the run was strict. */
export function standingOf({ verdict }: Pick<ReportedRequirement, 'verdict'>, strict: boolean): Standing {
  return strict && verdict === 'warn' ? 'failed' : standings[verdict]
}

/** The same for what turns a job red or green: a known failure does neither. */
export function standingInJob(requirement: ReportedRequirement, { strict }: Pick<Report, 'strict'>): Standing {
  const standing = standingOf(requirement, strict)
  return standing === 'failed' && requirement.known ? 'skipped' : standing
}

export type Tally = Readonly<Record<Standing | 'all', number>>

/** Counts requirements by their standing. */
export function tally(
  requirements: readonly ReportedRequirement[],
  { strict }: Pick<Report, 'strict'>,
  standing = (each: ReportedRequirement): Standing => standingOf(each, strict),
): Tally {
  const counts = { all: requirements.length, passed: 0, failed: 0, broken: 0, skipped: 0 }
  for (const requirement of requirements) counts[standing(requirement)] += 1
  return counts
}

/** Why a requirement has no verdict, in a few words. */
export function whySkipped({ verdict, reason, findings }: ReportedRequirement): string {
  if (verdict === 'not-observable') return reason ?? 'no request can show it'
  if (verdict === 'not-selected') return 'not selected'
  return findings[0]?.message ?? 'nothing in the run spoke of it'
}
