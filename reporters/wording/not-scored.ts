/** Describes verdicts that do not count: those newer than the set of the run, and disputed ones. */
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { idsOf } from './causes.ts'

type Marked = Pick<ReportedRequirement, 'verdict' | 'not_scored' | 'newer'>
type Under = Pick<Report, 'set'>

/** The maximum number of ids in a sentence. */
const NAMED = 12

const when = (from: string | undefined): string => (from === undefined ? 'with the next set' : `from ${from}`)

/** Why a requirement, or a part of it, does not count; undefined if all of it counts. */
export function notScoredLine({ not_scored, newer }: Marked, { set = '' }: Under): string | undefined {
  if (not_scored?.reason === 'challenged')
    return `not scored: challenged (${not_scored.challenges?.join(', ')}), no ruling yet`
  if (not_scored?.reason === 'dropped') return `not scored: the set ${set} no longer has it`
  if (not_scored) return `not scored: newer than the set ${set}; counts ${when(not_scored.counts_from)}`
  return newer && `not scored: ${newer.verdict}, by checks newer than the set ${set}; counts ${when(newer.counts_from)}`
}

const UNHELD: readonly string[] = ['fail', 'warn', 'error', 'inconclusive', 'not-evidenced']

/** Whether a requirement has a verdict that is not a pass and does not count. */
export const isAside = ({ verdict, not_scored, newer }: Marked): boolean =>
  newer !== undefined || (not_scored !== undefined && UNHELD.includes(verdict))

/** The state of a run's set, unless it is simply in force. */
const STATES: Readonly<Record<string, string>> = {
  draft: 'is a draft: it may still change, and a run under it gets no certificate',
  warn: 'ends soon: switch to the newer one',
  deprecated: 'is deprecated: a run under it gets no certificate',
}

/** Sentences about the set that follow the conclusion. */
export function setSentences({ requirements, set, set_state, set_change, started }: Report): string[] {
  const newer = requirements.filter((each) => isAside(each) && (each.not_scored?.reason ?? 'newer') === 'newer')
  const byDay = Map.groupBy(newer, ({ not_scored, newer }) => (not_scored ?? newer)?.counts_from)
  const challenged = requirements.filter(({ not_scored }) => not_scored?.reason === 'challenged')
  return [
    ...(set_state === undefined ? [] : [`The set ${set} ${STATES[set_state]}.`]),
    ...[...byDay].map(
      ([day, own]) =>
        `Not scored, because newer than the set ${set}: ${idsOf(own, NAMED)}. ${own.length === 1 ? 'It counts' : 'They count'} ${when(day)}.`,
    ),
    ...(challenged.length > 0 ? [`Not scored, because challenged: ${idsOf(challenged, NAMED)}.`] : []),
    ...(set_change === undefined ? [] : [changeSentence(set_change, started)]),
  ]
}

function changeSentence({ on, before, after }: NonNullable<Report['set_change']>, started: string): string {
  const when = started.slice(0, 10) < on ? `From ${on} on` : `Since ${on}`
  return `${when}, runs without --set are judged by the set ${after} instead of ${before}.`
}
