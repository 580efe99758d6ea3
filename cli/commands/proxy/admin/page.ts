/** The page of the admin port. It loads itself again, and has no script. */
import type { TrafficSummary } from '../../../../suites/harness/traffic/summary.ts'
import type { JudgedTraffic } from '../proxy.ts'

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const row = (cells: readonly (string | number)[]): string =>
  `<tr>${cells.map((cell) => `<td>${escaped(String(cell))}</td>`).join('')}</tr>`

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, count) => all + count, 0)

export function pageOf(traffic: JudgedTraffic, summary: TrafficSummary | undefined): string {
  const broken = (summary?.requirements ?? []).filter(({ verdict }) => verdict === 'broken')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>svc-conformance proxy</title>
<style>body{font:14px system-ui;margin:2rem;max-width:70rem}td,th{padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top}</style>
<h1>Judged traffic</h1>
<p>${sum(traffic.passed)} exchanges passed, ${summary?.judged ?? 0} judged, ${sum(traffic.shed)} not judged for lack of time or memory.</p>
<h2>Broken requirements</h2>
<table><tr><th>requirement<th>level<th>broken<th>judged</tr>${broken.map(({ id, level, broken: count, judged }) => row([id, level, count, judged])).join('')}</table>
<h2>Latest findings</h2>
<table><tr><th>time<th>requirement<th>finding<th>expected<th>location</tr>${traffic.findings
    .map((finding) =>
      row([
        new Date(finding.received).toISOString(),
        finding.requirement,
        finding.brief,
        finding.expected ?? '',
        `${finding.where} ${finding.at ?? ''}`,
      ]),
    )
    .join('')}</table></html>
`
}
