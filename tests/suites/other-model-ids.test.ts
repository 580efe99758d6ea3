/**
 * Gateways whose models have ids outside the pattern, such as gpt-4o, and other faults. Each request of the run then
 * names such a model: that hides no other fault.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMock } from '../../mock/index.ts'
import type { Profile } from '../../suites/harness/catalogue/profiles.ts'
import { certify, type Result } from '../../suites/harness/run/certify.ts'
import { allChecks } from '../../suites/index.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'

const OTHER_IDS = 'model-ids-of-another-vendor'

/** Faults of the form of responses, and a requirement that each breaks. */
const shapes = {
  streams: {
    'stream-as-text-plain': 'stream-media-type',
    'chunk-choice-extra-member': 'chunk-choice-closed',
    'chunk-created-beyond': 'chunk-created',
    'stream-text-in-final': 'stream-final-delta',
    'chunk-usage-array': 'chunk-usage',
  },
  'other responses': {
    'completion-created-missing': 'completion-created',
    'completion-usage-null': 'completion-usage',
    'message-content-number': 'choice-message-content',
    'error-param-missing': 'error-param',
    'error-type-other': 'error-type',
  },
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

async function findsAll(profile: Profile, faults: Readonly<Record<string, string>>): Promise<void> {
  const failed = failing(await runOf(profile, Object.keys(faults)))
  for (const broken of ['model-id', ...Object.values(faults)])
    assert.ok(failed.includes(broken), `${broken} in ${failed.join(' ')}`)
}

for (const [kind, faults] of Object.entries(shapes))
  test(`core finds the other faults of ${kind}`, () => findsAll('core', faults))

test('full finds all of them at once', () => findsAll('full', { ...shapes.streams, ...shapes['other responses'] }))
