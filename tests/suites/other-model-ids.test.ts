/**
 * A gateway with model ids outside the pattern, such as gpt-4o, and with other faults. The requests of a run name such
 * a model, but that must not hide other faults.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idsWith, runAnew } from './runs.ts'

const OTHER_IDS = 'model-ids-of-another-vendor'

/** Faults in the form of responses, and a requirement that each breaks. */
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
  test(`${profile} finds each fault of a gateway that has them all`, async () => {
    const failed = idsWith(await runAnew(profile, { faults: [OTHER_IDS, ...Object.keys(shapes)] }), 'fail')
    for (const id of ['model-id', ...Object.values(shapes)] as const) assert.ok(failed.includes(id), id)
  })
