import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allJobs, type Job } from './jobs.ts'
import { chosenJobs, readOptions, UsageError } from './options.ts'

const jobs = allJobs()
const chosen = (...args: string[]): Job[] => chosenJobs(jobs, readOptions(args))

test('no two rows of a kind share a name', () => {
  const names = jobs.map(({ kind, name }) => `${kind} ${name}`)
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  )
})

test('every row is chosen unless the command line names some', () => {
  assert.deepEqual(chosen(), jobs)
  assert.deepEqual(chosen('--fault', 'model-id-missing'), [{ kind: 'fault', name: 'model-id-missing' }])
  assert.ok(
    chosen('--second', 'streams.*').every(({ kind, name }) => /^red-team/.test(kind) && /^streams\./.test(name)),
  )
  assert.deepEqual(
    new Set(chosen('--second', '*').map(({ kind }) => kind)),
    new Set(['red-team fault', 'red-team variant']),
  )
})

test('the parts are the whole, each row once', () => {
  const parts = ['1/3', '2/3', '3/3'].map((part) => chosen('--part', part))
  assert.equal(parts.flat().length, jobs.length)
  assert.deepEqual(new Set(parts.flat()), new Set(jobs))
})

test('a part that there is not, and a check that there is not, are mistakes', () => {
  for (const part of ['4/3', '0/3', 'two']) assert.throws(() => readOptions(['--part', part]), UsageError)
  assert.throws(() => readOptions(['--without', 'no-such-check']), UsageError)
})

test('core runs as well where it is asked for', () => {
  assert.ok(chosen('--profile', 'core').every(({ core }) => core))
  assert.ok(chosen('--profile', 'full').every(({ core }) => core === undefined))
  assert.throws(() => chosen('--profile', 'smoke'), UsageError)
})
