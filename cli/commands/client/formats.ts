/** Renders the report on a client, for the terminal and in its other formats. */
import { type Badge, badgeData, badgePicture } from '../../../reporters/formats/badge.ts'
import { type Element, xmlDocument } from '../../../reporters/formats/xml.ts'
import { framed, styles } from '../../../reporters/html/frame.ts'
import { html, type Markup, table } from '../../../reporters/html/parts/markup.ts'
import { duration, timestamp } from '../../../reporters/html/parts/quantities.ts'
import { badge } from '../../../reporters/html/parts/verdicts.ts'
import { codeBlock } from '../../../reporters/wording/assistant.ts'
import { counted } from '../../../reporters/wording/counted.ts'
import { hideSecrets } from '../../../suites/harness/http/redact.ts'
import { printable, printableJson } from '../../../suites/harness/text/printable.ts'
import type { ClientFormat } from './names.ts'
import type { ClientReport, ReportedFinding, ScenarioResult, Standing } from './report.ts'

export const clientFormatFiles: Readonly<Record<ClientFormat, string>> = {
  json: 'client.json',
  markdown: 'client.md',
  junit: 'client-junit.xml',
  html: 'client.html',
  badge: 'client-badge.json',
  'badge-svg': 'client-badge.svg',
}

const WORDS: Readonly<Record<Standing, string>> = {
  pass: 'passed',
  warn: 'with warnings',
  fail: 'failed',
  inconclusive: 'inconclusive',
}

const tallied = ({ results }: ClientReport): string =>
  Object.entries(WORDS)
    .map(([standing, words]) => [results.filter((one) => one.standing === standing).length, words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ')

const findingLines = ({ level, id, words, evidence, mend }: ReportedFinding): string[] => [
  `${level} ${id}: ${words}`,
  ...evidence.map((one) => `  ${one}`),
  `  Fix: ${mend}`,
]

/** All problems of a scenario; empty if it passed. */
function linesOf({ standing, gateway, good, rests, findings, why, stderr, response = '' }: ScenarioResult): string[] {
  if (standing === 'pass') return []
  return [
    `The gateway ${gateway}; a careful client ${good} (${rests}).`,
    ...(why === undefined ? [] : [`Not judged: ${why}.`]),
    ...findings.flatMap(findingLines),
    ...(response.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => `  ${JSON.stringify(line)}`),
    ...(stderr === undefined ? [] : ['It wrote to standard error:', ...stderr.split('\n').map((line) => `  ${line}`)]),
  ].map((line) => printable(line, 1_000))
}

const howItWent = ({ outcome, requests, milliseconds }: ScenarioResult): string =>
  `${outcome} after ${counted(requests, 'request')} and ${(milliseconds / 1_000).toFixed(1)} s`

export function terminalText(report: ClientReport): string {
  const rows = report.results.flatMap((result) => [
    `${result.standing.padEnd(12)} ${result.name.padEnd(18)} ${howItWent(result)}`,
    ...linesOf(result).map((line) => `    ${line}`),
  ])
  const stopped = report.stopped === undefined ? [] : [report.stopped]
  return [...rows, '', `${report.conclusion}: ${tallied(report)}`, ...stopped, ''].join('\n')
}

function markdown(report: ClientReport): string {
  const rows = report.results.map((result) => {
    const ids = result.findings.map(({ id }) => `\`${id}\``).join(', ')
    return `| \`${result.name}\` | ${result.standing} | ${howItWent(result)} | ${ids} |`
  })
  const wrong = report.results.filter(({ standing }) => standing !== 'pass')
  const cards = wrong.flatMap((result) => ['', `### ${result.name}`, '', ...codeBlock(linesOf(result))])
  const head = ['| scenario | result | the call | findings |', '| --- | --- | --- | --- |']
  return ['## The client', '', `**${report.conclusion}**: ${tallied(report)}`, '', ...head, ...rows, ...cards, ''].join(
    '\n',
  )
}

const TONES = { conformant: 'good', nonconformant: 'bad', incomplete: 'open' } as const

const idOf = ({ name }: ScenarioResult): string => `scenario-${name}`

const finding = (result: ScenarioResult): Markup =>
  html`<section class="cause findings" id="${idOf(result)}"><h3>${badge(result.standing)} <span class="id">${result.name}</span></h3>
<pre>${linesOf(result).join('\n')}</pre></section>
`

function page(report: ClientReport): string {
  const { conclusion, program, harness, contract, scenarios, started, finished, stopped, results } = report
  const wrong = results.filter(({ standing }) => standing !== 'pass')
  const rows = results.map((result) => {
    const name = html`<code>${result.name}</code>`
    const linked = wrong.includes(result) ? html`<a href="#${idOf(result)}">${name}</a>` : name
    return html`<tr><th scope="row">${linked}</th><td>${badge(result.standing)}</td><td>${howItWent(result)}</td><td>${result.rests}</td></tr>`
  })
  const took = duration(Date.parse(finished) - Date.parse(started))
  return framed({
    title: `${conclusion}: ${program}`,
    styles,
    content: html`<header><p class="kicker">Client report · Inference Gateway API</p></header>
<main>
<section class="summary" aria-labelledby="conclusion"><h1 id="conclusion" class="${TONES[conclusion]}">${conclusion}</h1>
<p class="lead">${tallied(report)}</p>
<p class="target"><code>${program}</code> · scenarios ${scenarios} · contract ${contract} · ${timestamp(started)}, in ${took}</p>
${stopped && html`<p>${stopped}</p>`}</section>
${wrong.length === 0 ? undefined : html`<section aria-labelledby="findings"><h2 id="findings">Findings</h2>${wrong.map(finding)}</section>`}
<section aria-labelledby="scenarios"><h2 id="scenarios">Scenarios</h2>
${table('Scenarios', ['scenario', 'result', 'the call', 'based on'], rows)}</section>
</main>
<footer><p>Made by svc-conformance ${harness} from client.json, which has the same data. Neither contains a key.</p></footer>`,
  })
}

function testOf(result: ScenarioResult, { strict }: ClientReport): Element {
  const { name, standing, milliseconds, why, findings } = result
  const attributes = { name, classname: 'svc-conformance.client', time: milliseconds / 1_000 }
  if (standing === 'pass') return { name: 'testcase', attributes }
  const text = linesOf(result)
  const reason = { message: why ?? findings[0]?.words ?? standing, type: standing }
  const isFailed = standing === 'fail' || (standing === 'warn' && strict)
  const child: Element =
    isFailed || standing === 'inconclusive'
      ? { name: isFailed ? 'failure' : 'error', attributes: reason, text }
      : { name: 'system-out', text }
  return { name: 'testcase', attributes, children: [child] }
}

function junit(report: ClientReport): string {
  const children = report.results.map((result) => testOf(result, report))
  const having = (name: string): number =>
    children.filter((test) => test.children?.some((child) => child.name === name)).length
  const time = (Date.parse(report.finished) - Date.parse(report.started)) / 1_000
  const counts = { tests: children.length, failures: having('failure'), errors: having('error'), skipped: 0, time }
  const suite = { name: 'testsuite', attributes: { name: 'client', ...counts, timestamp: report.started }, children }
  return xmlDocument({ name: 'testsuites', attributes: { name: 'svc-conformance', ...counts }, children: [suite] })
}

/** The scenarios that were played, and the number that failed. */
function badgeOf({ conclusion, contract, scenarios, results }: ClientReport): Badge {
  const failed = results.filter(({ standing }) => standing === 'fail').length
  const message = [conclusion, `${scenarios} scenarios`, ...(failed > 0 ? [`${failed} failed`] : [])].join(' · ')
  return { label: 'inference gateway client', message, conclusion, about: [`contract ${contract}`] }
}

/** Masks secrets in every format, because the output of a client could contain one. */
export const clientFormatTexts: Readonly<Record<ClientFormat, (report: ClientReport) => string>> = {
  json: (report) => hideSecrets(`${printableJson(report)}\n`),
  markdown: (report) => hideSecrets(markdown(report)),
  junit: (report) => hideSecrets(junit(report)),
  html: (report) => hideSecrets(page(report)),
  badge: (report) => badgeData(badgeOf(report)),
  'badge-svg': (report) => badgePicture(badgeOf(report)),
}
