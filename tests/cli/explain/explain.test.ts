import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explained } from '../../../cli/commands/explain/explained.ts'
import { subjectsNamed } from '../../../cli/commands/explain/subjects.ts'
import { explanationLines } from '../../../cli/commands/explain/text.ts'
import { listFaults, listVariants } from '../../../mock/index.ts'
import { plain } from '../../../reporters/terminal/paint.ts'
import { requirements } from '../../../suites/harness/catalogue/requirements.ts'
import { frozenSetFrom } from '../../../suites/harness/sets/frozen-set.ts'
import { ourSetFile } from '../../../suites/harness/sets/scoring.ts'
import { allChecks } from '../../../suites/index.ts'
import { exits, refuses } from '../command.ts'

function text(word: string): string {
  return subjectsNamed(word)
    .map((subject) => explanationLines(explained(subject), plain).join('\n'))
    .join('\n')
}

test('explain prints the rule of a requirement, its reading, its fix, its checks, faults and variants', async () => {
  const { stdout, stderr } = await exits(0, ['explain', 'request-temperature'])
  assert.equal(stderr, '')
  for (const part of [
    /^request-temperature: requirement · must · section 4\.2, POST \/v1\/chat\/completions · from profile core on\n/,
    /temperature is a number from 0 to 2, both included/,
    /\nHow to fix it\n {2}Accept temperature from 0 to 2/,
    /\nChecks\n {2}request-temperature\.cases: /,
    /\nFaults of the mock that break it \(\d\d\)\n[^:]* and \d+ more\n/,
    /\nFreedoms of the same section, which must pass \(\d+\)\n/,
  ])
    assert.match(stdout, part)
  assert.match(text('stream-done'), /\nHow it is read\n/)
  assert.match(text('stream-done'), /No separate check: a run looks at every response/)
  assert.match(text('stream-pace'), /\nWhat to know\n/)
  assert.match(text('service-metering'), /\nWhy no request can show it\n/)
})

test('explain shows public reports of broken requirements, latest first, and of allowed surprises', async () => {
  assert.match(text('stream-done'), /\nSeen in the field \(\d+\)\n {2}[\w.-]+\/[\w.-]+#\d+ \(20\d\d-\d\d\): [A-Z]/)
  assert.match(text('stream-done'), /\n {2}and \d+ more, in --json\n/)
  assert.match(text('stream-freedoms'), /\nWhat surprised clients, and is allowed \(\d+\)\n/)
  assert.doesNotMatch(text('service-metering'), /in the field|surprised/)
  const [about] = JSON.parse((await exits(0, ['explain', 'stream-done', '--json'])).stdout)
  assert.match(about.incidents[0].url, /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/issues\/\d+$/)
})

test('explain says which versions of the contract have a requirement, unless all have it', () => {
  const [subject] = subjectsNamed('request-closed-likely')
  assert.ok(subject?.kind === 'requirement')
  const lines = (versions: object): string =>
    explanationLines(explained({ ...subject, value: { ...subject.value, ...versions } }), plain).join('\n')
  const until = lines({ until: '1.1.0' })
  assert.match(until, /\nVersions of the contract that have it\n {2}until 1\.1\.0, which drops it\n/)
  assert.match(lines({ since: '1.1.0', until: '2.0.0' }), /\n {2}since 1\.1\.0, until 2\.0\.0, which drops it\n/)
  assert.doesNotMatch(lines({}), /Versions of the contract/)
})

test('explain describes a set: its contract, state, days and number of scored rows', async () => {
  const [subject] = subjectsNamed('1.0.0-1')
  assert.ok(subject?.kind === 'set')
  const days = { draft: '2020-01-01', effective: '2020-02-01', warn: '9999-01-01' }
  const { requirements: own, checks, rows } = frozenSetFrom(ourSetFile('1.0.0-1'))
  const about = explained({ ...subject, value: { name: '1.0.0-1', sha256: '', ...days } })
  const counted = [...rows.values()].flatMap((each) => [...each]).length
  const counts = { requirements: own.size, checks: checks.size, rows: counted }
  assert.deepEqual(about, { kind: 'set', id: '1.0.0-1', contract: '1.0.0', state: 'effective', days, ...counts })
  const lines = explanationLines(about, plain).join('\n')
  assert.match(lines, /^1\.0\.0-1: set of contract 1\.0\.0 · effective\n {2}It is in no release yet\.\n/)
  const released = explained({ ...subject, value: { ...subject.value, released: '0.2.0' } })
  assert.match(explanationLines(released, plain).join('\n'), /in releases from 0\.2\.0 on, and never changes/)
  assert.match(lines, new RegExp(`${own.size} requirements, by ${checks.size} checks with ${counts.rows} rows`))
  assert.match(
    lines,
    /\nDays from which it is so\n {2}draft +2020-01-01\n {2}effective +2020-02-01\n {2}warn +9999-01-01\n/,
  )
  assert.match((await exits(0, ['explain', '1.0.0'])).stdout, /^1\.0\.0-1: set of contract 1\.0\.0 · /)
})

test('explain --json lists every fault, not just the first few', async () => {
  const { stdout } = await exits(0, ['explain', 'stream-done', '--json'])
  const [about] = JSON.parse(stdout) as [{ id: string; fix: string; faults: { id: string }[] }]
  const breaking = listFaults().filter(({ breaks }) => breaks.includes('stream-done'))
  assert.deepEqual(about.faults.map(({ id }) => id).sort(), breaking.map(({ name }) => name).sort())
  assert.ok(about.fix.includes('[DONE]'))
})

test('everything that can be listed can be explained', () => {
  const ids = [
    ...requirements.map(({ id }) => id),
    ...allChecks.map(({ id }) => id),
    ...[...listFaults(), ...listVariants()].map(({ name }) => name),
  ]
  for (const id of ids) {
    for (const subject of subjectsNamed(id)) assert.equal(subject.id, id)
    assert.ok(text(id).startsWith(`${id}: `), id)
  }
})

test('explain describes both the requirement and the fault of the same name', () => {
  const kinds = subjectsNamed('list-empty').map(({ kind }) => kind)
  assert.deepEqual(kinds, ['requirement', 'fault'])
})

test('explain accepts the beginning of an id, and prefers requirements', () => {
  const idsOf = (word: string): string[] => subjectsNamed(word).map(({ id }) => id)
  const found = ['stream-don', 'auth-missing-key.mod', 'auth-miss'].map(idsOf)
  assert.deepEqual(found, [['stream-done'], ['auth-missing-key.models'], ['auth-missing-key']])
})

const unknown: readonly (readonly [word: string, says: RegExp])[] = [
  ['stream-dnoe', /no requirement, check, fault, variant or set 'stream-dnoe'; did you mean stream-done, /],
  ['temperature', /did you mean [a-z-]*temperature/],
  ['auth-', /is the beginning of several: auth-valid-key, .* and \d+ more/],
  ['9.9.9-9', /there is no .* or set '9\.9\.9-9'; svc-conformance list sets shows the ids/],
  ['zzzzzzzzzz', /svc-conformance list requirements shows the ids/],
  ['', /there is no requirement, check, fault, variant or set ''/],
]
for (const [word, says] of unknown)
  test(`explain '${word}' is a usage error with a hint`, () =>
    assert.throws(() => subjectsNamed(word), { name: 'UsageError', message: says }))

test('explain exits with 2 on an unknown id', () =>
  refuses(['explain', 'request-tempratur'], /did you mean request-temperature/))
