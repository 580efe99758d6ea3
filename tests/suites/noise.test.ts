import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startMock } from '../../mock/index.ts'
import { certify } from '../../suites/harness/certify.ts'
import { allChecks } from '../../suites/index.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'
import { noisyLine } from './noise.ts'

/** Runs in a row; more of them with NOISY_RUNS. */
const RUNS = Number(process.env.NOISY_RUNS ?? 3)

describe('a noisy line to the mock, with delays and answers cut anywhere', () => {
  it('changes not one verdict of the full profile', async () => {
    const seen = new Set<string>()
    for (let seed = 1; seed <= RUNS; seed += 1) {
      await using mock = await startMock()
      const line = await noisyLine(mock.url, seed)
      try {
        const target = { ...gatewayTarget(mock, '', 20_000), baseUrl: line.url }
        const { judged, conclusion } = await certify({ target, checks: allChecks, profile: 'full' })
        assert.equal(conclusion, 'conformant')
        seen.add(JSON.stringify(judged.map(({ requirement, verdict }) => [requirement.id, verdict])))
      } finally {
        line.close()
      }
    }
    assert.equal(seen.size, 1)
  })
})
