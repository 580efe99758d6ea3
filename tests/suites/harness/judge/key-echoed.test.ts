import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMock } from '../../../../mock/index.ts'
import type { Profile } from '../../../../suites/harness/catalogue/profiles.ts'
import { replay } from '../../../../suites/harness/report/replay.ts'
import { parseTranscript } from '../../../../suites/harness/report/transcript-file.ts'
import { allChecks } from '../../../../suites/index.ts'
import { mockAt, recorded } from '../../../reporters/samples.ts'

/** The observations of a run about echoed keys, and its transcript. */
async function observed(profile: Profile, ...variants: string[]) {
  await using mock = await startMock({ variants })
  const { report, text: written } = await recorded(mockAt(mock.url), profile)
  const again = await replay(parseTranscript(written, 'transcript'), allChecks)
  assert.deepEqual([again.report.observed, again.divergences], [report.observed, []])
  const values = report.observed.flatMap(({ id, value }) => (id === 'key-echoed' ? [value] : []))
  return { values: values.toSorted(), written }
}

test('reports a response that echoes the key, and keeps no part of the key', async () => {
  const { values, written } = await observed('core', 'error-echoes-key')
  assert.ok(values.includes('401: in its body') && values.includes('not seen'), values.join())
  assert.doesNotMatch(written, /not-a-real-secret/)
})

test('reports nothing if no response echoes a key', async () =>
  assert.deepEqual((await observed('smoke')).values, ['not seen']))
