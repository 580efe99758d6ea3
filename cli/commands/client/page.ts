/** A client's report as one page, with the frame and the styles of the other report. */
import { framed, styles } from '../../../reporters/html/frame.ts'
import { html, type Markup } from '../../../reporters/html/parts/markup.ts'
import { duration, timestamp } from '../../../reporters/html/parts/quantities.ts'
import { table } from '../../../reporters/html/parts/table.ts'
import { badge } from '../../../reporters/html/parts/verdicts.ts'
import type { ClientReport, ScenarioResult } from './report.ts'

const TONES = { conformant: 'good', nonconformant: 'bad', incomplete: 'open' } as const

/** One result in words, as at the terminal. */
interface Words {
  readonly counted: string
  readonly call: (result: ScenarioResult) => string
  readonly lines: (result: ScenarioResult) => readonly string[]
}

const idOf = ({ name }: ScenarioResult): string => `scenario-${name}`

function finding(result: ScenarioResult, { lines }: Words): Markup {
  return html`<section class="cause findings" id="${idOf(result)}"><h3>${badge(result.standing)} <span class="id">${result.name}</span></h3>
<pre>${lines(result).join('\n')}</pre></section>
`
}

export function clientPage(report: ClientReport, words: Words): string {
  const { conclusion, program, harness, contract, scenarios, started, finished, stopped, results } = report
  const wrong = results.filter(({ standing }) => standing !== 'pass')
  const rows = results.map((result) => {
    const name = html`<code>${result.name}</code>`
    const linked = wrong.includes(result) ? html`<a href="#${idOf(result)}">${name}</a>` : name
    return html`<tr><th scope="row">${linked}</th><td>${badge(result.standing)}</td><td>${words.call(result)}</td><td>${result.rests}</td></tr>`
  })
  const took = duration(Date.parse(finished) - Date.parse(started))
  return framed({
    title: `${conclusion}: ${program}`,
    styles,
    content: html`<header><p class="kicker">Client report · Inference Gateway API</p></header>
<main>
<section class="summary" aria-labelledby="conclusion"><h1 id="conclusion" class="${TONES[conclusion]}">${conclusion}</h1>
<p class="lead">${words.counted}</p>
<p class="target"><code>${program}</code> · scenarios ${scenarios} · contract ${contract} · ${timestamp(started)}, in ${took}</p>
${stopped && html`<p>${stopped}</p>`}</section>
${wrong.length === 0 ? undefined : html`<section aria-labelledby="findings"><h2 id="findings">Findings</h2>${wrong.map((result) => finding(result, words))}</section>`}
<section aria-labelledby="scenarios"><h2 id="scenarios">Scenarios</h2>
${table('Scenarios', ['scenario', 'result', 'the call', 'based on'], rows)}</section>
</main>
<footer><p>Made by svc-conformance ${harness} from client.json, which has the same data. Neither contains a key.</p></footer>`,
  })
}
