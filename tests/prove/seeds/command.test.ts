import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UsageError } from '../options.ts'
import { readSeeds } from './command.ts'
import { paramForms } from './jobs.ts'

const seedsOf = (...args: string[]): number[] => [...new Set(readSeeds(args).jobs.map(({ seed }) => seed))]

test('the seeds follow the first one', () => assert.deepEqual(seedsOf('--seeds', '3', '--from', '5'), [5, 6, 7]))

test('each seed meets both profiles; the generated checks alone run once', () => {
  const { jobs } = readSeeds(['--seeds', '1'])
  assert.deepEqual(new Set(jobs.map(({ profile }) => profile)), new Set(['core', 'full']))
  assert.equal(readSeeds(['--seeds', '1', '--generated']).jobs.length, jobs.length / 2)
})

test('every legal form of param meets a seed', () => {
  const gateways = readSeeds(['--seeds', String(paramForms.length)]).jobs.map(({ gateway }) => gateway)
  for (const form of paramForms) assert.ok(gateways.includes(form), form)
  assert.ok(paramForms.includes('variants/param-last-part'))
})

test('no seeds and no numbers are mistakes', () => {
  for (const args of [['--seeds', '0'], ['--seeds', 'many'], ['--from=-1']])
    assert.throws(() => readSeeds(args), UsageError)
})
