/** A certificate of another version has to match its recorded run in full. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { sha256 } from '../../../cli/certificate/file.ts'
import { type Verification, verifyCertificate } from '../../../cli/commands/verify/verification.ts'
import type { Statement } from '../../../reporters/certificate/certificate.ts'
import { allChecks } from '../../../suites/index.ts'
import { command, folder } from '../command.ts'
import { jsonAt, textAt } from '../files.ts'

type Predicate = Statement['predicate']

const out = folder()
const path = join(out, 'certificate.json')
const ran = await command(['run', '--profile', 'smoke', '--out', out, '--certificate', path])
const statement = jsonAt<Statement>(path)
const { predicate } = statement
const { contract } = predicate
const text = textAt(out, 'transcript.jsonl')

/** Verifies the certificate with a changed predicate and a changed head of the transcript. */
function verified(change: Partial<Predicate>, head: Readonly<Record<string, unknown>> = {}): Promise<Verification> {
  const [first = '', ...lines] = text.split('\n')
  const transcript = [JSON.stringify({ ...(JSON.parse(first) as object), ...head }), ...lines].join('\n')
  const forged: Predicate = {
    ...predicate,
    harness: { ...predicate.harness, version: '9.9.9' },
    transcript: { name: 'transcript.jsonl', digest: { sha256: sha256(transcript) } },
    ...change,
  }
  return verifyCertificate({
    certificate: { path, bytes: Buffer.from(JSON.stringify({ ...statement, predicate: forged })) },
    files: () => ({ transcript: { path: 'transcript.jsonl', bytes: Buffer.from(transcript) } }),
    at: new Date(),
    checks: allChecks,
  })
}

const zeros = '0'.repeat(64)
const set = { name: '1.0.0-1', digest: { sha256: zeros } }

const claims: readonly (readonly [what: string, change: Partial<Predicate>, difference: string | undefined])[] = [
  ['the same', {}, undefined],
  ['another file of requirements', { contract: { ...contract, requirements: { ...set, name: 'r.yaml' } } }, undefined],
  ['another contract', { contract: { ...contract, version: '1.1.0' } }, 'contract is not that of the recorded run'],
  ['another set', { set: { ...set, name: '1.0.0-2' } }, 'set is not that of the recorded run'],
  ['another file of its set', { set }, 'its set 1.0.0-1 is another file than that of this version'],
  ['more exchanges', { exchanges: predicate.exchanges + 1 }, 'exchanges is not that of the recorded run'],
  ['challenges that were never opened', { challenges: ['c-1'] }, 'challenges is not that of the recorded run'],
]
for (const [what, change, difference] of claims)
  test(`a certificate of another version that claims ${what} is ${difference === undefined ? 'judged the same' : 'reported'}`, async () => {
    assert.equal(ran.code, 0, ran.stderr)
    const { problems, rejudged } = await verified(change)
    assert.deepEqual(problems, [])
    assert.deepEqual(rejudged?.kind === 'otherwise' ? rejudged.differences : [], difference ? [difference] : [])
    assert.equal(rejudged?.kind, difference ? 'otherwise' : 'the same')
  })

for (const [at, { name }] of (predicate.scored_by ?? []).entries())
  test(`a certificate of another build may have another ${name}, and one of this build may not`, async () => {
    const { harness, scored_by = [] } = predicate
    const others = scored_by.map((file, place) => (place === at ? { name, digest: set.digest } : file))
    const { version } = harness
    // Older builds recorded only their version.
    for (const another of [
      { ...harness, digest: set.digest },
      { version, name: harness.name },
    ]) {
      const { problems, rejudged } = await verified({ harness: another, scored_by: others })
      assert.deepEqual(problems, [])
      assert.equal(rejudged?.kind === 'the same' && rejudged.whole, false)
    }
    const own = await verified({ harness, scored_by: others })
    const message = 'scored_by is not that of the recorded run'
    assert.deepEqual(own.problems, [{ kind: 'changed certificate', message }])
    const { rejudged } = await verified({ harness })
    assert.equal(rejudged?.kind === 'the same' && rejudged.whole, true)
  })

test('a certificate has the digests of timeline and challenges', () => {
  const names = predicate.scored_by?.map(({ name }) => name)
  assert.deepEqual(names, ['timeline.yaml', 'challenges.yaml'])
})

test('reports a missing verdict on a requirement of the set', async () => {
  const { 'model-id': left, ...verdicts } = predicate.verdicts
  assert.equal(left, 'pass')
  const { rejudged } = await verified({ verdicts })
  const differences = rejudged?.kind === 'otherwise' && rejudged.differences
  assert.deepEqual(differences, ['model-id: nothing then, pass by this version'])
})

test('does not judge a run again whose set is unknown to this version, and says why', async () => {
  const { problems, rejudged } = await verified({ set: { ...set, name: '1.1.0-1' } }, { set: '1.1.0-1' })
  assert.deepEqual(problems, [])
  assert.match(rejudged?.kind === 'not' ? rejudged.reason : '', /there is no set '1\.1\.0-1'/)
})

test('every verdict not-applicable needs an entry in not_applicable', async () => {
  const verdicts = { ...predicate.verdicts, 'auth-disabled': 'not-applicable' }
  const absent = { id: 'disabled', reason: 'No account is ever disabled.', requirements: ['auth-disabled'] }
  const message = 'not_applicable does not name auth-disabled, which it did not show'
  assert.deepEqual((await verified({ verdicts })).problems, [{ kind: 'changed certificate', message }])
  assert.deepEqual((await verified({ verdicts, not_applicable: [absent] })).problems, [])
})
