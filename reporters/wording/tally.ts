/** Maps verdicts to the results of test tools, in one table, so that every format counts in the same way. */
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { notScoredLine } from './not-scored.ts'

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

/** In a strict run a warning counts as failed. A verdict that does not score never counts as failed. */
export function standingOf(
  { verdict, not_scored }: Pick<ReportedRequirement, 'verdict' | 'not_scored'>,
  strict: boolean,
): Standing {
  const standing = strict && verdict === 'warn' ? 'failed' : standings[verdict]
  return not_scored && standing !== 'passed' ? 'skipped' : standing
}

/** The standing for the result of a CI job, which known failures do not affect. */
export function standingInJob(requirement: ReportedRequirement, { strict }: Pick<Report, 'strict'>): Standing {
  const standing = standingOf(requirement, strict)
  return standing === 'failed' && requirement.known ? 'skipped' : standing
}

export type Tally = Readonly<Record<Standing | 'all', number>>

/** Counts requirements by their standing for a CI job. */
export function tally(requirements: readonly ReportedRequirement[], report: Pick<Report, 'strict'>): Tally {
  const counts = { all: requirements.length, passed: 0, failed: 0, broken: 0, skipped: 0 }
  for (const requirement of requirements) counts[standingInJob(requirement, report)] += 1
  return counts
}

/** Why a requirement has no verdict, in a few words. */
export function whySkipped(requirement: ReportedRequirement, report: Pick<Report, 'set'>): string {
  const { verdict, reason, findings } = requirement
  if (verdict === 'not-observable') return reason ?? 'no request can show it'
  if (verdict === 'not-applicable') return reason ?? 'declared absent'
  if (verdict === 'not-selected') return 'not selected'
  const message = findings[0]?.message ?? 'no response in the run showed it'
  return requirement.not_scored ? `${notScoredLine(requirement, report)}: ${message}` : message
}
