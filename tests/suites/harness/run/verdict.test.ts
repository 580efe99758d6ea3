import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { includes, type Profile, profiles } from '../../../../suites/harness/catalogue/profiles.ts'
import { type RequirementId, requirements } from '../../../../suites/harness/catalogue/requirements.ts'
import type { Conclusion, Finding, Outcome, Verdict } from '../../../../suites/harness/judge/evidence.ts'
import { type Check, suite } from '../../../../suites/harness/run/check.ts'
import { conclude, judgeRequirements, type Selection } from '../../../../suites/harness/run/verdict.ts'

const outcomes = ['pass', 'fail', 'observed', 'not-evidenced', 'inconclusive', 'error'] as const
const finding = (requirement: RequirementId, outcome: Outcome): Finding => {
  return { requirement, outcome, message: '', exchanges: [] }
}

const ids = requirements.map(({ id }) => id)
const ofLevel = (wanted: string) => requirements.filter(({ level }) => level === wanted)

const entries = ids.map((id) => ({ covers: id, title: id, run: async () => {} }))
const checks: readonly Check[] = suite('every', entries)
const whole = (profile: Profile): Selection => ({ profile, checks })
const full = whole('full')

/** Evidence for every requirement. */
const perfect: readonly Finding[] = requirements.flatMap(({ id, level }) =>
  level === 'not-observable' ? [] : [finding(id, level === 'observe' ? 'observed' : 'pass')],
)

const anyFinding = fc
  .tuple(fc.constantFrom(...ids), fc.constantFrom<Outcome>(...outcomes))
  .map(([id, outcome]) => finding(id, outcome))
const findings = fc.oneof(
  fc.array(anyFinding, { maxLength: 60 }),
  fc.array(anyFinding, { maxLength: 3 }).map((more) => [...perfect, ...more]),
)
const selections: fc.Arbitrary<Selection> = fc.record(
  {
    profile: fc.constantFrom(...profiles),
    checks: fc.constantFrom(checks, []),
    only: fc.subarray(ids).map((some) => new Set(some)),
  },
  { requiredKeys: ['profile', 'checks'] },
)

/** From best to worst, without "not selected", which is neither. */
const worse: readonly Verdict[] = ['pass', 'observed', 'not-evidenced', 'inconclusive', 'error', 'warn', 'fail']
const worseConclusions: readonly Conclusion[] = ['conformant', 'incomplete', 'nonconformant']
const verdictsOf = (list: readonly Finding[], selection: Selection): Verdict[] =>
  judgeRequirements(list, selection).map(({ verdict }) => verdict)
const verdictOn = (id: RequirementId, list: readonly Finding[]): Verdict | undefined =>
  judgeRequirements(list, full).find(({ requirement }) => requirement.id === id)?.verdict
const concluded = (list: readonly Finding[], selection: Selection, strict = false): number =>
  worseConclusions.indexOf(conclude(judgeRequirements(list, selection), selection, strict))

test('a run with all evidence is conformant in every profile', () => {
  for (const profile of profiles) assert.equal(concluded(perfect, whole(profile), true), 0)
})

test('no additional finding improves a verdict, except a first observation', () => {
  const property = fc.property(findings, anyFinding, selections, (list, more, selection) => {
    const before = verdictsOf(list, selection)
    const after = verdictsOf([...list, more], selection)
    const level = requirements.find(({ id }) => id === more.requirement)?.level
    // The first finding of a requirement replaces "not evidenced".
    if (!list.some(({ requirement }) => requirement === more.requirement)) return
    if (level === 'observe' && more.outcome === 'observed') return
    for (const [index, verdict] of after.entries()) {
      const was = before[index] as Verdict
      assert.ok(worse.indexOf(verdict) >= worse.indexOf(was), `${was} became ${verdict}`)
    }
  })
  fc.assert(property, { numRuns: 300 })
})

for (const [title, idle, maxLength] of [
  ['no finding without evidence improves a conclusion', ['not-evidenced', 'inconclusive', 'error'], 5],
  ['only a pass can improve a conclusion', outcomes.filter((outcome) => outcome !== 'pass'), 1],
] as const)
  test(title, () => {
    const some = anyFinding.filter(({ outcome }) => (idle as readonly Outcome[]).includes(outcome))
    const added = fc.array(some, { minLength: 1, maxLength })
    const property = fc.property(findings, added, selections, fc.boolean(), (list, more, selection, strict) => {
      assert.ok(concluded([...list, ...more], selection, strict) >= concluded(list, selection, strict))
    })
    fc.assert(property, { numRuns: 300 })
  })

test('verdicts do not depend on the order and number of findings', () => {
  const orders = (list: Finding[]) => fc.shuffledSubarray(list, { minLength: list.length })
  const shuffled = findings.chain((list) => fc.tuple(fc.constant(list), orders(list)))
  const property = fc.property(shuffled, selections, ([list, other], selection) => {
    assert.deepEqual(verdictsOf([...other, ...list], selection), verdictsOf(list, selection))
  })
  fc.assert(property, { numRuns: 200 })
})

test('a profile with a must that lacks evidence or failed is not conformant', () => {
  for (const { id, profile } of ofLevel('must')) {
    if (!profile) continue
    for (const chosen of profiles.filter((name) => includes(name, profile))) {
      const rest = perfect.filter(({ requirement }) => requirement !== id)
      assert.equal(concluded(rest, whole(chosen)), 1, id)
      for (const outcome of ['not-evidenced', 'inconclusive', 'error', 'observed'] as const)
        assert.equal(concluded([...perfect, finding(id, outcome)], whole(chosen)), 1, id)
    }
    // A failure counts in every profile.
    for (const chosen of profiles) assert.equal(concluded([...perfect, finding(id, 'fail')], whole(chosen)), 2, id)
  }
})

test('a failed should is a warning, and fails only a strict run', () => {
  for (const { id } of ofLevel('should')) {
    const list = [...perfect, finding(id, 'fail')]
    assert.equal(verdictOn(id, list), 'warn', id)
    assert.deepEqual([concluded(list, full), concluded(list, full, true)], [0, 2])
  }
})

test('behaviour that the contract leaves open never counts against a target', () => {
  for (const { id } of ofLevel('observe'))
    for (const outcome of outcomes)
      assert.equal(concluded([...perfect, finding(id, outcome)], full, true), 0, `${id} ${outcome}`)
})

test('requirements that are not observable never pass and never fail', () => {
  for (const { id } of ofLevel('not-observable'))
    for (const outcome of outcomes) assert.equal(verdictOn(id, [finding(id, outcome)]), 'not-observable')
})

test('a run without checks or with a filter is never conformant', () => {
  assert.equal(concluded(perfect, { ...full, checks: [] }), 1)
  for (const { id } of ofLevel('must')) assert.equal(concluded(perfect, { ...full, only: new Set([id]) }), 1)
})

test('strictness never improves a conclusion', () => {
  const property = fc.property(findings, selections, (list, selection) => {
    assert.ok(concluded(list, selection, true) >= concluded(list, selection))
  })
  fc.assert(property, { numRuns: 200 })
})

test('every requirement has exactly one verdict with any findings', () => {
  const property = fc.property(findings, selections, (list, selection) => {
    const judged = judgeRequirements(list, selection).map(({ requirement }) => requirement.id)
    assert.deepEqual(judged, ids)
  })
  fc.assert(property, { numRuns: 100 })
})
