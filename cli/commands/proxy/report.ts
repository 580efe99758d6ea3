/** The results as JSON, and as the last lines of the command. They are never "conformant": callers do not test everything. */
import { percent } from '../../../reporters/traffic/text.ts'
import { harnessVersion } from '../../../suites/harness/catalogue/version.ts'
import type { TrafficSummary } from '../../../suites/harness/traffic/summary.ts'
import type { JudgedTraffic } from './proxy.ts'

export function reportOf(traffic: JudgedTraffic, summary: TrafficSummary | undefined): object {
  return {
    format: 'svc-conformance-proxy/1',
    harness: harnessVersion,
    route: 'seen',
    passed: Object.fromEntries(traffic.passed),
    not_judged: Object.fromEntries(traffic.shed),
    judge_restarts: traffic.thread.restarts,
    ...summary,
  }
}

export function linesOf(traffic: JudgedTraffic, summary: TrafficSummary | undefined): string[] {
  const shed = [...traffic.shed].map(([why, count]) => `${count} (${why})`)
  const broken = (summary?.requirements ?? []).filter(({ verdict }) => verdict === 'broken')
  return [
    `${summary?.judged ?? 0} exchanges judged${shed.length > 0 ? `; passed and not judged: ${shed.join(', ')}` : ''}.`,
    ...broken.flatMap(({ id, level, broken: count, judged, at_most: most = 1, examples: [example] }) => [
      `  ${id} (${level}): ${count} of ${judged} broke it; at most ${percent(most)} of all at 95 %`,
      ...(example
        ? [`    ${example.where}: ${example.brief}${example.at === undefined ? '' : ` at ${example.at}`}`]
        : []),
    ]),
    broken.length > 0 ? '' : 'No requirement was broken in what was judged.',
  ].filter((line) => line !== '')
}
