/** Request variations on the mock: their coverage in a run, and how a run finds the value that causes a failure. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RequirementId } from '../../suites/harness/catalogue/requirements.ts'
import type { Exchange } from '../../suites/harness/http/exchange.ts'
import { limitsMet } from '../../suites/harness/report/counts/states.ts'
import type { Result } from '../../suites/harness/run/certify.ts'
import { DEFAULT_SEED } from '../../suites/harness/run/generated/seed.ts'
import { readable, variationOf } from '../../suites/harness/variation/attribution.ts'
import { type Dimension, dimensionNames, dimensions, plainRow } from '../../suites/harness/variation/dimensions.ts'
import { LONG_ACCEPTED } from '../../suites/harness/variation/texts.ts'
import { allChecks } from '../../suites/index.ts'
import { membersOf } from './harness/members.ts'
import { runAnew, runOf } from './runs.ts'

/** The maximum of requests of a run. By default, `full` may send a few more, for gateways with many models. */
const REQUESTS = 1300

const kindOf = ({ request, response }: Exchange): string =>
  response?.status === 200 && request.stream ? 'stream' : `${request.operation} ${response?.status}`

/** Pairs of values that no request of the run had, without values that only streams have. */
function unmetPairs({ transcript }: Result): string[] {
  const pairs = dimensionNames.flatMap((a, at) => dimensionNames.slice(at + 1).map((b) => [a, b] as const))
  const variations = transcript.exchanges.flatMap(({ request }) => variationOf(request) ?? [])
  // A long text replaces the plain one.
  const all = variations.map((each) => (each.text === 'long' ? { ...each, text: plainRow.text } : each))
  const met = new Set(all.flatMap((each) => pairs.map(([a, b]) => `${a}: ${each[a]} + ${b}: ${each[b]}`)))
  const wanted = pairs.filter((pair) => !pair.includes('include_usage'))
  const combined = wanted.flatMap(([a, b]) =>
    dimensions[a].flatMap((value) => dimensions[b].map((other) => `${a}: ${value} + ${b}: ${other}`)),
  )
  return combined.filter((pair) => !met.has(pair))
}

/** The dimensions that responses of a kind have to cover. */
function dimensionsOf(kind: string): readonly Dimension[] {
  // Bodies that are too large are padded with white space, and not varied.
  if (kind.startsWith('models') || kind.endsWith('413')) return readable
  return dimensionNames.filter((name) => {
    if (name === 'include_usage') return kind === 'stream' || kind.endsWith('400')
    return name !== 'stream' || kind !== 'stream'
  })
}

/** Kinds of responses with the values that none of their requests had. */
function unmet({ transcript }: Result): string[] {
  const responded = transcript.exchanges.filter(({ request, response }) => request.operation !== 'other' && response)
  const kinds = Map.groupBy(responded, kindOf)
  // A single request tests whether a provocation affects lists, because the target file does not say so.
  kinds.delete('models 500')
  return [...kinds].flatMap(([kind, exchanges]) => {
    const variations = exchanges.flatMap(({ request }) => variationOf(request) ?? [])
    return dimensionsOf(kind).flatMap((name) => {
      const met = new Set<string | undefined>(variations.map((variation) => variation[name]))
      return dimensions[name].filter((value) => !met.has(value)).map((value) => `${kind} never met ${name}: ${value}`)
    })
  })
}

/** The outcomes of requests with a long text. */
function longTexts({ transcript }: Result): { accepted: number; refused: boolean } {
  const long = transcript.exchanges.filter(({ request }) => variationOf(request)?.text === 'long')
  const accepted = long.filter(({ response }) => response?.status === 200).length
  return { accepted, refused: long.length >= 20 }
}

/** Faults that only one value triggers; they share a run if they do not hide each other. */
const conditional: readonly (readonly [fault: string, requirement: RequirementId, note: RegExp])[][] = [
  [
    ['gzip-cuts-the-stream', 'stream-done', /only with accept-encoding: .*gzip/],
    ['echoes-a-tracing-id-as-request-id', 'request-id-generated', /in x-correlation-id/],
    ['refuses-content-beyond-ascii', 'message-content', /only with text: /],
    ['refuses-a-hundred-messages', 'request-messages', /only with conversation: 130 messages/],
    ['refuses-a-user-agent-with-403', 'client-headers-tolerated', /only with client: Python\/requests/],
  ],
  [
    ['gzip-drops-the-request-id', 'request-id-present', /only with accept-encoding: .*gzip/],
    ['refuses-temperature-beside-top-p', 'completion-json', /only with temperature: .* \+ top_p: /],
  ],
  [
    ['refuses-accept-encoding', 'client-headers-tolerated', /only with accept-encoding: gzip, deflate/],
    ['refuses-escaped-names', 'completion-json', /only with JSON format: names escaped/],
    ['refuses-accept-json-for-streams', 'client-headers-tolerated', /only with accept: application\/json/],
  ],
]

describe('the request variations', () => {
  for (const profile of ['core', 'full'] as const)
    for (const seed of [DEFAULT_SEED, 1])
      it(`cover each kind of response of ${profile} with the seed ${seed}, within the budget`, async () => {
        // The requests of core do not depend on the budget.
        const result = await runOf(profile, profile === 'core' ? { seed } : { seed, requests: REQUESTS })
        assert.equal(result.conclusion, 'conformant')
        // A provoked limit does not count as a limit that was met.
        assert.equal(limitsMet(result.transcript, allChecks), 0)
        assert.deepEqual([unmetPairs(result), result.drawn], [[], undefined])
        assert.deepEqual(longTexts(result), { accepted: LONG_ACCEPTED, refused: true })
        assert.ok(result.requests <= (profile === 'core' ? 750 : REQUESTS), String(result.requests))
        // Core has only one request to an unavailable model.
        const open = unmet(result).filter((line) => profile === 'full' || !line.startsWith('completions 503'))
        assert.deepEqual(open, [])
      })

  it('are complete on a gateway with many models, within the default limits', async () => {
    const { conclusion, drawn } = await runAnew('full', { requests: 1800, variants: ['models-by-the-thousand'] })
    assert.deepEqual([conclusion, drawn], ['conformant', undefined])
  })

  it('cause no repetitions on a conforming gateway', async () => {
    const { transcript } = await runOf('core')
    // Requests without a key are rightly rejected, and are not valid requests.
    const again = transcript.exchanges.filter(({ id }) => /\.space\/a-(list|plain-)/.test(id))
    assert.deepEqual(membersOf(again, 'id'), [])
  })

  it('are absent in a smoke run', async () => {
    const { transcript, requests } = await runOf('smoke')
    assert.ok(requests <= 12)
    assert.ok(transcript.exchanges.every(({ request }) => request.headers.every(([name]) => name !== 'user-agent')))
  })

  for (const together of conditional) {
    const faults = together.map(([fault]) => fault)
    let made: Promise<Result> | undefined
    const run = (): Promise<Result> => (made ??= runAnew('core', { faults, requests: REQUESTS }))
    for (const [fault, requirement, note] of together)
      it(`reveal the value that triggers ${fault}`, async () => {
        const { judged } = await run()
        const own = judged.find((each) => each.requirement.id === requirement)
        assert.ok(own?.verdict === 'fail' || own?.verdict === 'warn', own?.verdict)
        const messages = own.findings.filter(({ outcome }) => outcome === 'fail').map(({ message }) => message)
        const isNamed = messages.some((message) => note.test(message))
        assert.ok(isNamed, messages.slice(0, 3).join('\n'))
      })
  }
})
