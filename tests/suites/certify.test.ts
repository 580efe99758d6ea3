import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { includes, type Profile, usualRequests } from '../../suites/harness/catalogue/profiles.ts'
import { requirements } from '../../suites/harness/catalogue/requirements.ts'
import type { SentRequest } from '../../suites/harness/http/exchange.ts'
import type { Result } from '../../suites/harness/run/certify.ts'
import { allChecks } from '../../suites/index.ts'
import { membersOf } from './harness/members.ts'
import { runAnew, runOf, verdictOn } from './runs.ts'

/** The headers as sent, with a placeholder for request ids, which differ in each run. */
const written = ({ headers }: SentRequest): string =>
  JSON.stringify(
    headers.map(([name, value]) => [name, name === 'x-svc-request-id' ? value.replaceAll(/[a-z\d]+/g, 'x') : value]),
  )

const inWords = ({ requirement, verdict }: Result['judged'][number]): string => `${requirement.id} ${verdict}`

/** All verdicts and all requests, independent of their order. */
function fingerprint({ judged, transcript }: Result): string {
  const verdicts = judged.map(inWords)
  const requests = transcript.exchanges.map(({ request }) => {
    const digest = createHash('sha256').update(request.body ?? '')
    return `${request.method} ${request.path} ${written(request)} ${digest.digest('hex')}`
  })
  return JSON.stringify([verdicts, requests.sort()])
}

/** The number of runs of core to compare with the first one; set `MORE_TIMES=100` for many. */
const MORE_TIMES = Number(process.env.MORE_TIMES ?? 1)

describe('certify() against the reference mock', () => {
  it('passes every observable must of the full profile', async () => {
    const { conclusion, judged } = await runOf('full')
    const open = judged.filter(({ requirement, verdict }) => requirement.level === 'must' && verdict !== 'pass')
    assert.deepEqual(open.map(inWords), [])
    assert.equal(conclusion, 'conformant')
  })

  it('has a verdict or an observation for everything that can be observed', async () => {
    const { judged } = await runOf('full')
    const observable = judged.filter(({ requirement }) => requirement.level !== 'not-observable')
    const silent = observable.filter(({ verdict }) => !['pass', 'observed'].includes(verdict))
    assert.deepEqual(silent.map(inWords), [])
  })

  it('sees every status of section 7.3', async () => {
    const { transcript } = await runOf('full')
    const seen = new Set(transcript.exchanges.map(({ response }) => response?.status))
    for (const status of [200, 400, 401, 403, 404, 413, 429, 500, 503]) assert.ok(seen.has(status), String(status))
  })

  it('sends about the usual number of requests of each profile', async () => {
    for (const [profile, usual] of Object.entries(usualRequests) as [Profile, number][]) {
      const { requests, conclusion } = await runOf(profile)
      assert.equal(conclusion, 'conformant', profile)
      assert.ok(Math.abs(requests - usual) <= 0.05 * usual + 1, `${profile} sent ${requests}, and not about ${usual}`)
    }
  })

  it('gives every request its own name, so that only attempts share one', async () => {
    const { transcript } = await runOf('full')
    const nameOf = (id: string): string => id.slice(0, id.lastIndexOf('/'))
    const tried = Map.groupBy(transcript.exchanges, ({ id }) => nameOf(id))
    const names = new Set(transcript.evidence.map(({ exchange }) => nameOf(exchange)))
    const mixed = [...names].filter((name) => {
      const [first, ...others] = tried.get(name) ?? []
      return others.some(({ request }) => !isDeepStrictEqual(request, first?.request))
    })
    assert.deepEqual(mixed, [])
  })

  it('sends the same requests and has the same verdicts in each run', async () => {
    const prints = new Set([fingerprint(await runOf('core'))])
    for (let time = 0; time < MORE_TIMES; time += 1) prints.add(fingerprint(await runAnew('core')))
    assert.equal(prints.size, 1)
  })

  it('sends other requests with another seed, and has the same conclusion', async () => {
    const [one, two] = [await runOf('core', { seed: 1 }), await runOf('core')]
    assert.deepEqual([one.conclusion, two.conclusion], ['conformant', 'conformant'])
    assert.notEqual(fingerprint(one), fingerprint(two))
  })

  it('has verdicts only on requirements of the profile', async () => {
    const { judged } = await runOf('smoke')
    for (const { requirement, verdict } of judged) {
      if (requirement.profile && !includes('smoke', requirement.profile))
        assert.equal(verdict, requirement.level === 'observe' && verdict === 'observed' ? 'observed' : 'not-selected')
    }
  })

  it('is incomplete if the target file lacks a state, and says what to add', async () => {
    const { conclusion, judged } = await runAnew('full', { change: { provoke: {} } })
    assert.equal(conclusion, 'incomplete')
    const limit = judged.find(({ requirement }) => requirement.id === 'limit-429')
    assert.equal(limit?.verdict, 'not-evidenced')
    assert.match(limit?.findings[0]?.message ?? '', /provoke\.limited/)
  })

  it('is incomplete when the budget is spent, and never exceeds it', async () => {
    const { conclusion, requests } = await runAnew('core', { requests: 40 })
    assert.deepEqual([conclusion, requests], ['incomplete', 40])
  })

  it('omits only generated requests with a small budget, and is incomplete if it omits most of them', async () => {
    assert.equal((await runOf('full')).drawn, undefined)
    for (const [most, expected] of [
      [1100, 'conformant'],
      [960, 'incomplete'],
    ] as const) {
      const { conclusion, requests, drawn, stop } = await runOf('full', { requests: most })
      assert.equal(conclusion, expected)
      assert.ok(requests <= most)
      assert.ok(drawn && drawn.left_out > 0 && drawn.sent > 0, JSON.stringify(drawn))
      const allowing = /^Allow more with --requests (\d+), or/.exec(stop?.mend ?? '')?.[1]
      assert.equal(Number(allowing) > most, expected === 'incomplete', stop?.mend)
    }
  })

  it('ends with a verdict if every listed id is malformed', async () => {
    const result = await runAnew('smoke', { faults: ['model-ids-of-another-vendor'] })
    assert.deepEqual([result.conclusion, verdictOn(result, 'model-id')], ['nonconformant', 'fail'])
  })

  it('never calls a filtered run conformant', async () => {
    const result = await runAnew('core', { requirements: ['request-temperature'] })
    assert.deepEqual([result.conclusion, verdictOn(result, 'request-temperature')], ['incomplete', 'pass'])
  })

  it('stops after the first responses if the key is rejected, and says so', async () => {
    const change = { keys: { valid: 'svc_nobody_0000000000000000' } }
    const { stop, requests, conclusion } = await runAnew('core', { change })
    assert.equal(conclusion, 'incomplete')
    assert.match(stop?.reason ?? '', /rejected with 401/)
    assert.ok(requests <= 3)
  })
})

describe('the catalogue and the checks', () => {
  it('has a check for every must and should, and an observation for every observe', async () => {
    const { transcript, judged } = await runOf('full')
    const covered = new Set([
      ...allChecks.map(({ covers }) => covers),
      ...judged.filter(({ findings }) => findings.length > 0).map(({ requirement }) => requirement.id),
    ])
    const bare = requirements.filter(({ id, level }) => level !== 'not-observable' && !covered.has(id))
    assert.deepEqual(membersOf(bare, 'id'), [])
    assert.ok(transcript.evidence.length > 300)
  })

  it('names only requirements that exist, under unique ids', () => {
    const ids = new Set(requirements.map(({ id }) => id))
    for (const { id, covers } of allChecks) assert.ok(ids.has(covers), `${id} covers ${covers}`)
    assert.equal(new Set(allChecks.map(({ id }) => id)).size, allChecks.length)
  })
})
