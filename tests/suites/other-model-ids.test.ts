/**
 * A gateway whose models have ids outside the pattern, such as gpt-4o, and other faults. Each request of the run then
 * names such a model: that hides no other fault.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMock } from '../../mock/index.ts'
import { certify } from '../../suites/harness/run/certify.ts'
import { allChecks } from '../../suites/index.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'

const OTHER_IDS = 'model-ids-of-another-vendor'

/** Faults of the form of responses, and a requirement that each breaks. */
const shapes = {
  'stream-as-text-plain': 'stream-media-type',
  'chunk-choice-extra-member': 'chunk-choice-closed',
  'chunk-created-beyond': 'chunk-created',
  'stream-text-in-final': 'stream-final-delta',
  'chunk-usage-array': 'chunk-usage',
  'completion-created-missing': 'completion-created',
  'completion-usage-null': 'completion-usage',
  'message-content-number': 'choice-message-content',
  'error-param-missing': 'error-param',
  'error-type-other': 'error-type',
} as const

for (const profile of ['core', 'full'] as const)
  test(`${profile} finds each of them, although one gateway has them all`, async () => {
    await using mock = await startMock({ faults: [OTHER_IDS, ...Object.keys(shapes)] })
    const { judged } = await certify({ target: gatewayTarget(mock), checks: allChecks, profile })
    const failed = new Set(judged.flatMap(({ requirement, verdict }) => (verdict === 'fail' ? [requirement.id] : [])))
    assert.deepEqual(
      (['model-id', ...Object.values(shapes)] as const).filter((id) => !failed.has(id)),
      [],
    )
  })
