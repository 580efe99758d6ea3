import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Report } from '../../../suites/harness/report/report.ts'
import { alteredMock } from '../../integration/drivers/altered-mock.ts'
import { command, folder } from '../command.ts'
import { countingServer } from '../counting-server.ts'

const PASS = 'Fr0nt-d00r/pass+4711=='

/** A gateway behind a proxy that requires a header, and repeats the header in its refusals. */
function behindFront() {
  const doors = new Set<string>()
  const gateway = alteredMock((answer, { headers }) => {
    const given = String(headers['x-front-door'])
    doors.add(given)
    if (given !== PASS) Object.assign(answer, { status: 403, headers: {}, body: Buffer.from('<html>no entry</html>') })
    else if (answer.status === 400) {
      answer.body = Buffer.from(JSON.stringify({ error: `${given} and ${given.slice(0, -1)} of ${headers.cookie}` }))
      answer.headers['x-echo'] = Buffer.from(given).toString('base64')
    }
  })
  return { gateway, doors }
}

test('a header of --header goes out with every request of a run, and its value is nowhere', async () => {
  const { gateway, doors } = behindFront()
  await using front = await gateway
  const out = folder()
  const said = await command(
    [
      ...[
        'run',
        '--base-url',
        front.url,
        '--header',
        'x-front-door: ${FRONT_DOOR}',
        '--header',
        'Cookie: session=s3ssion-s3cret',
      ],
      ...[
        '--out',
        out,
        '--reporter',
        'junit,markdown,ctrf,har',
        '--transcript',
        join(out, 'transcript.jsonl'),
        '--verbose',
      ],
    ],
    { env: { SVC_CONFORMANCE_KEY: front.demo.valid, FRONT_DOOR: PASS } },
  )
  assert.equal(said.code, 1, said.stdout + said.stderr)
  assert.deepEqual([...doors], [PASS])
  const files = readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'))
  for (const text of [said.stdout, said.stderr, ...files])
    for (const trace of [PASS, PASS.slice(1), Buffer.from(PASS).toString('base64').slice(4, -4), 's3ssion-s3cret'])
      assert.ok(!text.includes(trace), trace)
  const { target, requirements } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report
  assert.deepEqual(target.network?.headers, { 'x-front-door': '$FRONT_DOOR', Cookie: '$SVC_CONFORMANCE_HEADER_COOKIE' })
  // Nothing but what it does to the errors of requests is held against it.
  const failed = requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  assert.deepEqual(failed, ['error-body'])
  const [finding] = requirements.find(({ id }) => id === 'error-body')?.findings ?? []
  assert.match(finding?.curl ?? '', / -H "x-front-door: \$FRONT_DOOR" -H "Cookie: \$SVC_CONFORMANCE_HEADER_COOKIE"/)
  assert.match(finding?.replay ?? '', / --header 'x-front-door: \$\{FRONT_DOOR\}' --header 'Cookie: \$\{SVC_/)
})

test('with the header a gateway behind a front conforms, and without it the run does not get there', async () => {
  await using front = await alteredMock((answer, { headers }) => {
    if (headers['x-front-door'] !== PASS)
      Object.assign(answer, { status: 403, headers: {}, body: Buffer.from('<html>no entry</html>') })
  })
  const out = folder()
  const env = { SVC_CONFORMANCE_KEY: front.demo.valid }
  const args = ['--base-url', front.url, '--header', `x-front-door: ${PASS}`]
  const certificate = join(out, 'certificate.json')
  const through = await command(['run', ...args, '--profile', 'smoke', '--out', out, '--certificate', certificate], {
    env,
  })
  assert.equal(through.code, 0, through.stdout)
  assert.match(through.stdout, /reached with the headers x-front-door\n/)
  const verified = await command(['verify', certificate, '--unsigned'])
  assert.deepEqual([verified.code, verified.stderr], [0, ''], verified.stdout)
  const doctor = await command(['doctor', ...args], { env })
  assert.equal(doctor.code, 0, doctor.stdout)
  assert.equal((await command(['doctor', '--base-url', front.url], { env })).code, 3)
})

test('a header that a check sends as well goes out once, with the value that was given', async () => {
  const seen = new Set<string>()
  await using front = await alteredMock((_answer, { headers }) => void seen.add(String(headers['x-api-key'])))
  const { code, stdout } = await command(
    ['run', '--base-url', front.url, '--header', 'X-API-Key: subscription-1', '--suite', 'auth'],
    { env: { SVC_CONFORMANCE_KEY: front.demo.valid } },
  )
  assert.equal(code, 5, stdout)
  assert.match(stdout, /HOLDS NOW/)
  assert.deepEqual([...seen], ['subscription-1'])
})

test('a value that names a listed model is reported, and is not an accusation', async () => {
  await using front = await alteredMock(() => undefined)
  const { code, stdout } = await command(['run', '--base-url', front.url, '--header', 'x-deployment: svc/echo-1'], {
    env: { SVC_CONFORMANCE_KEY: front.demo.valid },
  })
  assert.equal(code, 3)
  assert.match(stdout, /INCOMPLETE: the model list contains the value of a header of --header/)
})

test('a value that is a word of the contract is not masked in answers', async () => {
  await using front = await alteredMock(() => undefined)
  const words = ['completions', 'assistant', 'Bearer application/json', 'kind=chat.completion']
  const headers = words.flatMap((word, at) => ['--header', `x-word-${at}: ${word}`])
  const { code, stdout } = await command(
    ['run', '--base-url', front.url, ...headers, '--suite', 'completion,streaming'],
    {
      env: { SVC_CONFORMANCE_KEY: front.demo.valid },
    },
  )
  assert.equal(code, 5)
  assert.match(stdout, /HOLDS NOW/)
})

const mistakes: readonly (readonly [title: string, headers: readonly string[], says: RegExp])[] = [
  ['no colon', ['x-front-door h1dden-value'], /^svc-conformance: --header: expected 'name: value', such/],
  ['no value', ['x-front-door:'], /--header x-front-door: has no value/],
  [
    'a line break',
    ['x-front-door: h1dden-value\nx: y'],
    /--header x-front-door: has a value that is invalid in a header/,
  ],
  ['the key', ['Authorization: Bearer h1dden-value'], /--header Authorization: is set by the harness; the key/],
  ['a password for a proxy', ['proxy-authorization: h1dden-value'], /belongs to the proxy; write user and password/],
  ['a length', ['content-length: 4'], /is set by the harness; choose another header/],
  ['a media type', ['accept: h1dden-value'], /is set by the checks/],
  [
    'a variable that is not set',
    ['x-front-door: ${NOT_SET}'],
    /needs the environment variable NOT_SET, which is not set/,
  ],
  ['one name twice', ['x-a: h1dden-value', 'X-A: h1dden-value'], /--header x-a: given twice/],
]
for (const [title, headers, says] of mistakes) {
  test(`${title} in --header is a mistake that is reported without the value: nothing is sent`, async () => {
    await using server = await countingServer()
    const flags = headers.flatMap((header) => ['--header', header])
    const { code, stdout, stderr } = await command(['run', '--base-url', server.url, ...flags], {
      env: { SVC_CONFORMANCE_KEY: 'svc_a_bcdefghij' },
    })
    assert.deepEqual([code, stdout], [2, ''], stderr)
    assert.match(stderr, says)
    assert.doesNotMatch(stderr, /h1dden-value/)
    assert.equal(server.connections(), 0)
  })
}
