/** Detects a check that sends fewer requests than before, which conformant gateways and most faults do not show. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parse } from 'yaml'
import { allChecks } from '../../../suites/index.ts'
import { recorded, requestsOfChecks, watchedRun } from './requests.ts'

const watched = await watchedRun()

it('the requests of each check match requests.yaml, which `npm run requests` updates', () =>
  assert.deepEqual(parse(requestsOfChecks(watched)), parse(recorded())))

it('requests.yaml has an entry for each check', () => {
  const entries = new Set(Object.keys(parse(recorded())))
  const missing = allChecks.map(({ id }) => id).filter((id) => !entries.has(id))
  assert.deepEqual(missing, [])
})
