import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { listFaults, startMock } from '../../../../mock/index.ts'
import { document } from '../../../../mock/server/admin/document/document.ts'
import { ask } from './admin-client.ts'

const ajv = new Ajv2020({ strict: false })
ajv.addSchema(document, 'document')

const DURATIONS = [0, 12.5, '200ms', '1.5h']
const CUT = { name: 'cut', after: 0, bytes: 3, first: 1, probability: 0.5 }
const STEPS: readonly object[] = [
  { reply: '' },
  { reply: 'x', options: { finish: 'length', usage: { prompt: 0, completion: 2, cached: 1 }, created: 0 }, times: 3 },
  { stream: [], options: { first: '1s', gap: 2 } },
  ...DURATIONS.map((time) => ({ stream: ['a', { pause: time }] })),
  ...[400, 403, 500, 'internal', 'model_not_found'].map((fail) => ({ fail, options: { param: null, code: 'x' } })),
  ...[429, 503, 'limited', 'unavailable'].map((fail) => ({ fail, options: { retryAfter: 1 } })),
  { limit: {} },
  { unavailable: { retryAfter: 9, message: 'x' } },
  { reply: 'x', with: [CUT, { name: 'split', at: [1, 2] }] },
  { reply: 'x', with: [{ name: 'latency', ms: 'lognormal:p50=200ms,p95=900ms' }, { name: 'after-done' }] },
  { reply: 'x', with: [{ name: 'error-event', kind: 'limited', done: true }] },
  { reply: 'x', fault: 'completion-usage-null' },
]
const WRONG_STEPS: readonly object[] = [
  {},
  { reply: 'x', limit: {} },
  { reply: 1 },
  { reply: 'x', options: { first: 1 } },
  { reply: 'x', options: { usage: { prompt: 1 } } },
  { fail: 418 },
  { fail: 'none' },
  { fail: 400, options: { retryAfter: 1 } },
  { limit: {}, options: { code: 'x' } },
  { reply: 'x', times: 0 },
  { reply: 'x', fault: '' },
  { reply: 'x', fault: 'no-such-fault' },
  { reply: 'x', with: [{ name: 'latency' }] },
  { reply: 'x', with: [{ name: 'cut', after: -1 }] },
  { reply: 'x', with: [{ name: 'split', every: 1, where: 'utf8' }] },
  { reply: 'x', with: [{ name: 'split', where: 'words' }] },
]
const MATCHERS = [
  {},
  { model: '', stream: true, text: '' },
  { text: { pattern: 'a', ignore_case: true } },
  { operation: 'models' },
]
const WRONG_MATCHERS = [
  { text: { pattern: '' } },
  { text: { regex: 'a' } },
  { operation: 'models', stream: true },
  { operation: 'list' },
  { model: 1 },
  { nth: 1 },
]
const CONFIGURATION = { models: {}, projects: { a: { keys: ['svc_a_b'], models: [] } } }

const BODIES: readonly [path: string, schema: string, takes: readonly object[], refuses: readonly object[]][] = [
  [
    '/projects/main/script',
    'Script',
    [
      ...STEPS.map((step) => ({ next: [step] })),
      ...MATCHERS.map((when) => ({ when, next: [] })),
      { always: { reply: 'x' } },
    ],
    [
      ...WRONG_STEPS.map((step) => ({ next: [step] })),
      ...WRONG_MATCHERS.map((when) => ({ when, next: [] })),
      { always: { reply: 'x', times: 2 } },
      { next: [], always: { reply: 'x' } },
      {},
    ],
  ],
  [
    '/projects',
    'ProjectOptions',
    [
      {},
      { models: ['svc/x'], faults: ['completion-usage-null'], quota: { requests_per_minute: 0 } },
      { models: { 'svc/x': { created: 0, reply: 'x', pace: { first: '1s', gap_ms: 2 }, price: {} } } },
      {
        replies: [
          { when: { nth: 2, operation: 'models' }, fail: 500 },
          { when: { text: 'a' }, reply: 'x', times: 2 },
        ],
      },
    ],
    [
      { faults: [''] },
      { faults: ['no-such-fault'] },
      { name: '' },
      { replies: [{ when: { nth: 0 }, reply: 'x' }] },
      { models: { 'svc/x': { reply: '' } } },
      { pace: { first: 1, first_ms: 1 } },
    ],
  ],
  [
    '/reload',
    'Reload',
    [{ config: { models: {}, projects: {} } }, { config: { ...CONFIGURATION, seed: 'x', replies: [{ reply: 'x' }] } }],
    [{}, { config: {} }, { config: { models: {} } }, { config: { ...CONFIGURATION, seed: '' } }],
  ],
]

for (const [path, name, takes, refuses] of BODIES)
  test(`POST ${path} accepts what the schema ${name} allows, and refuses what it forbids`, async () => {
    await using mock = await startMock({ admin: {} })
    const validate = ajv.compile({ $ref: `document#/components/schemas/${name}` })
    for (const body of takes) {
      assert.ok(validate(body), `${JSON.stringify(body)}: ${ajv.errorsText(validate.errors)}`)
      const { status, text } = await ask(mock, 'POST', path, body)
      assert.ok(status < 300, `${JSON.stringify(body)}: ${text}`)
      mock.configure({ models: {}, projects: { main: { keys: [], models: [] } } })
    }
    for (const body of refuses) {
      assert.ok(!validate(body), JSON.stringify(body))
      assert.equal((await ask(mock, 'POST', path, body)).status, 400, JSON.stringify(body))
    }
  })

test('the clock refuses a duration beyond its range, without quoting the digits', async () => {
  await using mock = await startMock({ admin: {} })
  for (const by of [0, 1e15, '999999h']) assert.equal((await ask(mock, 'POST', '/clock/advance', { by })).status, 200)
  for (const by of ['1e300', '6.396868728940258e+306', '9007199254740992', '-1', '"1d"', 'null']) {
    const { status, json } = await ask(mock, 'POST', '/clock/advance', `{"by":${by}}`)
    assert.equal(status, 400, by)
    assert.doesNotMatch(json.error.message, /\d{17}/)
  }
})

test('the document lists the faults that a step accepts', () => {
  const names = document.components.schemas.StepFault.enum as string[]
  assert.ok(names.length > 100 && names.length < listFaults().length)
})
