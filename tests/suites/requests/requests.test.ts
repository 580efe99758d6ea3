/** A check that asks less than before turns this red: a conformant gateway cannot show it, and few faults do. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parse } from 'yaml'
import { allChecks } from '../../../suites/index.ts'
import { recorded, requestsOfChecks, watchedRun } from './requests.ts'

const watched = await watchedRun()

it('each check requests what requests.yaml has: `npm run requests` writes it again', () =>
  assert.deepEqual(parse(requestsOfChecks(watched)), parse(recorded())))

it('requests.yaml has an entry for each check', () => {
  const entries = new Set(Object.keys(parse(recorded())))
  const missing = allChecks.map(({ id }) => id).filter((id) => !entries.has(id))
  assert.deepEqual(missing, [])
})
