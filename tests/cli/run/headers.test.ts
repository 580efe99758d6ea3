import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { alteredMock } from '../../integration/drivers/altered-mock.ts'
import { command, exits, folder, refuses, withKey } from '../command.ts'
import { countingServer } from '../counting-server.ts'
import { reportIn, textAt } from '../files.ts'

const PASS = 'Fr0nt-d00r/pass+4711=='

const NO_ENTRY = { status: 403, headers: {}, body: Buffer.from('<html>no entry</html>') }

test('every request has the header of --header, and its value is in no output', async () => {
  const sentHeaders = new Set<string>()
  // A front proxy requires the header, and echoes it in errors.
  await using front = await alteredMock((response, { headers }) => {
    const given = String(headers['x-front-door'])
    sentHeaders.add(given)
    if (given !== PASS) Object.assign(response, NO_ENTRY)
    else if (response.status === 400) {
      response.body = Buffer.from(JSON.stringify({ error: `${given} and ${given.slice(0, -1)} of ${headers.cookie}` }))
      response.headers['x-echo'] = Buffer.from(given).toString('base64')
    }
  })
  const out = folder()
  const given = ['--header', 'x-front-door: ${FRONT_DOOR}', '--header', 'Cookie: session=s3ssion-s3cret']
  const files = ['--out', out, '--reporter', 'junit,markdown,ctrf,har', '--transcript', join(out, 'transcript.jsonl')]
  const args = ['run', '--base-url', front.url, ...given, ...files, '--verbose']
  const said = await exits(1, args, withKey(front.demo.valid, { FRONT_DOOR: PASS }))
  assert.deepEqual([...sentHeaders], [PASS])
  const texts = readdirSync(out).map((name) => textAt(out, name))
  for (const text of [said.stdout, said.stderr, ...texts])
    for (const trace of [PASS, PASS.slice(1), Buffer.from(PASS).toString('base64').slice(4, -4), 's3ssion-s3cret'])
      assert.ok(!text.includes(trace), trace)
  const { target, requirements } = reportIn(out)
  assert.deepEqual(target.network?.headers, { 'x-front-door': '$FRONT_DOOR', Cookie: '$SVC_CONFORMANCE_HEADER_COOKIE' })
  // The altered error bodies are the only violation.
  const failed = requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  assert.deepEqual(failed, ['error-body'])
  const [finding] = requirements.find(({ id }) => id === 'error-body')?.findings ?? []
  assert.match(finding?.curl ?? '', / -H "x-front-door: \$FRONT_DOOR" -H "Cookie: \$SVC_CONFORMANCE_HEADER_COOKIE"/)
  assert.match(finding?.replay ?? '', / --header 'x-front-door: \$\{FRONT_DOOR\}' --header 'Cookie: \$\{SVC_/)
})

test('a gateway behind a front proxy conforms with the header, and is not reached without it', async () => {
  await using front = await alteredMock((response, { headers }) => {
    if (headers['x-front-door'] !== PASS) Object.assign(response, NO_ENTRY)
  })
  const out = folder()
  const key = withKey(front.demo.valid)
  const args = ['--base-url', front.url, '--header', `x-front-door: ${PASS}`]
  const certificate = join(out, 'certificate.json')
  const through = await exits(
    0,
    ['run', ...args, '--profile', 'smoke', '--out', out, '--certificate', certificate],
    key,
  )
  assert.match(through.stdout, /reached with the headers x-front-door\n/)
  const verified = await command(['verify', certificate, '--unsigned'])
  assert.deepEqual([verified.code, verified.stderr], [0, ''], verified.stdout)
  await exits(0, ['doctor', ...args], key)
  await exits(3, ['doctor', '--base-url', front.url], key)
})

test('a header that a check also sends is sent once, with the value of --header', async () => {
  const seen = new Set<string>()
  await using front = await alteredMock((_response, { headers }) => void seen.add(String(headers['x-api-key'])))
  const args = ['run', '--base-url', front.url, '--header', 'X-API-Key: subscription-1', '--suite', 'auth']
  const { stdout } = await exits(5, args, withKey(front.demo.valid))
  assert.match(stdout, /HOLDS NOW/)
  assert.deepEqual([...seen], ['subscription-1'])
})

test('a run whose report contains the value of a header gets no certificate, because its mask would make it invalid', async () => {
  await using front = await alteredMock(() => undefined)
  const out = folder()
  const written = ['--out', out, '--certificate', join(out, 'certificate.json')]
  const args = ['run', '--base-url', front.url, '--profile', 'smoke', '--header', `x-host: ${new URL(front.url).host}`]
  const { stdout } = await exits(0, [...args, ...written], withKey(front.demo.valid))
  assert.match(stdout, /No certificate was written: a key or a header has a value that the report or the transcript/)
  assert.throws(() => textAt(join(out, 'certificate.json')), /ENOENT/)
})

test('a value that is the id of a listed model makes the run incomplete, not nonconformant', async () => {
  await using front = await alteredMock(() => undefined)
  const args = ['run', '--base-url', front.url, '--header', 'x-deployment: svc/small-1']
  const { stdout } = await exits(3, args, withKey(front.demo.valid))
  assert.match(stdout, /INCOMPLETE: the model list contains the value of a header of --header/)
})

test('a value that is a word of the contract is not redacted in responses', async () => {
  await using front = await alteredMock(() => undefined)
  const words = ['completions', 'assistant', 'Bearer application/json', 'kind=chat.completion']
  const headers = words.flatMap((word, at) => ['--header', `x-word-${at}: ${word}`])
  const args = ['run', '--base-url', front.url, ...headers, '--suite', 'completion,streaming']
  const { stdout } = await exits(5, args, withKey(front.demo.valid))
  assert.match(stdout, /HOLDS NOW/)
})

const mistakes: Readonly<Record<string, readonly [says: RegExp, ...headers: readonly string[]]>> = {
  'no colon': [/^svc-conformance: --header: expected 'name: value', such/, 'x-front-door h1dden-value'],
  'no value': [/--header x-front-door: has no value/, 'x-front-door:'],
  'a line break': [
    /--header x-front-door: has a value that is invalid in a header/,
    'x-front-door: h1dden-value\nx: y',
  ],
  'the key': [/--header Authorization: is set by the harness; the key/, 'Authorization: Bearer h1dden-value'],
  'a password for a proxy': [/belongs to the proxy; write user and password/, 'proxy-authorization: h1dden-value'],
  'a length': [/is set by the harness; choose another header/, 'content-length: 4'],
  'a media type': [/is set by the checks/, 'accept: h1dden-value'],
  'a variable that is not set': [
    /needs the environment variable NOT_SET, which is not set/,
    'x-front-door: ${NOT_SET}',
  ],
  'one name twice': [/--header x-a: given twice/, 'x-a: h1dden-value', 'X-A: h1dden-value'],
}
for (const [title, [says, ...headers]] of Object.entries(mistakes))
  test(`${title} in --header is rejected without its value: nothing is sent`, async () => {
    await using server = await countingServer()
    const flags = headers.flatMap((header) => ['--header', header])
    await refuses(['run', '--base-url', server.url, ...flags], says, { ...withKey(), hides: ['h1dden-value'] })
    assert.equal(server.connections(), 0)
  })
