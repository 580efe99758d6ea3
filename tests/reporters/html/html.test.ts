import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import { htmlReport } from '../../../reporters/html/page.ts'
import { countsOf } from '../../../reporters/html/parts/verdicts.ts'
import { concluded } from '../../../reporters/wording/conclusion/conclusion.ts'
import { incidentSources } from '../../../schemas/incident-sources.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { unaltered } from '../alterations.ts'
import { poisoned } from '../hostile-gateway.ts'
import { withExchanges } from '../many.ts'
import { reportOn } from '../samples.ts'

let conforming: Report
let faulty: Report
let page: string

before(async () => {
  conforming = await reportOn(unaltered)
  faulty = await reportOn((response, { path }) => {
    if (path.endsWith('/completions'))
      response.body = Buffer.from(String(response.body).replace(/"usage":\{.*\}\}/, '"usage":null}'))
    if (response.status === 400) response.status = 422
    if (response.status === 401) response.body = Buffer.from([0xff, 0xfe, 0x00])
  })
  page = htmlReport(faulty)
})

/** The markup of a requirement. */
function partOf(text: string, id: string): string {
  const part = text.split('<li class="requirement"').find((each) => each.includes(`<code class="id">${id}</code>`))
  return part?.split('</section>')[0] ?? assert.fail(`${id} is not on the page`)
}

test('the same report gives the same bytes', () =>
  assert.equal(htmlReport(JSON.parse(JSON.stringify(faulty)) as Report), page))

test('the page has every requirement once, with its verdict', () => {
  const shown = [...page.matchAll(/<li class="requirement" data-verdict="([^"]+)".*?<code class="id">([^<]+)</gs)]
  const found = shown.map(([, verdict, id]) => [id, verdict]).sort()
  assert.deepEqual(found, faulty.requirements.map(({ id, verdict }) => [id, verdict]).sort())
})

test('the first screen has the conclusion, the target and the count of each verdict', () => {
  const first = page.slice(0, page.indexOf('id="causes"'))
  assert.match(first, /<h1 [^>]*>Nonconformant<\/h1>/)
  for (const text of [faulty.target.base_url, faulty.contract, faulty.harness, String(faulty.seed), ' UTC'])
    assert.ok(first.includes(text), text)
  for (const { look, count } of countsOf(faulty.requirements))
    assert.ok(first.includes(`${look.word}</span> <b>${count}</b>`), `${count} ${look.word}`)
  assert.equal(concluded(conforming).word, 'Conformant')
  assert.match(
    htmlReport(conforming),
    /<h1 [^>]*>Conformant<\/h1>\n<p class="lead">All \d+ requirements of profile core hold/,
  )
})

test('a failed requirement shows the expected value, the bytes with the location marked, curl and replay', () => {
  const part = partOf(page, 'completion-usage')
  const marked = '&quot;usage&quot;: <mark title="here">null</mark>'
  for (const text of ['an object', 'Where', marked, 'curl -sS -i', '--requirement '])
    assert.ok(part.includes(text), text)
})

test('causes are first, and the first one is open with the received value and its fix', () => {
  const causes = faulty.causes ?? []
  const part = page.slice(page.indexOf('id="causes"'), page.indexOf('id="requirements"'))
  const views = part.split('<details class="cause"').slice(1)
  assert.equal(views.length, causes.length)
  const open = views.map((view) => view.startsWith(' open'))
  assert.deepEqual(
    open,
    causes.map((_, index) => index === 0),
  )
  const [cause, view = ''] = [causes[0], views[0]]
  // The title has the received value, so no row repeats it.
  assert.ok(cause?.received && view.includes(`<span class="title">${cause.title}</span>`))
  assert.ok(cause.title.startsWith(`got ${cause.received}`))
  assert.ok(!view.includes(`<dd><code>${cause.received}</code></dd>`))
  const [lead = ''] = cause.requirements
  const { mend } = faulty.requirements.find(({ id }) => id === lead) ?? {}
  assert.ok(mend !== undefined && view.includes('How to fix it') && view.includes(`explain ${lead}`))
  for (const id of cause.requirements) assert.ok(view.includes(`href="#r-${id}"`), id)
})

test('a cause names a public report of another server that broke the same requirement', () => {
  const part = page.slice(page.indexOf('id="causes"'), page.indexOf('id="requirements"'))
  const known = (faulty.causes ?? []).map(({ requirements: [id = ''] }) =>
    incidentSources.find(([lead]) => lead === id),
  )
  assert.ok(known.some((row) => row !== undefined))
  for (const [, source, date] of known.filter((row) => row !== undefined))
    assert.ok(part.includes(`Others broke this requirement too: <code>${source}</code> (${date})`), source)
})

test('lists failures and warnings before all other requirements', () => {
  const verdicts = [...page.matchAll(/<li class="requirement" data-verdict="([^"]+)"/g)].map(([, verdict]) => verdict)
  const last = verdicts.findLastIndex((verdict) => verdict === 'fail' || verdict === 'warn')
  assert.ok(verdicts.slice(0, last).every((verdict) => verdict === 'fail' || verdict === 'warn'))
})

test('lists failures without a cause and errors of the harness above the requirements', () => {
  const [first] = conforming.requirements.filter(({ verdict }) => verdict === 'pass')
  assert.ok(first)
  const listed = (report: Report): string[] => {
    const [, part = ''] = htmlReport(report).split('id="uncaused"')
    return [...(part.split('</section>')[0] ?? '').matchAll(/href="#r-([^"]+)"/g)].map(([, id]) => id ?? '')
  }
  const requirements = conforming.requirements.map((each) =>
    each.id === first.id ? { ...each, verdict: 'error' as const } : each,
  )
  assert.deepEqual(listed({ ...conforming, requirements }), [first.id])
  assert.deepEqual(listed(faulty), [])
  const { causes: _, ...earlier } = faulty
  const broken = faulty.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  assert.deepEqual(listed(earlier).sort(), broken.map(({ id }) => id).sort())
})

test('shows the control next to a request, and marks the difference in both', () => {
  const part = partOf(page, 'request-temperature')
  assert.ok(part.includes('Its control: a valid request'))
  assert.match(part, /<mark title="here">422<\/mark>/)
  assert.equal(part.split('title="not so in the other request"').length - 1, 4, 'two findings, each with its control')
})

test('dumps bytes that are not text', () => assert.match(page, /<span class="note">000000<\/span> {2}ff fe 00 /))

test('lists requirements without evidence with the reason', () => {
  const part = page.slice(page.indexOf('id="unevidenced"'), page.indexOf('id="requirements"'))
  for (const { verdict, id, reason } of faulty.requirements) {
    if (verdict === 'pass' || verdict === 'fail' || verdict === 'warn' || verdict === 'observed') continue
    assert.ok(part.includes(`href="#r-${id}"`), id)
    if (reason !== undefined) assert.ok(part.includes(reason), reason)
  }
})

test('every link targets an id on the page, and ids are unique', () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  assert.equal(new Set(ids).size, ids.length)
  const links = [...page.matchAll(/ href="([^"]+)"/g)].map(([, link]) => link ?? '')
  assert.ok(links.length > 10)
  for (const link of links) assert.ok(ids.includes(link.slice(1)) && link.startsWith('#'), link)
})

test('the content security policy allows only the style sheet and the script of the page', () => {
  const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? []
  for (const [name, pattern] of [
    ['style', /<style>(.*?)<\/style>/gs],
    ['script', /<script>(.*?)<\/script>/gs],
  ] as const) {
    const found = [...page.matchAll(pattern)]
    assert.equal(found.length, 1, name)
    const digest = createHash('sha256')
      .update(found[0]?.[1] ?? '')
      .digest('base64')
    assert.ok(policy.includes(`${name}-src &#39;sha256-${digest}&#39;`), name)
  }
  assert.match(policy, /^default-src &#39;none&#39;;/)
  // A request in the report may contain such a text between escaped signs.
  assert.doesNotMatch(page.replaceAll(/&lt;[^<]*?&gt;/g, ''), /\s(?:src|srcset|style|on\w+)=|@import|url\(/)
})

test('shows the pieces of a stream as a timeline with a text alternative', () => {
  const id = 'stream/1'
  const text = 'data: {"a":1}\n\ndata: {"a":null}\n\n'
  const arrivals = [
    [0, 10],
    [15, 250.5],
  ] as const
  const body = { bytes: 32, text }
  const stream = { packets: 2, arrivals, interim: [], complete: true }
  const exchange: Report['exchanges'][number] = {
    id,
    request: { method: 'POST', path: '/v1/chat/completions', headers: [], framing: 'length' },
    answer: { status: 200, headers: [['Content-Type', 'text/event-stream']], body, ...stream },
    duration: 251,
  }
  const finding = { outcome: 'fail', message: 'x', at: 'byte 15, /a', exchanges: [id] } as const
  const requirements = faulty.requirements.map((each) =>
    each.id === 'chunk-created' ? { ...each, verdict: 'fail' as const, findings: [finding] } : each,
  )
  const report: Report = { ...faulty, exchanges: [exchange], requirements }
  const part = partOf(htmlReport(report), 'chunk-created')
  const label = '2 pieces: the first after 10 ms, the last after 251 ms, the longest gap 241 ms'
  assert.ok(part.includes(`role="img" aria-label="${label}"`), part)
  assert.match(part, /<path class="tick" d="M\d+ 4v20M\d{3} 4v20"\/>/)
  assert.match(part, /<tr class="here"><td class="n">15<\/td><td class="n">251 ms<\/td>.*<strong>here<\/strong>/)
  assert.match(part, /data: \{&quot;a&quot;:<mark title="here">null<\/mark>\}/)
})

test('a report with only hostile texts has no foreign element, attribute or control character', () => {
  const text = htmlReport(poisoned(faulty))
  assert.ok(text.includes('globalThis.owned'), 'the texts are on the page')
  assert.equal(text.split(/<script/i).length - 1, 1)
  assert.doesNotMatch(text, /<(?:img|link|iframe|object|embed|a href="(?!#))/i)
  assert.doesNotMatch(text, /(?![\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
})

test('a report of 5,000 exchanges stays under five megabytes', () => {
  const report = withExchanges(faulty, 5000)
  assert.ok(JSON.stringify(report).length > 20_000_000, 'the report is big')
  const size = Buffer.byteLength(htmlReport(report))
  assert.ok(size < 5_000_000, `${size} bytes`)
})

test('shows the rule and level of a requirement, and how often it held in request variations', () => {
  const text = htmlReport(conforming)
  const metaOf = (id: string) => /<span class="meta">([^<]*)</.exec(partOf(text, id))?.[1] ?? ''
  assert.match(metaOf('request-closed'), /^rule 1 · must · checked, held \d+ times in \d+ request variations$/)
  assert.match(metaOf('list-steady'), /^should · seen in passing, held \d+ times?$/)
  assert.equal(metaOf('auth-disabled'), 'must · profile full')
})
