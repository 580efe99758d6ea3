import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examine } from '../../../cli/commands/doctor/examine.ts'
import { parseTarget } from '../../../suites/harness/target/target-file.ts'
import { refusal } from './doctored.ts'
import { KEY, responding } from './responding.ts'

test('the doctor reports states declared absent, and responses that show them anyway', async () => {
  await using gateway = await responding(refusal(503, 'server_error', { 'x-svc-request-id': 'req_a' }))
  const absent = 'not_applicable:\n  limited: There are no limits.\n  unavailable: Our backends never fail.\n'
  const text = `base_url: ${gateway.url}\nkeys: { valid: ${KEY} }\n${absent}`
  const { diagnoses } = await examine(parseTarget(text, 'target.yaml', {}))
  const declared = diagnoses.filter(({ about }) => about === 'declared')
  const said = declared.map(({ verdict, found, mend }) => [verdict, found.replace(/ \(doctor.*\)$/, ''), mend])
  assert.deepEqual(said, [
    ['note', 'limited is declared absent: full does not show it', undefined],
    [
      'note',
      'unavailable is declared absent, but a response shows it: 503 to GET /v1/models',
      'Remove unavailable from not_applicable: it has no effect.',
    ],
  ])
})
