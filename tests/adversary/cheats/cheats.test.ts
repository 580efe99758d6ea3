/** How gateways could recognize a run, and whether the run or a revisit exposes them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { asAnother, asked } from '../../../cli/commands/revisit/asking.ts'
import { type MockServer, startMock } from '../../../mock/index.ts'
import { certify, type Result } from '../../../suites/harness/run/certify.ts'
import { allChecks } from '../../../suites/index.ts'
import { gatewayTarget } from '../../prove/gateway-target.ts'
import { type Cheat, cheatingGateway, type Rule } from './gateway.ts'
import { type Shown, type Trait, traits } from './traits.ts'

const KEYS = ['svc_runner_0123456789abcdef', 'svc_visitor_9d1c7be2a4f05386'] as const
const config = { models: { 'svc/echo-1': {} }, projects: { team: { keys: [...KEYS], models: ['svc/echo-1'] } } }

function targetOf(mock: MockServer, baseUrl: string) {
  const { limits } = gatewayTarget(mock)
  return { baseUrl, keys: { valid: KEYS[0] }, revisitKey: KEYS[1], models: {}, provoke: {}, limits }
}

const run = (mock: MockServer, { url }: Pick<Cheat, 'url'>, seed: number): Promise<Result> =>
  certify({ target: targetOf(mock, url), checks: allChecks, profile: 'smoke', seed })

/** What exposes a gateway that behaves only when its rule recognizes a test. */
async function shownBy({ rule, window, elsewhere }: Trait, seed: number): Promise<Shown> {
  await using mock = await startMock({ config })
  await using cheat = await cheatingGateway(mock.url, rule(), window ? 60 : 0)
  const { conclusion, preflight } = await run(mock, cheat, seed)
  if (conclusion === 'nonconformant') return 'the run'
  assert.equal(conclusion, 'conformant')
  cheat.later(3600)
  const target = targetOf(mock, elsewhere ? cheat.elsewhere : cheat.url)
  const later = await asked(asAnother(target, preflight.model), { strict: false, seed, profile: 'smoke' })
  return later.conclusion === 'nonconformant' ? 'a revisit' : 'nothing'
}

const SEEDS = [1, 77, 4242]
const TEN = [...SEEDS, 2, 3, 4, 5, 6, 7, 8]

describe('a gateway that behaves only while it is tested', () => {
  for (const [at, trait] of traits.entries())
    it(`is shown by ${trait.shown} if it recognizes a run by ${trait.name}`, async () => {
      // Test the first trait with more seeds, because this cheat was once certified.
      for (const seed of at === 0 ? TEN : SEEDS) assert.equal(await shownBy(trait, seed), trait.shown, `seed ${seed}`)
    })

  it('is shown by the run if it has the responses of another seed', async () => {
    await using mock = await startMock({ config })
    const { transcript } = await run(mock, mock, 1)
    const bodies = new Set(transcript.exchanges.map(({ request }) => Buffer.from(request.body ?? '').toString()))
    const isRecorded: Rule = ({ body }) => bodies.has(body)
    const conclude = async (seed: number): Promise<string> => {
      await using cheat = await cheatingGateway(mock.url, isRecorded, 0)
      return (await run(mock, cheat, seed)).conclusion
    }
    assert.equal(await conclude(1), 'conformant')
    for (const seed of TEN.slice(1)) assert.equal(await conclude(seed), 'nonconformant')
  })
})

/** Cheats of other tests: responses of another seed, a seed of the operator, and a proxy only for the run. */
const OTHERS = 3

it('docs/judged.md has this table', () => {
  const page = readFileSync(new URL('../../../docs/judged.md', import.meta.url), 'utf8')
  for (const { name, shown } of traits) assert.match(page, new RegExp(`^\\| ${name} +\\| ${shown}`, 'm'))
  const caught = traits.filter(({ shown }) => shown !== 'nothing').length + OTHERS
  assert.ok(page.includes(`Of ${traits.length + OTHERS} cheats, ${caught} are caught`))
})
