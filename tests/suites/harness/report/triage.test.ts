import assert from 'node:assert/strict'
import { test } from 'node:test'
import { command, folder } from '../../../cli/command.ts'
import { alteredMock } from '../../../integration/drivers/altered-mock.ts'

test('smoke begins with a line for the first response of each kind, and names what is unexpected', async () => {
  await using gateway = await alteredMock((answer) => {
    if (answer.headers['content-type']?.startsWith('text/event-stream')) answer.headers['content-type'] = 'text/plain'
    if (answer.status === 401) delete answer.headers['x-svc-request-id']
    if (answer.status === 400) answer.status = 422
  })
  const env = { SVC_CONFORMANCE_KEY: gateway.demo.valid }
  const args = ['run', '--base-url', gateway.url, '--profile', 'smoke', '--out', folder()]
  const { code, stdout, stderr } = await command(args, { env })
  assert.equal(code, 1)
  assert.doesNotMatch(stdout, /By section/)
  const lines = stderr.split('\n').filter((line) => line.startsWith('  '))
  const withoutIds = lines.map((line) => line.trim().replace(/id req_\w+/, 'id …'))
  assert.deepEqual(withoutIds.toSorted(), [
    'bad field  422 (expected 400) · application/json · id … · error invalid_request_error',
    'completion 200 · application/json · id … · a completion',
    'list       200 · application/json · id … · models: 3',
    'no key     401 · application/json · no x-svc-request-id · error authentication_error',
    lines
      .find((line) => line.includes('stream'))
      ?.trim()
      .replace(/id req_\w+/, 'id …'),
    'too large  413 · application/json · id … · error invalid_request_error',
  ])
  assert.match(
    stderr,
    /stream +200 · text\/plain \(expected text\/event-stream\) · id \w+ · events: \d+, \[DONE\] is last/,
  )
})

test('core sends a body that is too large as well', async () => {
  await using gateway = await alteredMock(() => undefined)
  const env = { SVC_CONFORMANCE_KEY: gateway.demo.valid }
  const { stderr } = await command(['run', '--base-url', gateway.url, '--suite', 'limits', '--out', folder()], { env })
  assert.match(stderr, /^ {2}too large {2}413 · application\/json · id \w+ · error invalid_request_error$/m)
})
