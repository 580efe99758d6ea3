import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportOf } from '../../../suites/harness/report/report.ts'
import { missingShards } from '../../../suites/harness/report/workers.ts'
import { ourTimeline } from '../../../suites/harness/sets/scoring.ts'
import { finish } from '../../../suites/playwright/merge.ts'
import type { Part } from '../../../suites/playwright/shards.ts'
import { assertOneRun } from '../../../suites/playwright/shards.ts'
import { STARTED, startedIn } from '../../../suites/playwright/started.ts'

const settings = { profile: 'core', suites: [], requirements: [], strict: false, out: 'out' } as const

function part(current: number, check: string): Part {
  return {
    check,
    worker: `${current}.0`,
    shard: { current, total: 2 },
    harness: '0.1.0',
    started: `2026-11-2${current}T23:59:59.000Z`,
    sent: 0,
    settings,
    seed: 1,
    origin: {},
    runs: 1,
    target: {
      base_url: 'https://gateway.example.com',
      keys: ['valid'],
      provoke: [],
      limits: {
        requests: 800,
        tokens: 800_000,
        bytes: 1,
        time_ms: 1,
        rate: 50,
        concurrency: 8,
        timeout_ms: 1,
        max_tokens: 16,
      },
    },
    asked: { keys: {}, models: {}, provoke: {} },
    preflight: { listed: [], capped: true },
    exchanges: [],
    evidence: [],
    remarks: [],
  }
}

const [one, other] = [part(1, 'a'), part(2, 'b')]

test('parts of one run belong together, also with different output folders', () => {
  assertOneRun([one, other, { ...part(2, 'c'), settings: { ...settings, out: 'out-2' } }])
  assert.equal(missingShards([{ name: '1.0' }, { name: '2.3' }], 2), undefined)
})

const differences: readonly (readonly [what: string, part: Part])[] = [
  ['versions of svc-conformance', { ...other, harness: '0.2.0' }],
  ['targets', { ...other, target: { ...other.target, base_url: 'https://other.example.com' } }],
  ['keys for the target', { ...other, target: { ...other.target, keys: ['valid', 'second'] } }],
  ['declarations of the target', { ...other, target: { ...other.target, declared: { about: { version: '1' } } } }],
  ['ways to provoke states', { ...other, target: { ...other.target, provoke: ['limited'] } }],
  ['limits', { ...other, target: { ...other.target, limits: { ...other.target.limits, rate: 5 } } }],
  ['profiles', { ...other, settings: { ...settings, profile: 'full' } }],
  ['seeds', { ...other, seed: 2 }],
  ['numbers of runs', { ...other, runs: 2 }],
  ['settings of strict', { ...other, settings: { ...settings, strict: true } }],
  ['suites', { ...other, settings: { ...settings, suites: ['auth'] } }],
  ['requirements', { ...other, settings: { ...settings, requirements: ['model-id'] } }],
  ['numbers of shards', { ...other, shard: { current: 2, total: 3 } }],
]

test('refuses a shard that began more than a day before another one', () => {
  const old = { ...one, started: '2026-11-21T23:59:58.000Z' }
  assert.throws(() => assertOneRun([other, old]), {
    name: 'UsageError',
    message:
      /^the shards are not of one run: shard 1 began 2026-11-21T23:59:58.*, and shard 2 began 2026-11-22T23:59:59/,
  })
})

for (const [what, different] of differences) {
  test(`refuses parts with different ${what}`, () => {
    assert.throws(() => assertOneRun([one, different]), {
      name: 'UsageError',
      message: new RegExp(`^the shards are not of one run, because they have different ${what}: .+ and .+; give every`),
    })
  })
}

test('refuses a check that occurs in two parts of a sharded run', () => {
  const ending = { finished: new Date('2026-11-24'), interrupted: false }
  assert.throws(() => finish([one, other, part(1, 'a')], [], ending), /the check a occurs twice/)
  // Without shards, Playwright's --repeat-each repeats checks within one run.
  const { shard: _, ...whole } = one
  assert.ok(finish([whole, whole], [], ending))
})

test('names shards without a report', () => {
  assert.equal(missingShards([{ name: '3.0' }], 4)?.reason, 'shard 1, 2, 4 of 4 has no report')
})

test('shards are scored by the start of the earliest shard, regardless of their end and merging', () => {
  const [{ effective = '' } = {}] = ourTimeline().sets
  const began = new Date(Date.parse(effective) - 1).toISOString()
  const parts = [
    { ...other, started: `${effective}T00:00:01.000Z` },
    { ...one, started: began },
  ]
  const run = finish(parts, ['a', 'b'], { finished: new Date(`${effective}T01:00:00Z`), interrupted: false })
  const report = run && reportOf(run.result, run.options)
  assert.deepEqual([report?.started, report?.set_state], [began, 'draft'])
})

test('a worker that starts after midnight scores by the start of the run, if the setup passed it on', () => {
  const written = '2026-11-21T23:59:59.000Z'
  assert.equal(startedIn({ [STARTED]: written }).toISOString(), written)
  assert.ok(Math.abs(startedIn({}).getTime() - Date.now()) < 60_000)
})
