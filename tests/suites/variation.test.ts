/** The space of requests on the mock: what a run covers of it, and how it finds the value that made the difference. */
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

/** Requests that a run needs at most. By default, `full` may send a few more, for gateways with many models. */
const REQUESTS = 1150

const kindOf = ({ request, response }: Exchange): string =>
  response?.status === 200 && request.stream ? 'stream' : `${request.operation} ${response?.status}`

/** Pairs of values that no request of the run had. Those of what streams alone have are as many as the table gives. */
function unmetPairs({ transcript }: Result): string[] {
  const pairs = dimensionNames.flatMap((a, at) => dimensionNames.slice(at + 1).map((b) => [a, b] as const))
  const variations = transcript.exchanges.flatMap(({ request }) => variationOf(request) ?? [])
  // A long text stands where the plain one would.
  const all = variations.map((each) => (each.text === 'long' ? { ...each, text: plainRow.text } : each))
  const met = new Set(all.flatMap((each) => pairs.map(([a, b]) => `${a}: ${each[a]} + ${b}: ${each[b]}`)))
  const wanted = pairs.filter((pair) => !pair.includes('include_usage'))
  const combined = wanted.flatMap(([a, b]) =>
    dimensions[a].flatMap((value) => dimensions[b].map((other) => `${a}: ${value} + ${b}: ${other}`)),
  )
  return combined.filter((pair) => !met.has(pair))
}

/** The dimensions whose values each response of a kind meets. */
function dimensionsOf(kind: string): readonly Dimension[] {
  // Too large bodies are padded with white space, and stand as they are.
  if (kind.startsWith('models') || kind.endsWith('413')) return readable
  return dimensionNames.filter((name) => {
    if (name === 'include_usage') return kind === 'stream' || kind.endsWith('400')
    return name !== 'stream' || kind !== 'stream'
  })
}

/** Kinds of responses with the values of the space that none of them met. */
function unmet({ transcript }: Result): string[] {
  const responded = transcript.exchanges.filter(({ request, response }) => request.operation !== 'other' && response)
  const kinds = Map.groupBy(responded, kindOf)
  // The target file does not say whether a provocation affects lists as well: one request finds out.
  kinds.delete('models 500')
  return [...kinds].flatMap(([kind, exchanges]) => {
    const dresses = exchanges.flatMap(({ request }) => variationOf(request) ?? [])
    return dimensionsOf(kind).flatMap((name) => {
      const met = new Set<string | undefined>(dresses.map((variation) => variation[name]))
      return dimensions[name].filter((value) => !met.has(value)).map((value) => `${kind} never met ${name}: ${value}`)
    })
  })
}

/** What became of the requests with a long text. */
function longTexts({ transcript }: Result): { accepted: number; refused: boolean } {
  const long = transcript.exchanges.filter(({ request }) => variationOf(request)?.text === 'long')
  const accepted = long.filter(({ response }) => response?.status === 200).length
  return { accepted, refused: long.length >= 20 }
}

/** Faults that show with one value of the space: together as far as none hides another. */
const conditional: readonly (readonly [fault: string, requirement: RequirementId, note: RegExp])[][] = [
  [
    ['gzip-cuts-the-stream', 'stream-done', /only with accept-encoding: .*gzip/],
    ['echoes-a-tracing-id-as-request-id', 'request-id-generated', /only with tracing: x-correlation-id/],
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
    ['refuses-escaped-names', 'completion-json', /only with writing: names escaped/],
    ['refuses-accept-json-for-streams', 'client-headers-tolerated', /only with accept: application\/json/],
  ],
]

describe('the space of requests', () => {
  for (const profile of ['core', 'full'] as const)
    for (const seed of [DEFAULT_SEED, 1])
      it(`is met by each kind of response of the profile ${profile} under the seed ${seed}, within the budget`, async () => {
        // What core sends is below any limit, and the same under each.
        const result = await runOf(profile, profile === 'core' ? { seed } : { seed, requests: REQUESTS })
        assert.equal(result.conclusion, 'conformant')
        // A limit that is provoked, in any variation, is not one that was met.
        assert.equal(limitsMet(result.transcript, allChecks), 0)
        assert.deepEqual([unmetPairs(result), result.drawn], [[], undefined])
        assert.deepEqual(longTexts(result), { accepted: LONG_ACCEPTED, refused: true })
        assert.ok(result.requests <= (profile === 'core' ? 700 : REQUESTS), String(result.requests))
        // Of what core sees in passing of an unavailable model it has one request.
        const open = unmet(result).filter((line) => profile === 'full' || !line.startsWith('completions 503'))
        assert.deepEqual(open, [])
      })

  it('leaves out nothing on a gateway with many models, within the limits of a target file that names none', async () => {
    const { conclusion, drawn } = await runAnew('full', { requests: 1500, variants: ['models-by-the-thousand'] })
    assert.deepEqual([conclusion, drawn], ['conformant', undefined])
  })

  it('asks for no valid request again where a conforming gateway has refused none', async () => {
    const { transcript } = await runOf('core')
    // What is sent without a key, to see whether one is needed, is rightly refused and is not a valid request.
    const again = transcript.exchanges.filter(({ id }) => /\.space\/a-(list|plain-)/.test(id))
    assert.deepEqual(membersOf(again, 'id'), [])
  })

  it('has varied nothing in a smoke run', async () => {
    const { transcript, requests } = await runOf('smoke')
    assert.ok(requests <= 12)
    assert.ok(transcript.exchanges.every(({ request }) => request.headers.every(([name]) => name !== 'user-agent')))
  })

  for (const together of conditional) {
    const faults = together.map(([fault]) => fault)
    let made: Promise<Result> | undefined
    const run = (): Promise<Result> => (made ??= runAnew('core', { faults, requests: REQUESTS }))
    for (const [fault, requirement, note] of together)
      it(`names the value with which ${fault} shows`, async () => {
        const { judged } = await run()
        const own = judged.find((each) => each.requirement.id === requirement)
        assert.ok(own?.verdict === 'fail' || own?.verdict === 'warn', own?.verdict)
        const messages = own.findings.filter(({ outcome }) => outcome === 'fail').map(({ message }) => message)
        const isNamed = messages.some((message) => note.test(message))
        assert.ok(isNamed, messages.slice(0, 3).join('\n'))
      })
  }
})
