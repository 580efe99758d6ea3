/**
 * Gateways whose models have ids outside the pattern, such as gpt-4o, and a second fault. Each request of the run then
 * names such a model: that hides no other fault.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startMock } from '../../mock/index.ts'
import type { Profile } from '../../suites/harness/catalogue/profiles.ts'
import { certify, type Result } from '../../suites/harness/run/certify.ts'
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

async function runOf(profile: Profile, faults: readonly string[]): Promise<Result> {
  const mock = await startMock({ faults: [OTHER_IDS, ...faults] })
  try {
    return await certify({ target: gatewayTarget(mock), checks: allChecks, profile })
  } finally {
    await mock.close()
  }
}

const failing = ({ judged }: Result): string[] =>
  judged.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement.id)

describe('core finds the second fault', { concurrency: 2 }, () => {
  for (const [fault, broken] of Object.entries(shapes))
    test(fault, async () => {
      const failed = failing(await runOf('core', [fault]))
      assert.ok(failed.includes('model-id') && failed.includes(broken), failed.join(' '))
    })
})

test('full finds all of them at once', async () => {
  const failed = failing(await runOf('full', Object.keys(shapes)))
  for (const broken of ['model-id', ...Object.values(shapes)])
    assert.ok(failed.includes(broken), `${broken} in ${failed.join(' ')}`)
})
