/** Recording responses, and replaying them in the mock. */
import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { withTimes } from '../../cli/commands/mock/timing.ts'
import { keeperIn } from '../../cli/commands/proxy/judging/keep.ts'
import { withoutTexts } from '../../cli/commands/recording/filler.ts'
import { readRecording } from '../../cli/commands/recording/read.ts'
import { recorderTo } from '../../cli/commands/recording/write.ts'
import { folder as newFolder, whileRunning } from './command.ts'
import { textAt } from './files.ts'
import { inThisProcess } from './in-this-process.ts'

const folder = newFolder()
const SECRET = 'svc_a_secret-of-this-test'
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)

const completion = (content: string, finish: string): string =>
  JSON.stringify({
    id: `c-${finish}`,
    object: 'chat.completion',
    created: 1,
    model: 'svc/a',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
  })

interface Asking {
  readonly content: string
  readonly more?: object
  readonly response: string
  readonly id: string
}

function line({ content, more = {}, response, id }: Asking): string {
  const request = {
    method: 'POST',
    url: '/v1/chat/completions',
    headers: Object.entries({ authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' }),
    body: { utf8: JSON.stringify({ model: 'svc/a', messages: [{ role: 'user', content }], ...more }) },
  }
  const headers = Object.entries({ 'content-type': 'application/json', 'x-svc-request-id': id })
  return `${JSON.stringify({ request, response: { status: 200, headers, body: { utf8: response }, complete: true } })}\n`
}

const LINES = [
  line({ content: 'one', response: completion('My name is Ann', 'stop'), id: 'r1' }),
  line({ content: 'two', response: completion('Text of two', 'length'), id: 'r2' }),
  line({ content: 'three', more: { n: 1 }, response: completion('Text', 'why'), id: 'r3' }),
].join('')

test('a key in the pieces of a stream is in no recording and in no kept body', () => {
  const text = ['my key is svc_a_sec', 'ret-of-this', '-test'].map((content) => {
    return `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`
  })
  const body = { bytes: Buffer.from(text.join('')) }
  const headers = Object.entries({ 'content-type': 'text/event-stream' })
  const request = { method: 'POST', url: '/v1/chat/completions', body: { text: '{"model":"svc/a","stream":true}' } }
  const seen = { where: 'a', request, response: { status: 200, headers, body, complete: true } }
  write('pieces.yaml', '')
  recorderTo({ file: join(folder, 'pieces.yaml'), keepText: true, maxAge: 1 })(seen, [])
  keeperIn({ folder: join(folder, 'kept'), files: 1, age: 1e9 }, assert.fail)(seen)
  for (const kept of [
    textAt(folder, 'pieces.yaml'),
    textAt(folder, 'kept', readdirSync(join(folder, 'kept'))[0] ?? ''),
  ]) {
    assert.match(kept, /data: /)
    assert.doesNotMatch(kept, /svc_a_sec|ret-of-this/)
  }
})

test('filler keeps the numbers of bytes, characters and escapes, and no text', () => {
  const text = fc.string({ unit: 'binary', minLength: 1 })
  fc.assert(
    fc.property(text, text, fc.nat(), (content, message, cut) => {
      const json = JSON.stringify({ id: 'c-1', choices: [{ delta: { content } }], error: { message } })
      for (const [body, isStream] of [
        [json, false],
        [`: ${'ping'}\n\ndata: ${json}\n\ndata: [DONE]\n\n`, true],
        [json.slice(0, cut % json.length), false],
      ] as const) {
        const filled = Buffer.from(withoutTexts(Buffer.from(body), isStream))
        assert.equal(filled.length, Buffer.byteLength(body))
        assert.equal([...filled.toString()].length, [...Buffer.from(body).toString()].length)
      }
      const filled = JSON.parse(Buffer.from(withoutTexts(Buffer.from(json), false)).toString())
      assert.equal(filled.id, 'c-1')
      assert.equal(Buffer.byteLength(filled.error.message), Buffer.byteLength(message))
    }),
  )
  const secret = Buffer.from(
    'data: {"id":"ok","delta":{"content":"Ann \\u0041\\n\\ud83d\\ude42 Bö","x":["Ann"]},"y":Ann',
  )
  const filled = Buffer.from(withoutTexts(secret, true)).toString()
  assert.equal(filled, 'data: {"id":"ok","delta":{"content":"abcd\\u0061\\n\\ud83d\\ude00efé","x":["abc"]},"y":abc')
})

test('a recording has no text and no key, and marks violations of the contract', async () => {
  write('t.ndjson', LINES)
  const { code } = await inThisProcess(['judge', 't.ndjson', '--record', 'r.yaml'], folder, {})
  assert.equal(code, 1)
  const text = textAt(folder, 'r.yaml')
  assert.doesNotMatch(text, /Ann|Text of|secret/)
  const { responses } = readRecording(join(folder, 'r.yaml'))
  const faults = responses?.map(({ fault }) => fault)
  assert.deepEqual(faults, [undefined, undefined, ['choice-finish-reason']])
  await inThisProcess(['judge', 't.ndjson', '--record', 'kept.yaml', '--keep-text'], folder, {})
  assert.match(textAt(folder, 'kept.yaml'), /My name is Ann/)
})

test('a key in one text is masked, and the JSON around it is kept', () => {
  const body = { bytes: Buffer.from(completion(`Your key is ${SECRET} here`, 'stop')) }
  const request = { method: 'POST', url: '/v1/chat/completions' }
  const headers = Object.entries({ 'content-type': 'application/json' })
  const place = join(folder, 'json')
  keeperIn(
    { folder: place, files: 1, age: 1e9 },
    assert.fail,
  )({ where: 'a', request, response: { status: 200, headers, body } })
  const kept = JSON.parse(textAt(place, readdirSync(place)[0] ?? '')) as { response: { body: string } }
  assert.match(JSON.parse(kept.response.body).choices[0].message.content, /^Your key is svc_… here$/)
})

test('a recording has no encoded copy of the key of its request', async () => {
  const copy = Buffer.from(SECRET).toString('base64')
  write('copy.ndjson', line({ content: 'one', response: completion(`Your key: ${copy}`, 'stop'), id: copy }))
  await inThisProcess(['judge', 'copy.ndjson', '--record', 'copy.yaml', '--keep-text'], folder, {})
  const text = textAt(folder, 'copy.yaml')
  assert.match(text, /Your key: \*+/)
  assert.doesNotMatch(text, new RegExp(copy))
})

test('the mock replays each response once, for the same request or its shape, and then responds with 501', async () => {
  write('u.ndjson', LINES)
  await inThisProcess(['judge', 'u.ndjson', '--record', 'u.yaml'], folder, {})
  const got: string[] = []
  const listening = /replays 3 responses of \S+ at (\S+)\n1 of them break the contract: choice-finish-reason/
  const replaying = ['mock', '--port', '0', '--replay', join(folder, 'u.yaml')]
  const ended = await whileRunning(replaying, listening, async ([, url]) => {
    const headers = { authorization: 'Bearer any', 'content-type': 'application/json' }
    for (const [content, more] of [
      ['two', {}],
      ['other', { n: 1 }],
      ['other', { stream: true }],
      ['other', {}],
      ['one', {}],
    ] as const) {
      const body = JSON.stringify({ model: 'svc/a', messages: [{ role: 'user', content }], ...more })
      const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })
      got.push(`${response.status} ${response.headers.get('x-svc-request-id')}`)
      await response.text()
    }
  })
  assert.equal(ended.code, 0, ended.stderr)
  assert.deepEqual(got, ['200 r2', '200 r3', '501 null', '200 r1', '501 null'])
})

test('uses the pauses of recorded streams as a pace', () => {
  const chunks = [10, 30, 35].map((at) => `[${at}, "x"]`)
  const request = '{operation: completion, stream: true, shape: a, exact: b}'
  const item = `- {request: ${request}, status: 200, headers: [], chunks: [${chunks.join()}]}`
  const head = `format: svc-conformance-recording/1\nrecorded: "${new Date().toISOString()}"\nmax_age_days: 1\ntext: kept\n`
  write('pace.yaml', `${head}responses:\n${item}\n`)
  const { pace } = withTimes({ pace: `recorded=${join(folder, 'pace.yaml')}` }) as { pace?: unknown }
  assert.deepEqual(pace, { first: { name: 'recorded', times: [10] }, gap: { name: 'recorded', times: [20, 5] } })
})

test('refuses an old recording, another file, other options and a path that cannot be written', async () => {
  write(
    'old.yaml',
    'format: svc-conformance-recording/1\nrecorded: "2020-01-01T00:00:00Z"\nmax_age_days: 30\ntext: kept\nresponses: []\n',
  )
  write('other.yaml', 'a: 1\n')
  const replay = (...args: readonly string[]) => inThisProcess(['mock', '--port', '0', '--replay', ...args], folder, {})
  const old = await replay('old.yaml')
  assert.deepEqual([old.code, /recorded \d+ days ago, .* record again, or raise it/.test(old.stderr)], [2, true])
  assert.match((await replay('other.yaml')).stderr, /this is not a recording: .*make one with --record/)
  const { stderr } = await replay('old.yaml', '--fault', 'stream-done-missing')
  assert.match(stderr, /--replay gives recorded responses as they are/)
  const full = await inThisProcess(['judge', 'old.yaml', '--record', 'no/such/r.yaml'], folder, {})
  assert.deepEqual([full.code, /--record no\/such\/r\.yaml: cannot be written/.test(full.stderr)], [2, true])
})
