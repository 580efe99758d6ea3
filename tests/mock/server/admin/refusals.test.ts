import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminErrorOf } from '../../../../mock/server/admin/admin-error.ts'
import { mockForFile } from '../../asking.ts'
import { ask } from './admin-client.ts'

const open = await mockForFile({ admin: {} })

/** Invalid scripts, with the message for each. */
const SCRIPTS: readonly (readonly [body: unknown, words: RegExp])[] = [
  [{}, /either next, a list of steps, or always/],
  [{ next: [], always: {} }, /either next/],
  [{ steps: [] }, /knows no steps; it takes when, next, always/],
  [{ next: {} }, /next must be an array of steps/],
  [{ next: [null] }, /next\[0\]: a step must be an object/],
  [{ next: [{}] }, /A step is one of reply, stream/],
  [{ next: [{ reply: 'a', fail: 500 }] }, /A step is one of/],
  [{ next: [{ reply: 1 }] }, /of type number; write a text/],
  [{ next: [{ reply: 'a', options: [] }] }, /options must be an object/],
  [{ next: [{ reply: 'a', options: { usage: null } }] }, /usage is/],
  [{ next: [{ reply: 'a', options: { usage: {} } }] }, /usage\.prompt/],
  [{ next: [{ reply: 'a', times: 0 }] }, /number of times/],
  [{ next: [{ reply: 'a', fault: 'none' }] }, /no fault called/],
  [{ next: [{ reply: 'a', fault: 1 }] }, /fault must be a text/],
  [{ next: [{ stream: 5 }] }, /stream must be a list/],
  [{ next: [{ stream: ['a', 5] }] }, /Text 2 of a stream/],
  [{ next: [{ stream: [{ pause: 'x' }] }] }, /not a duration/],
  [{ next: [{ stream: [{ wait: 1 }] }] }, /knows no wait/],
  [{ next: [{ fail: 418 }] }, /The error is 418; write one of/],
  [{ next: [{ limit: 1 }] }, /limit must be an object/],
  [{ next: [{ limit: {}, options: { code: 'x' } }] }, /Write limit/],
  [{ next: [{ reply: 'a', with: {} }] }, /with must be a list/],
  [{ next: [{ reply: 'a', with: [null] }] }, /must be a mapping/],
  [{ next: [{ reply: 'a', with: [{ name: 'x' }] }] }, /must be one of/],
  [{ always: { reply: 'a', times: 2 } }, /leave times\(\) out/],
  [{ when: 1, next: [] }, /when must be an object/],
  [{ when: { where: 1 }, next: [] }, /when knows no where/],
  [{ when: { stream: 'yes' }, next: [] }, /when\.stream must be a boolean/],
  [{ when: { operation: 'x' }, next: [] }, /operation is "x"/],
]

const REFUSED: readonly (readonly [method: string, path: string, body: unknown, code: string, words: RegExp])[] = [
  ['POST', '/projects', '{', 'not_json', /not JSON; check its quotes/],
  ['POST', '/projects', '[]', 'invalid_request', /not a JSON object/],
  ['POST', '/projects', { nam: 'x' }, 'invalid_request', /nam: unknown member; did you mean name\?/],
  ['POST', '/projects', { name: 'main' }, 'invalid_request', /a project is called main already/],
  ['POST', '/projects', { faults: ['none'] }, 'invalid_request', /faults\[0\]: There is no fault/],
  ['GET', '/projects/none/ledger', undefined, 'no_such_project', /GET \/projects lists/],
  ['GET', '/projects/none/journal', undefined, 'no_such_project', /No project/],
  ['GET', '/projects/main/requests', undefined, 'bodies_not_kept', /start it with --journal-bodies/],
  ['POST', '/projects/none/script', { next: [] }, 'no_such_project', /No project/],
  ['GET', '/journal?limit=0', undefined, 'invalid_request', /limit must be a whole number from 1 to 1000/],
  ['GET', '/journal?after=-1', undefined, 'invalid_request', /after must be a whole number from 0/],
  ['GET', '/journal?from=1', undefined, 'invalid_request', /there are after and limit/],
  ['GET', '/projects/main/ledger?name=main', undefined, 'invalid_request', /has no query parameters/],
  ['GET', '/projects/main/journal?name=main', undefined, 'invalid_request', /there are after and limit/],
  ['GET', '/health?x', undefined, 'invalid_request', /has no query parameters/],
  ['POST', '/clock/advance', {}, 'invalid_request', /not a duration/],
  ['POST', '/clock/advance', { by: -1 }, 'invalid_request', /not a duration/],
  ...['now', -1, 8_640_000_000_000_001].map(
    (at) => ['POST', '/clock/freeze', { at }, 'invalid_request', /at must be milliseconds since the epoch/] as const,
  ),
  ['POST', '/clock/resume', { at: 1 }, 'invalid_request', /knows no at/],
  ['POST', '/reload', {}, 'invalid_request', /config must be an object/],
  ['POST', '/reload', { config: {} }, 'invalid_request', /lacks the member models/],
  ['POST', '/projects', ' '.repeat(4 * 1_048_576 + 1), 'body_too_large', /more than 4194304 bytes/],
  ...SCRIPTS.map(([body, words]) => ['POST', '/projects/main/script', body, 'invalid_request', words] as const),
]
for (const [method, path, body, code, words] of REFUSED) {
  const shown = JSON.stringify(body) ?? ''
  test(`${method} ${path} ${shown.slice(0, 80)} is refused with the reason, and changes nothing`, async () => {
    const before = [...open.gateway.projects]
    const { json } = await ask(open, method, path, body)
    assert.equal(json.error.code, code)
    assert.match(json.error.message, words)
    assert.deepEqual(open.gateway.projects, before)
    assert.deepEqual((await ask(open, 'GET', '/projects/main/script')).json.unused, [])
  })
}

test('queues no steps if one of them is invalid', async () => {
  const next = [{ reply: 'good' }, { reply: 'x', fault: 'lets-pass-temperature-minus-one' }]
  const { json } = await ask(open, 'POST', '/projects/main/script', { next })
  assert.match(json.error.message, /decides before a script takes its step/)
  assert.deepEqual((await ask(open, 'GET', '/projects/main/script')).json.unused, [])
})

test('does not show internal errors', () => {
  const error = adminErrorOf(new TypeError('planted'))
  assert.equal(error.status, 500)
  assert.doesNotMatch(JSON.stringify(error), /planted/)
})
