/** The admin port: metrics, the report on demand, and a page with the latest findings. */
import { hash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { histogramMetrics, type Metric, prometheusText } from '../../../mock/metrics.ts'
import { isLoopback } from '../../../suites/harness/target/base-url.ts'
import type { TrafficSummary } from '../../../suites/harness/traffic/summary.ts'
import { listening, type Place } from './path/listening.ts'
import { type JudgedTraffic, trafficReportText } from './proxy.ts'

const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

type Samples = Metric['samples']

const metric = (type: Metric['type'], name: string, help: string, samples: Samples): Metric => ({
  name: `svc_proxy_${name}`,
  help,
  type,
  samples,
})
const one = (value: number): Samples => [{ labels: {}, value }]
const counted = (map: ReadonlyMap<string, number>, label: string): Samples =>
  [...map].map(([value, count]) => ({ labels: { [label]: value }, value: count }))

export function metricsOf(traffic: JudgedTraffic, summary: TrafficSummary | undefined): string {
  const rows = summary?.requirements ?? []
  const { passed, shed, thread, memory, timings } = traffic
  const broken = rows
    .filter((row) => row.broken > 0)
    .map((row) => ({ labels: { requirement: row.id, level: row.level }, value: row.broken }))
  const unseen = rows
    .filter(({ verdict, level }) => verdict === 'not-seen' && level === 'must')
    .map(({ id }) => ({ labels: { requirement: id }, value: 1 }))
  const ended = 'Exchanges that were chosen to be judged, by how they ended.'
  const metrics = [
    metric('counter', 'exchanges_total', ended, counted(passed, 'end')),
    metric('counter', 'shed_total', 'Exchanges that were selected but not judged, by reason.', counted(shed, 'reason')),
    metric('counter', 'judged_total', 'Exchanges that were judged.', one(summary?.judged ?? 0)),
    metric('counter', 'judge_restarts_total', 'Restarts of the judge.', one(thread.restarts)),
    metric('gauge', 'waiting', 'Exchanges that wait for their judgement.', one(thread.waiting)),
    metric('gauge', 'held_bytes', 'Bytes of recorded bodies in memory.', one(memory.held)),
    metric('counter', 'broken_total', 'Exchanges that broke a requirement.', broken),
    metric('gauge', 'not_seen', 'Requirements of level must that no exchange has shown so far.', unseen),
    ...histogramMetrics(timings),
  ]
  const text = prometheusText(metrics.filter(({ samples }) => samples.length > 0))
  // OpenMetrics: only samples of a counter have the suffix `_total`, blank lines are invalid, and `# EOF` is required.
  return `${text.replaceAll(/^(# (?:HELP|TYPE) \w+?)_total /gm, '$1 ').replaceAll('\n\n', '\n')}# EOF\n`
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const row = (cells: readonly (string | number)[]): string =>
  `<tr>${cells.map((cell) => `<td>${escaped(String(cell))}</td>`).join('')}</tr>`

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, count) => all + count, 0)

function pageOf(traffic: JudgedTraffic, summary: TrafficSummary | undefined): string {
  const broken = (summary?.requirements ?? []).filter(({ verdict }) => verdict === 'broken')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>svc-conformance proxy</title>
<style>body{font:14px system-ui;margin:2rem;max-width:70rem}td,th{padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top}</style>
<h1>Judged traffic</h1>
<p>${sum(traffic.passed)} exchanges selected for judging, ${summary?.judged ?? 0} judged, ${sum(traffic.shed)} not judged for lack of time or memory.</p>
<h2>Broken requirements</h2>
<table><tr><th>requirement<th>level<th>broken<th>judged</tr>${broken.map(({ id, level, broken: count, judged }) => row([id, level, count, judged])).join('')}</table>
<h2>Latest findings</h2>
<table><tr><th>time<th>requirement<th>finding<th>expected<th>location</tr>${traffic.findings
    .map(({ received, requirement, brief, expected = '', where, at = '' }) =>
      row([new Date(received).toISOString(), requirement, brief, expected, `${where} ${at}`]),
    )
    .join('')}</table></html>
`
}

const isSame = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((text) => hash('sha256', text, 'buffer')) as [Buffer, Buffer]
  return timingSafeEqual(first, second)
}

/** Requires the token, if one is set. Otherwise Host must name this machine, which prevents DNS rebinding. */
function mayRead({ headers: { authorization = '', host = '' } }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return isLoopback(host.replace(/:\d+$/, ''))
  return isSame(authorization, `Bearer ${token}`)
}

const NOT_FOUND = 'This port serves /, /metrics, /report and /healthz.\n'
const NOT_ALLOWED = 'This admin port needs its token as Authorization: Bearer <token>, or a loopback name as Host.\n'

type Guarded = Place & { readonly token: string | undefined }

export async function openAdmin(traffic: JudgedTraffic, { token, ...place }: Guarded) {
  const pages: Readonly<Record<string, () => Promise<readonly [type: string, text: string]>>> = {
    '/': async () => ['text/html; charset=utf-8', pageOf(traffic, await traffic.summary())],
    '/metrics': async () => [OPEN_METRICS, metricsOf(traffic, await traffic.summary())],
    '/report': async () => ['application/json', trafficReportText(traffic, await traffic.summary())],
    '/healthz': async () => ['application/json', '{"status":"ok"}'],
  }
  const server = createServer(async (request, response) => {
    const page = pages[(request.url ?? '').split('?', 1)[0] ?? '']
    const allowed = mayRead(request, token)
    const found = allowed ? await page?.() : undefined
    const [type, text] = found ?? ['text/plain', allowed ? NOT_FOUND : NOT_ALLOWED]
    response.writeHead(allowed ? (page ? 200 : 404) : 401, {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
    response.end(text)
  })
  const { url } = await listening(server, place)
  return {
    url,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
