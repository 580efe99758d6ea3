import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { curlOf } from '../../suites/harness/http/curl.ts'
import { formNames } from '../../suites/harness/http/key-forms.ts'
import { complete, listModels, other, type Plan, postRaw, sentRequest } from '../../suites/harness/http/request.ts'
import { asked } from '../suites/harness/client/asked.ts'
import { listening } from '../suites/harness/client/listening.ts'

const keys = { valid: 'svc_main-7q_aZ09_x-7Qqz', second: 'svc_b_0ther_Secret' }
const env = { PATH: process.env.PATH ?? '', SVC_CONFORMANCE_KEY: keys.valid, SVC_CONFORMANCE_KEY_SECOND: keys.second }
const sh = promisify(execFile)

interface Seen {
  readonly line: string
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: Buffer
}

let seen: Seen[] = []
const server = createServer(async (request, response) => {
  seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body: await buffer(request) })
  response.end('ok')
})
const url = `http://127.0.0.1:${await listening(server)}`

/** Headers that the client and curl have to agree on. */
function comparable({ headers }: Seen): unknown {
  const { host, connection, accept, 'user-agent': agent, 'content-length': length, ...rest } = headers
  return { ...rest, ...(rest['transfer-encoding'] ? {} : { 'content-length': length }) }
}

const body = { model: 'svc/echo-1', messages: [{ role: 'user', content: 'it\'s $HOME `id` \\ "x" \n é 😀 @file' }] }
const padded = (padding: string, times: number): string => `${JSON.stringify(body)}${padding.repeat(times)}`
const plans: readonly (readonly [title: string, plan: Plan])[] = [
  ['a list', listModels({ query: '?limit=[1-3]' })],
  ['a completion', complete(body)],
  ['a stream', complete({ ...body, stream: true })],
  ['a body without content type', postRaw('{}', { headers: [] })],
  [
    'a header with quotes',
    complete(body, {
      headers: [
        ['content-type', 'application/json'],
        ['x-a', `"it's" $HOME`],
      ],
    }),
  ],
  [
    'a header without value',
    complete(body, {
      headers: [
        ['content-type', 'application/json'],
        ['x-a', ''],
      ],
    }),
  ],
  ['header names in lower case', { ...complete(body), spelling: 'lower' }],
  ['header names in capitals', { ...complete(body), spelling: 'upper' }],
  ['a wrong key with header names in capitals', { ...complete(body, { form: 'secret-replaced' }), spelling: 'upper' }],
  [
    'a header with bytes beyond ASCII',
    complete(body, {
      headers: [
        ['content-type', 'application/json'],
        ['x-a', `caf\u00e9 'x' $HOME \u00ff`],
      ],
    }),
  ],
  ['a body with line ends and controls', postRaw('{\n\t"a":"\\\\n%d"\r\n}\u0001\u0000 -x')],
  ['an empty body', postRaw('')],
  ['a body that looks like a curl option', postRaw('@/etc/hostname')],
  ['a chunked body', complete(body, { framing: 'chunked' })],
  ['a megabyte of white space', postRaw(padded(' ', 1_048_577))],
  ['a megabyte of white space in chunks', postRaw(padded(' ', 1_048_577), { framing: 'chunked' })],
  ['a megabyte of one letter', postRaw(padded('a', 1_048_576))],
  ['a megabyte of a letter of two bytes', postRaw(padded('é', 524_288))],
  ['a megabyte of line ends', postRaw(padded('\n', 1_048_576))],
  ['a megabyte of words', postRaw(padded('word / & \\ ', 100_000))],
  ['bytes that are not text', postRaw(Uint8Array.from({ length: 300 }, (_, index) => index % 256))],
  ['a byte order mark', postRaw('\uFEFF{}')],
  ['an escape sequence', postRaw('\u001b[31m{}')],
  ['another path', other('GET', '/v1/../v1//x')],
  ['another method', other('DELETE', '/v1/models', { body: '{}' })],
  ...formNames
    .filter((form) => !/-at-[1-35-8]$/.test(form))
    .map((form): [string, Plan] => [
      `the key presented as ${form}`,
      form === 'member' ? complete(body, { form }) : listModels({ form }),
    ]),
]
for (const [title, plan] of plans)
  test(`${title}: the curl line sends the same request`, async () => {
    seen = []
    const { request } = await asked(url, { keys }, plan)
    const line = curlOf(url, request)
    assert.ok(line.length < 24_000, `the line has ${line.length} characters`)
    for (const secret of ['aZ09_x-7Qqz', 'main-7q', '0ther_Secret']) assert.ok(!line.includes(secret), line)
    await sh('sh', ['-c', line], { env })
    const [sent, again] = seen
    assert.ok(sent && again)
    assert.equal(again.line, sent.line)
    assert.deepEqual(comparable(again), comparable(sent), line.slice(0, 500))
    assert.ok(again.body.equals(sent.body), line.slice(0, 500))
  })

test('the curl line uses the HTTP version of the run', () => {
  const request = sentRequest(listModels())
  const version = (base: string, http2?: boolean): string[] =>
    curlOf(base, request, { http2 }).match(/--http\S+/g) ?? []
  assert.deepEqual(version('https://one.example'), ['--http1.1'])
  assert.deepEqual(version('https://one.example', true), ['--http2'])
  assert.deepEqual(version('http://one.example'), [])
  assert.deepEqual(version('http://one.example', true), ['--http2-prior-knowledge'])
})
