import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { certify } from '../../suites/harness/run/certify.ts'
import { allChecks } from '../../suites/index.ts'
import { type Freedoms, pickFreedoms, startSecondGateway } from '../adversary/second-gateway/index.ts'
import { secondTarget } from '../prove/gateway-target.ts'
import { whyNot } from './runs.ts'

async function verdictsOn(freedoms?: Freedoms): Promise<{ conclusion: string; complaints: string[] }> {
  await using gateway = await startSecondGateway(freedoms ? { freedoms } : {})
  const known = secondTarget(gateway.url, gateway)
  const target = { ...known, limits: { ...known.limits, requests: 2000, timeout: 60_000 } }
  const { conclusion, judged } = await certify({ target, checks: allChecks, profile: 'full' })
  const open = judged.filter(({ verdict }) => !['pass', 'observed', 'not-observable'].includes(verdict))
  const complaints = open.map((each) => `${each.requirement.id} ${each.verdict}: ${whyNot(each)}`)
  return { conclusion, complaints }
}

/** Requirements that cannot be shown with these freedoms: usage-not-zero needs responses with usage and text. */
function unshown({ responseText, jsonUsage }: Freedoms): string[] {
  return responseText === 'empty' && jsonUsage === 'present' ? ['usage-not-zero not-evidenced: undefined'] : []
}

describe('the second gateway, which shares no code with the mock, the suites or the schemas', () => {
  it('passes the full profile', async () =>
    assert.deepEqual(await verdictsOn(), { conclusion: 'conformant', complaints: [] }))

  // Together, these seeds have nearly all freedoms; `npm run prove -- --second '*'` tests each separately.
  for (const seed of [6, 14, 19])
    it(`passes the full profile with the freedoms of seed ${seed}`, async () => {
      const freedoms = pickFreedoms(seed, { strict: true })
      assert.deepEqual(await verdictsOn(freedoms), { conclusion: 'conformant', complaints: unshown(freedoms) })
    })
})
