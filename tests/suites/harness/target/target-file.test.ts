import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTarget, parseTarget, targetFromFlags } from '../../../../suites/harness/target/target-file.ts'
import { complaintOf } from './complaint.ts'

const env = { SVC_KEY: 'svc_main_first', SVC_KEY_DISABLED: 'svc_off_second', EMPTY: ' ' }

const keys = 'keys: { valid: svc_a_b }\n'
const base = 'base_url: http://localhost\n'

/** The lines of the message for a bad target file. */
const complaints = (text: string): string[] => complaintOf(() => parseTarget(text, 'target.yaml', env)).split('\n')

test('reads a target file with all sections', () => {
  const target = parseTarget(
    `base_url: https://gateway.example.com/
keys:
  valid: \${SVC_KEY}
  second: svc_other_literal
models: { chat: svc/echo-1, foreign: svc/other-project }
provoke:
  disabled:    { key: "\${SVC_KEY_DISABLED}" }
  unavailable: { model: svc/unavailable }
  internal:    { headers: { x-test-fault: internal } }
limits: { requests: 100, rate: 2.5, concurrency: 2, timeout: 1.5m, time: 5m, max_tokens: 8 }
`,
    'target.yaml',
    env,
  )
  assert.deepEqual(target, {
    baseUrl: 'https://gateway.example.com',
    keys: { valid: 'svc_main_first', second: 'svc_other_literal', disabled: 'svc_off_second' },
    variables: { valid: 'SVC_KEY', disabled: 'SVC_KEY_DISABLED' },
    models: { chat: 'svc/echo-1', foreign: 'svc/other-project' },
    provoke: {
      disabled: { role: 'disabled', headers: [] },
      unavailable: { role: 'valid', model: 'svc/unavailable', headers: [] },
      internal: { role: 'valid', headers: [['x-test-fault', 'internal']] },
    },
    network: {},
    limits: { requests: 100, time: 300_000, rate: 2.5, concurrency: 2, timeout: 90_000, maxTokens: 8 },
  })
})

test('omitted members have defaults', () => {
  const { limits, provoke, models } = parseTarget(`${base}${keys}`, 'target.yaml', {})
  assert.deepEqual([limits.requests, limits.timeout, provoke, models], [undefined, 30_000, {}, {}])
})

const limiting = (limits: string): string => `${base}${keys}limits: { ${limits} }\n`
const limitedBy = (headers: string): string => `${base}${keys}provoke: { limited: { headers: { ${headers} } } }\n`
const keyed = (key: string): string => `${base}keys:\n  valid: ${key}\n`
const at = (url: string): string => `base_url: ${url}\n${keys}`
const WITH_UNIT = 'must be a duration in ms, s or m, such as 30s or 500ms'
const NEEDS = '3:10: keys.valid needs the environment variable'
const WRITTEN = 'write it like https://gateway.example.com'

/** Mistakes: the text, and the error after the file name. */
const mistakes: Readonly<Record<string, readonly [text: string, says: string]>> = {
  'an empty file': ['', '1:1: the file must be a mapping, but it is empty'],
  'a list': ['- a', '1:1: the file must be a mapping'],
  'a line with a wrong indentation': [
    `${base}keys:\n  valid: a\n second: b\n`,
    '4:1: All mapping items must start at the same column; check the indentation',
  ],
  'two documents': [`${base}${keys}---\n`, '3:1: a second document begins here; write one document in the file'],
  'no base_url': [keys, "1:1: the file lacks 'base_url'; write base_url: https://gateway.example.com"],
  'no key': [`${base}keys: {}\n`, "2:7: keys lacks 'valid'; write valid: ${SVC_CONFORMANCE_KEY}"],
  'an unknown member': [`${base}${keys}limit: {}\n`, '3:1: limit is unknown here; did you mean limits?'],
  'an unknown member that resembles none': [
    `${base}keys: { valid: a, x: b }\n`,
    '2:19: keys.x is unknown here; there are valid, second, empty, revisit',
  ],
  'a limit of the wrong kind': [limiting('requests: many'), '3:21: limits.requests must be a whole number'],
  'a limit below its bound': [limiting('rate: 0'), '3:17: limits.rate must be more than 0'],
  'a duration without unit': [limiting('timeout: 30'), `3:20: limits.timeout ${WITH_UNIT}`],
  'a duration out of range': [limiting('timeout: 1ms'), '3:20: limits.timeout must be from 100ms to 10m'],
  'a run without time': [limiting('time: 10'), `3:17: limits.time ${WITH_UNIT}`],
  'an empty provocation': [
    `${base}${keys}provoke:\n  limited: {}\n`,
    '4:12: provoke.limited is empty; give it key, model, headers',
  ],
  'a key in a header': [
    limitedBy('Authorization: x'),
    '3:34: provoke.limited.headers.Authorization is set by the harness; write the key as provoke.limited.key',
  ],
  'a secret in a header': [
    limitedBy('x-a: "${SVC_KEY}"'),
    '3:39: provoke.limited.headers.x-a may not read the environment, because reports show these headers; write plain text',
  ],
  'a variable that is not set': [keyed('${NOPE}'), `${NEEDS} NOPE, which is not set; set it, or name another`],
  'a variable that is empty': [keyed('${EMPTY}'), `${NEEDS} EMPTY, which is empty; set it, or name another`],
  'a very long key': [
    keyed(`svc_a_${'b'.repeat(295)}`),
    '3:10: keys.valid has more than 300 characters; use a shorter key, which fits into 22 headers of one request',
  ],
  'a reference without a name': [
    keyed('${}'),
    '3:10: keys.valid has a reference that is not the name of a variable; write ${NAME}',
  ],
  'a foreign model without its project': [
    `${base}${keys}models: { foreign: svc/x }\n`,
    '3:20: models.foreign needs keys.second, the key of the project that has this model',
  ],
  'a base URL with /v1': [
    at('http://localhost/v1/'),
    '1:11: base_url ends with /v1; drop it, because the paths of the contract begin with /v1',
  ],
  'a base URL with a space': [
    at('"http://localhost/a b"'),
    '1:11: base_url contains a space or another character that URLs encode; remove it, or write it as %20 and the like',
  ],
  'a base URL with a line break': [
    at('"http://localhost\\r"'),
    '1:11: base_url contains a space or another character that URLs encode; remove it, or write it as %20 and the like',
  ],
  'a base URL without a scheme': [at('localhost'), `1:11: base_url is not an absolute URL; ${WRITTEN}`],
  'a base URL of another scheme': [
    at('ftp://localhost'),
    `1:11: base_url has a scheme other than http and https; ${WRITTEN}`,
  ],
}
for (const [title, [text, says]] of Object.entries(mistakes))
  test(`${title} is reported with its location and its fix`, () =>
    assert.deepEqual(complaints(text), [`target.yaml:${says}`]))

test('reports all mistakes at once, in the order of the file', () => {
  const lines = complaints('base_url: x\nlimits: { rate: 0, requests: 0 }\nkey: {}\n')
  const places = lines.map((line) => line.split(': ')[0])
  assert.deepEqual(places, ['target.yaml:1:1', 'target.yaml:2:17', 'target.yaml:2:30', 'target.yaml:3:1'])
})

test('a reference inside braces needs quotes, and the message says so', () => {
  const last = complaints(`${base}keys: { valid: \${SVC_KEY} }\n`).at(-1) ?? ''
  assert.match(last, /needs quotes: \{ key: "\$\{NAME\}" \}/)
})

test('no message contains a key, at any position', () => {
  const key = 'svc_main_must-not-show'
  const texts = [
    `${base}keys: { valid: "${key} " }\n`,
    `${base}keys: { ${key}: valid }\n`,
    `${base}keys: ${key}\n`,
    `base_url: http://${key}@localhost\nkeys: { valid: "\n${key}`,
    `base_url: http://localhost?key=${key}\nkeys: { valid: ${key}, valid: ${key} }\n`,
  ]
  for (const text of texts) assert.ok(!complaints(text).join('\n').includes('must-not-show'), text)
})

test('a file that cannot be read is a usage error', () => {
  assert.throws(() => loadTarget('/nowhere/target.yaml', {}), { name: 'UsageError', message: /there is no such file/ })
  assert.throws(() => loadTarget(import.meta.dirname, {}), { name: 'UsageError', message: /it is a folder/ })
})

test('flags and the environment define a target with one key', () => {
  const target = targetFromFlags({ baseUrl: 'http://localhost/', env: { SVC_CONFORMANCE_KEY: 'svc_a_b' } })
  assert.deepEqual([target.baseUrl, target.keys, target.provoke], ['http://localhost', { valid: 'svc_a_b' }, {}])
  for (const key of [undefined, '', 'svc_a b', 'svc_ä_b', 'svc_a_b\n']) {
    const made = () => targetFromFlags({ baseUrl: 'http://localhost', env: { SVC_CONFORMANCE_KEY: key } })
    assert.throws(made, { name: 'UsageError', message: /SVC_CONFORMANCE_KEY/ })
  }
})
