import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runInPool } from '../../prove/pool.ts'
import { type Attack, LIMITS } from './attack.ts'
import { fallsShort, MAX_MEMORY } from './outcome.ts'
import { hostileTargets } from './targets/index.ts'

// `npm run hostile` allows more requests. Several processes attack at the same time, because runs mostly wait.
const jobs = hostileTargets.map(({ name }) => ({ name, most: 100 }))
const rows = await runInPool<(typeof jobs)[0], Attack>(new URL('attacking.ts', import.meta.url), jobs, {
  processes: 3,
  atOnce: 1,
})
const attacks = new Map(rows.map((row) => [row.name, row]))

test('there are at least sixty hostile targets, each with its own name', () => {
  assert.ok(hostileTargets.length >= 60)
  assert.equal(new Set(hostileTargets.map(({ name }) => name)).size, hostileTargets.length)
})

describe(`every run ends within its ${LIMITS.time} ms, within ${MAX_MEMORY} MiB, and never certifies`, () => {
  for (const target of hostileTargets) {
    test(`${target.name}: ${target.does}`, () => {
      const attack = attacks.get(target.name)
      assert.ok(attack)
      assert.deepEqual(fallsShort(attack), [])
    })
  }
})

test('a leaked key, a followed redirect, a broken check, a long run and a certificate would be found', () => {
  const nothing = { broken: [], leaks: [], strayed: [] }
  const good = { ...nothing, name: 'x', does: 'x', conclusion: 'incomplete', exit: 3, requests: 1, took: 1, memory: 1 }
  assert.deepEqual(fallsShort(good), [])
  const found = [{ leaks: ['svc'] }, { strayed: ['GET /'] }, { broken: ['auth: x'] }]
  const wrong = [{ took: 1e6 }, { memory: 5000 }, { conclusion: 'conformant' }, { exit: 4 }]
  for (const mutated of [...found, ...wrong]) {
    assert.equal(fallsShort({ ...good, ...mutated }).length, 1, JSON.stringify(mutated))
  }
})
