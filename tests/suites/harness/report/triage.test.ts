import assert from 'node:assert/strict'
import { test } from 'node:test'
import { command, folder, type Said } from '../../../cli/command.ts'
import { type AlteredMock, alteredMock } from '../../../integration/drivers/altered-mock.ts'

/** The output of a run against a gateway. */
const run = ({ url, demo }: AlteredMock, ...args: readonly string[]): Promise<Said> =>
  command(['run', '--base-url', url, ...args, '--out', folder()], { env: { SVC_CONFORMANCE_KEY: demo.valid } })

test('smoke begins with a line for the first response of each kind, with unexpected values', async () => {
  await using gateway = await alteredMock((response) => {
    if (response.headers['content-type']?.startsWith('text/event-stream'))
      response.headers['content-type'] = 'text/plain'
    if (response.status === 401) delete response.headers['x-svc-request-id']
    if (response.status === 400) response.status = 422
  })
  const { code, stdout, stderr } = await run(gateway, '--profile', 'smoke')
  assert.equal(code, 1)
  assert.doesNotMatch(stdout, /By section/)
  const lines = stderr.split('\n').filter((line) => line.startsWith('  '))
  const withoutIds = lines.map((line) => line.trim().replace(/id req_\w+/, 'id …'))
  const others = withoutIds.filter((line) => !line.includes('stream'))
  assert.equal(others.length, lines.length - 1)
  assert.deepEqual(others.toSorted(), [
    'bad field  422 (expected 400) · application/json · id … · error invalid_request_error',
    'completion 200 · application/json · id … · a completion',
    'list       200 · application/json · id … · models: 3',
    'no key     401 · application/json · no x-svc-request-id · error authentication_error',
    'too large  413 · application/json · id … · error invalid_request_error',
  ])
  const stream = /stream +200 · text\/plain \(expected text\/event-stream\) · id \w+ · events: \d+, \[DONE\] is last/
  assert.match(stderr, stream)
})

test('core has the line for a body that is too large, too', async () => {
  await using gateway = await alteredMock(() => undefined)
  const { stderr } = await run(gateway, '--suite', 'limits')
  assert.match(stderr, /^ {2}too large {2}413 · application\/json · id \w+ · error invalid_request_error$/m)
})
