import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type MockOptions, startMock } from '../../mock/index.ts'
import type { Profile } from '../../suites/harness/catalogue/profiles.ts'
import { certify, type Result } from '../../suites/harness/run/certify.ts'
import { names } from '../../suites/harness/text/names.ts'
import { allChecks } from '../../suites/index.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'
import { type Noise, noisyLine } from './noise.ts'
import { runOf } from './runs.ts'

/** The number of runs, each with different noise; set `NOISY_RUNS=100` for many. */
const RUNS = Number(process.env.NOISY_RUNS ?? 1)

/** Faults that every run on a quiet line finds: in a field, a status, a stream, and of a `should`. */
const FAULTS = names(
  'request-id-missing-on-401 accepts-temperature-max final-chunk-finish-reason-other usage-total-is-no-sum',
)

type Verdicts = ReadonlyMap<string, string>

interface Run {
  readonly verdicts: Verdicts
  readonly conclusion: string
  /** The number of connections that the line has reset. */
  readonly broken: number
}

const runWith = ({ judged, conclusion }: Result, broken: number): Run => ({
  verdicts: new Map(judged.map(({ requirement, verdict }) => [requirement.id, verdict])),
  conclusion,
  broken,
})

/** Certifies a mock over a noisy line; without noise, directly. */
async function run(options: MockOptions, profile: Profile, noise?: Noise): Promise<Run> {
  if (!noise && !options.faults) return runWith(await runOf(profile), 0)
  await using mock = await startMock(options)
  await using line = noise && (await noisyLine(mock.url, noise))
  const target = { ...gatewayTarget(mock, '', 20_000), ...(line && { baseUrl: line.url }) }
  return runWith(await certify({ target, checks: allChecks, profile }), line?.broken ?? 0)
}

/** Verdicts that noise has changed, other than leaving them open. */
function flips(quiet: Verdicts, noisy: Verdicts): string[] {
  return [...noisy].flatMap(([id, verdict]) => {
    const expected = quiet.get(id)
    const isOpen = verdict === 'inconclusive' || verdict === 'not-evidenced'
    return verdict === expected || isOpen ? [] : [`${id}: ${expected} became ${verdict}`]
  })
}

describe('a line with delays and responses cut anywhere', () => {
  it('changes no verdict of the full profile', async () => {
    const quiet = await run({}, 'full')
    const noisy = await run({}, 'full', { seed: 1, latency: 5 })
    assert.deepEqual([noisy.conclusion, noisy.verdicts], ['conformant', quiet.verdicts])
  })
})

describe(`${RUNS} runs of the core profile on lines with latency, jitter, pieces cut anywhere and resets`, () => {
  const LATENCY = 8
  /** Alternately few resets, so that nearly all responses arrive in the end, and many, so that some never do. */
  const RESETS = [0.01, 0.03] as const

  async function hold(options: MockOptions, context: TestContext): Promise<Run[]> {
    const quiet = await run(options, 'core')
    const noisy: Run[] = []
    let open = 0
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const resets = RESETS[seed % 2 === 1 ? 0 : 1]
      const one = await run(options, 'core', { seed, latency: LATENCY, resets })
      assert.deepEqual(flips(quiet.verdicts, one.verdicts), [], `with seed ${seed}`)
      open += [...one.verdicts].filter(([id, verdict]) => quiet.verdicts.get(id) !== verdict).length
      noisy.push(one)
    }
    const resets = noisy.reduce((sum, { broken }) => sum + broken, 0)
    const undecided = noisy.filter(({ conclusion }) => conclusion !== quiet.conclusion).length
    context.diagnostic(
      `${RUNS} runs, ${resets} resets, no flip; ${open} verdicts left open; ${undecided} runs concluded otherwise than ${quiet.conclusion}`,
    )
    assert.ok(resets >= RUNS, 'the lines broke hardly ever')
    return noisy
  }

  it('never find a fault in a conforming gateway', async (context) => {
    for (const { conclusion } of await hold({}, context)) assert.match(conclusion, /^(conformant|incomplete)$/)
  })

  it('never certify a gateway with faults', async (context) => {
    for (const { conclusion } of await hold({ faults: FAULTS }, context))
      assert.match(conclusion, /^(nonconformant|incomplete)$/)
  })
})
