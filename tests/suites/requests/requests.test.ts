/** A check that asks less than before turns this red: a conformant gateway cannot show it, and few faults do. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parse } from 'yaml'
import { allChecks } from '../../../suites/index.ts'
import { recorded, requestsOfChecks } from './requests.ts'

it('each check requests what requests.yaml has: `npm run requests` writes it again', async () => {
  assert.deepEqual(parse(await requestsOfChecks()), parse(recorded()))
})

it('requests.yaml has an entry for each check', () => {
  const entries = new Set(Object.keys(parse(recorded())))
  assert.deepEqual(
    allChecks.map(({ id }) => id).filter((id) => !entries.has(id)),
    [],
  )
})
