import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diffCodeOf } from '../../cli/commands/diff/command.ts'
import { type Difference, differenceOf } from '../../reporters/difference/difference.ts'
import { differenceMarkdown, differenceText } from '../../reporters/difference/text.ts'
import { plain } from '../../reporters/terminal/paint.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { unaltered, withoutRequestIds } from './alterations.ts'
import { MARKUP } from './markup.ts'
import { reportOn } from './samples.ts'

const slowness = { times: 2, milliseconds: 20 }
const [good, mutated] = await Promise.all([reportOn(unaltered), reportOn(withoutRequestIds)])
/** With the same times, because these depend on the machine. */
const bad = { ...mutated, times: good.times }

const between = (before: Report, after: Report): Difference => differenceOf(before, after, slowness)
const ids = (changes: readonly { readonly id: string }[]): string[] => changes.map(({ id }) => id)

/** The report with another verdict on one requirement. */
function judged(report: Report, id: string, verdict: ReportedRequirement['verdict']): Report {
  assert.ok(report.requirements.some((each) => each.id === id))
  return { ...report, requirements: report.requirements.map((each) => (each.id === id ? { ...each, verdict } : each)) }
}

/** The kinds of differences that are not empty. */
function kindsOf(difference: Difference): string[] {
  return Object.entries(difference).flatMap(([name, list]) =>
    name !== 'conclusion' && (list as readonly unknown[]).length > 0 ? [name] : [],
  )
}

test('a report has no differences to itself', () => {
  const difference = between(good, good)
  assert.deepEqual(kindsOf(difference), [])
  assert.equal(diffCodeOf(difference, true), 0)
  const concluded = { ...difference, conclusion: ['conformant', 'incomplete'] } as const
  for (const text of [differenceText(concluded, plain), differenceMarkdown(concluded)])
    assert.doesNotMatch(text, /Nothing changed/)
  assert.match(differenceText(difference, plain), /^Nothing changed\.\nConclusion: conformant → conformant\n$/)
})

test('a requirement that no longer holds is a regression, and the reverse is a fix', () => {
  const worse = between(good, bad)
  assert.ok(ids(worse.regressions).includes('request-id-present'))
  assert.deepEqual(worse.mendings, [])
  assert.equal(diffCodeOf(worse, true), 1)
  const better = between(bad, good)
  assert.deepEqual(ids(better.mendings).sort(), ids(worse.regressions).sort())
  assert.deepEqual(ids(better.gainedEvidence).sort(), ids(worse.lostEvidence).sort())
  assert.equal(diffCodeOf(better, true), 0)
  const said = /Regressions[\s\S]*request-id-present \(section 3\.?\d*|request-id-present \(section /
  assert.match(differenceText(worse, plain), said)
})

type Verdict = ReportedRequirement['verdict']
type Kind = keyof Difference | undefined
const transitions: readonly (readonly [before: Verdict, after: Verdict, kind: Kind, code: number])[] = [
  ['pass', 'fail', 'regressions', 1],
  ['pass', 'warn', 'regressions', 1],
  ['warn', 'fail', 'regressions', 1],
  ['not-evidenced', 'fail', 'regressions', 1],
  ['fail', 'pass', 'mendings', 0],
  ['fail', 'warn', 'mendings', 0],
  ['pass', 'not-evidenced', 'lostEvidence', 3],
  ['pass', 'not-selected', 'lostEvidence', 3],
  ['pass', 'not-applicable', 'lostEvidence', 3],
  ['not-evidenced', 'not-applicable', undefined, 0],
  ['not-applicable', 'pass', 'gainedEvidence', 0],
  ['not-applicable', 'fail', 'regressions', 1],
  ['fail', 'inconclusive', 'lostEvidence', 3],
  ['observed', 'error', 'lostEvidence', 3],
  ['not-evidenced', 'pass', 'gainedEvidence', 0],
  ['not-evidenced', 'inconclusive', undefined, 0],
  ['pass', 'pass', undefined, 0],
]
for (const [before, after, kind, code] of transitions)
  test(`${before} → ${after}: ${kind ?? 'nothing'}, exit code ${code}`, () => {
    const difference = between(judged(good, 'models-list', before), judged(good, 'models-list', after))
    assert.deepEqual(kindsOf(difference), kind === undefined ? [] : [kind])
    assert.equal(diffCodeOf(difference, true), code)
  })

test('what the contract leaves open is listed with the observations, and changes no exit code', () => {
  const [seen, unseen] = [
    judged(good, 'retry-after-given', 'observed'),
    judged(good, 'retry-after-given', 'not-selected'),
  ]
  for (const difference of [between(seen, unseen), between(unseen, seen)])
    assert.deepEqual([kindsOf(difference), diffCodeOf(difference, true)], [['observations'], 0])
})

test('new and removed requirements and checks are listed separately', () => {
  const without: Report = { ...good, requirements: good.requirements.slice(1), checks: good.checks.slice(1) }
  const [requirement, check] = [good.requirements[0]?.id, good.checks[0]?.id]
  const grown = between(without, good)
  assert.deepEqual(kindsOf(grown), ['newRequirements', 'newChecks'])
  assert.deepEqual([ids(grown.newRequirements), grown.newChecks], [[requirement], [check]])
  const shrunk = between(good, without)
  assert.deepEqual([ids(shrunk.removedRequirements), shrunk.removedChecks], [[requirement], [check]])
  const failing = between(without, judged(good, requirement ?? '', 'fail'))
  assert.deepEqual(kindsOf(failing), ['regressions', 'newRequirements', 'newChecks'])
})

test('reports a changed observed behaviour, but not a changed count', () => {
  const [first, ...rest] = good.observed
  assert.ok(first)
  const often: Report = { ...good, observed: [{ ...first, count: first.count + 1 }, ...rest] }
  assert.deepEqual(kindsOf(between(good, often)), [])
  const other: Report = { ...good, observed: [{ ...first, value: 'something else' }, ...rest] }
  const difference = between(good, other)
  assert.deepEqual([kindsOf(difference), ids(difference.observations)], [['observations'], [first.id]])
  assert.equal(diffCodeOf(difference, true), 0)
})

const medians: readonly (readonly [before: number, after: number, slower: boolean])[] = [
  [100, 200, true],
  [100, 199, false],
  [1, 20, false],
  [1, 21, true],
  [200, 100, false],
]
for (const [before, after, slower] of medians)
  test(`a median of ${before} ms that becomes ${after} ms ${slower ? 'is' : 'is not'} slower`, () => {
    const times = (median: number) => [{ of: 'completions', answers: 9, median, p90: median } as const]
    const timed = (median: number): Report => ({ ...good, times: times(median) })
    const difference = between(timed(before), timed(after))
    assert.deepEqual(difference.slower, slower ? [{ of: 'completions', before, after }] : [])
    assert.deepEqual([diffCodeOf(difference, true), diffCodeOf(difference, false)], [slower ? 5 : 0, 0])
  })

test('reports differences between the settings of the runs', () => {
  const { unlike } = between(good, { ...good, profile: 'full', seed: 7 })
  assert.deepEqual(unlike, [
    ['profile', 'core', 'full'],
    ['seed', String(good.seed), '7'],
  ])
})

test('escapes markup of a target', () => {
  const spoken: Report = { ...good, observed: good.observed.map((each) => ({ ...each, value: MARKUP })) }
  const difference = between(good, spoken)
  assert.doesNotMatch(differenceText(difference, plain).replaceAll('\n', ''), /\p{C}/u)
  for (const line of differenceMarkdown(difference).split('\n')) {
    assert.match(line, /^(## |### |- [a-z-]+ |- and |$)/)
    assert.doesNotMatch(line.replaceAll(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, ''), /[<>`@]|evil|owned/)
  }
})
