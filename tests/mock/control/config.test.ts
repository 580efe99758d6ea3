import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, createGateway, loadConfig, parseConfig, startMock } from '../../../mock/index.ts'
import { folder } from '../../cli/command.ts'
import { written } from '../../cli/files.ts'
import { models, post, said, valid } from '../asking.ts'

const GOOD = `
seed: seven
max_tokens: 64
models:
  svc/a: { created: 9223372036854775807, reply: echo, price: { prompt: 1, completion: 2 } }
  svc/b: { reply: A fixed answer., available: true, usage: plain, pace: { first_ms: 0, gap_ms: 0 } }
projects:
  main:
    keys: [svc_main_secret]
    models: [svc/a, svc/b]
    quota: { requests_per_minute: 1000 }
    default_max_tokens: 10
    max_tokens: 20
`

test('serves a valid configuration file', async () => {
  await using mock = await startMock({ config: loadConfig(written(join(folder(), 'mock.yaml'), GOOD)) })
  assert.match((await models(mock.url, { authorization: 'Bearer svc_main_secret' })).text, /9223372036854775807/)
  assert.equal(said(await post(mock.url, valid({ model: 'svc/b' }), 'svc_main_secret')), 'A fixed answer.')
})

/** Replacements that make the valid file invalid, and the messages that they cause. */
const BAD: Readonly<Record<string, readonly [from: string, to: string, ...says: readonly RegExp[]]>> = {
  'an unknown member': ['seed:', 'sed:', /c\.yaml:2:\d+: sed: unknown member; did you mean seed\?/],
  'a misspelt member': ['projects:', 'projekts:', /projekts: unknown member; did you mean projects\?/],
  'an unknown member that resembles no other': ['seed:', 'random:', /random: unknown member; use one of seed, /],
  'an unknown nested member': [
    ...(['keys:', 'key:'] as const),
    /projects\.main\.key: unknown member; did you mean keys\?/,
    /projects\.main: lacks the member keys/,
  ],
  'a wrong type': ['max_tokens: 64', 'max_tokens: many', /c\.yaml:3:13: max_tokens: must be a whole number/],
  'a fraction': ['max_tokens: 64', 'max_tokens: 1.5', /whole number/],
  zero: ['max_tokens: 64', 'max_tokens: 0', /from 1 to/],
  'created over the bound': [
    ...(['5807', '5808'] as const),
    /models\.svc\/a\.created: must be a whole number from 0 to 9223372036854775807/,
  ],
  'a repeated key': ['max_tokens: 64', 'seed: eight', /c\.yaml:3:1: Map keys must be unique/],
  'invalid YAML': [GOOD, 'a: [', /c\.yaml:1:/],
  'a list': [GOOD, '- a', /c\.yaml:1:1: configuration: must be a mapping of seed/],
  'an empty file': [GOOD, '', /configuration: must be a mapping/],
  'a malformed key': [
    ...(['svc_main_secret', 'sk-1'] as const),
    /projects\.main\.keys\[0\]: must have the form svc_<id>_<secret>/,
  ],
  'a duplicate key id': [
    ...(['[svc_main_secret]', '[svc_main_secret, svc_main_other]'] as const),
    /keys\[1\]: the key id main is taken/,
  ],
  'an unknown model': [
    ...(['svc/b]', 'svc/c]'] as const),
    /c\.yaml:10:\d+: projects\.main\.models\[1\]: unknown model svc\/c; define it under models \(there: svc\/a, svc\/b\)/,
  ],
  'a malformed model id': ['svc/b:', 'gpt-4:', /models\.gpt-4: is not a model id/],
  'an unknown value': [
    ...(['usage: plain', 'usage: none'] as const),
    /models\.svc\/b\.usage: must be one of details, plain, unknown/,
  ],
}

for (const [title, [from, to, ...says]] of Object.entries(BAD))
  test(`${title} is reported with its location and the fix`, () =>
    assert.throws(
      () => parseConfig(GOOD.replace(from, to), 'c.yaml'),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError)
        for (const pattern of says) assert.match(error.message, pattern)
        assert.doesNotMatch(error.message, /svc_main_secret|sk-1/)
        return true
      },
    ))

test('names a file that cannot be read', () =>
  assert.throws(() => loadConfig('/no/such/file.yaml'), /\/no\/such\/file\.yaml: cannot be read \(ENOENT\)/))

test('also validates a configuration in code', () => {
  const wrong = () => createGateway({ models: {}, projects: { p: { keys: [], models: ['svc/x'] } } })
  assert.throws(wrong, /projects\.p\.models\[0\]: unknown model svc\/x/)
})
