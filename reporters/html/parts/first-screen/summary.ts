/** The first screen: the conclusion of the run, its target, and its settings. */
import type { Report } from '../../../../suites/harness/report/report.ts'
import type { Peer } from '../../../../suites/harness/target/target.ts'
import { concluded } from '../../../wording/conclusion/conclusion.ts'
import { nextStep } from '../../../wording/conclusion/shown.ts'
import { aboutLine, declaredIn } from '../../../wording/declared.ts'
import { leftOutLine, seedWords, wayOf } from '../../../wording/requests.ts'
import { clipped, html, type Markup, type Piece } from '../markup.ts'
import { counted, duration, timestamp, whole } from '../quantities.ts'
import { badge, countsOf } from '../verdicts.ts'
import { statement } from './statement.ts'

type Limits = Report['target']['limits']

const tones = { Conformant: 'good', Nonconformant: 'bad', Incomplete: 'open', 'Holds now': 'good' } as const

const fact = (name: string, value: Piece): Markup => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

function limitsOf({ requests, tokens, bytes, time_ms, rate, concurrency, timeout_ms, max_tokens }: Limits): string {
  const limits = [
    requests === null ? undefined : counted(requests, 'request'),
    tokens === null ? undefined : counted(tokens, 'token'),
    bytes === null ? undefined : counted(bytes, 'byte'),
    time_ms === null ? undefined : `${duration(time_ms)} in all`,
    rate === null ? undefined : `${rate} requests a second`,
    `${whole(concurrency)} at a time`,
    `each ${duration(timeout_ms)} and ${counted(max_tokens, 'token')}`,
  ]
  return limits.filter((limit) => limit !== undefined).join(', ')
}

function facts(report: Report): Markup {
  const { target, profile, set, set_state, contract, harness, started, finished } = report
  const { requests, drawn, runs, filtered, strict } = report
  const took = duration(Date.parse(finished) - Date.parse(started))
  const { model, keys, provoke, limits, peers = [] } = target
  const way = wayOf(report)
  const declared = declaredIn(report)
  return html`<details class="about"><summary>Details of the run</summary><dl class="facts run">
${fact('Target', html`<code>${clipped(target.base_url, 300)}</code>`)}${declared.map(([name, text]) => fact(`Declared ${name}`, text))}
${way === undefined ? '' : fact('Reached', clipped(way, 400))}
${peers.length === 0 ? '' : fact('Connected to', clipped(peers.map(peerWords).join('; '), 600))}
${fact('Profile', `${profile}${filtered ? ', filtered: only part of it was run' : ''}${strict ? ', strict: warnings count' : ''}`)}
${set === undefined ? '' : fact('Set', set_state === undefined ? set : `${set} (${set_state})`)}
${fact('Contract', contract)}
${fact('Harness', `svc-conformance ${harness}`)}
${fact('Started', html`<time datetime="${started}">${timestamp(started)}</time>`)}
${fact('Finished', html`<time datetime="${finished}">${timestamp(finished)}</time>, after ${took}`)}
${fact('Requests', `${whole(requests)}${drawn ? `; ${leftOutLine(drawn)}` : ''}`)}
${target.network?.identified === false ? fact('Sent as', 'recorded clients, without the name svc-conformance') : ''}
${fact('Model', model === undefined ? 'none responded' : html`<code>${clipped(model, 120)}</code>`)}
${fact('Keys', keys.length === 0 ? 'none' : clipped(keys.join(', '), 300))}
${fact('Provoked states', provoke.length === 0 ? 'none' : provoke.join(', '))}
${fact('Limits', limitsOf(limits))}
${fact('Seed', html`${seedWords(report)}; ${counted(runs, 'generated request')} for each property`)}
</dl></details>`
}

/** One line that says what was run against which target. */
function inOneLine({ target, profile, requests, started, finished }: Report): Markup {
  const took = duration(Date.parse(finished) - Date.parse(started))
  const model = target.model === undefined ? 'no model' : html`<code>${clipped(target.model, 80)}</code>`
  return html`<p class="target"><code>${clipped(target.base_url, 120)}</code> · ${model} · profile ${profile} · ${counted(requests, 'request')} in ${took}</p>`
}

/** The operator's description of the target, below its address; shortened, because the details have all of it. */
function declaration(report: Report): Piece {
  const line = aboutLine(report)
  return line === undefined ? undefined : html`<p class="target">${sentence(clipped(line, 300))}</p>`
}

/** A sentence begins with a capital, but a URL stays as it is. */
const sentence = (text: string): string =>
  /^https?:/.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** @param expires when the certificate of the run expires; undefined if there is none */
export function summary(report: Report, expires: string | undefined): Markup {
  const { word, reasons } = concluded(report)
  const [first, ...others] = reasons
  const next = nextStep(report) ?? ''
  // A reason may end with the next step, which has its own paragraph.
  const isNext = (reason: string): boolean => next !== '' && reason.endsWith(next)
  const counts = countsOf(report.requirements).map(
    ({ verdict, count }) =>
      html`<li><a href="#requirements" data-verdict="${verdict}">${badge(verdict)} <b>${whole(count)}</b></a></li>`,
  )
  return html`<section class="summary" aria-labelledby="conclusion">
<h1 id="conclusion" class="${tones[word]}">${word}</h1>
<p class="lead">${sentence(isNext(first) ? first.slice(0, -next.length) : first)}</p>
${next === '' ? undefined : html`<p class="fix"><b>Next step.</b> ${next}</p>`}${others.map((reason) => (isNext(reason) ? undefined : html`<p>${reason}</p>`))}
${word === 'Conformant' ? statement(report, expires) : [inOneLine(report), declaration(report)]}
<ul class="counts" aria-label="Requirements by verdict">${counts}</ul>
${facts(report)}
</section>`
}

const peerWords = ({ address = 'an unknown address', certificate }: Peer): string =>
  certificate === undefined ? address : `${address}, TLS certificate ${certificate} (SHA-256)`
