/** A rule about statuses passes only on operations that were successful at least once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeTranscript } from '../../../../suites/harness/judge/index.ts'
import { completionWith, errorWith, listOf } from '../http/bodies.ts'
import { asked, exchangeOf, listing, responseOf } from '../http/exchanges.ts'

const RULES = /^(models|completion)-statuses$|^gateway-statuses$|^models-not-limited$/
const OF_MODELS = ['models-not-limited', 'models-statuses']
const got = (id: string, request: typeof asked, status: number, body: string) =>
  exchangeOf(responseOf(status === 200 ? body : errorWith(), { status }), { id, request })

for (const [list, completion, expected] of [
  [200, 200, ['completion-statuses', 'gateway-statuses', ...OF_MODELS]],
  [200, 401, OF_MODELS],
  [401, 200, ['completion-statuses']],
  [401, 401, []],
] as const)
  test(`a list with ${list} and a completion with ${completion} show ${expected.length} rules`, () => {
    const exchanges = [got('a/1', listing, list, listOf('svc/a')), got('b/1', asked, completion, completionWith())]
    const { findings } = judgeTranscript({ exchanges, evidence: [], remarks: [] }, () => [])
    const passed = findings.filter(({ outcome, requirement }) => outcome === 'pass' && RULES.test(requirement))
    assert.deepEqual([...new Set(passed.map(({ requirement }) => requirement))].toSorted(), expected)
  })
