import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminErrorOf } from '../../../../mock/server/admin/admin-error.ts'
import { mockForFile } from '../../asking.ts'
import { ask } from './admin-client.ts'

const open = await mockForFile({ admin: {} })

const REFUSED: readonly [method: string, path: string, body: unknown, code: string, words: RegExp][] = [
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
  ['POST', '/projects/main/script', {}, 'invalid_request', /either next, a list of steps, or always/],
  ['POST', '/projects/main/script', { next: [], always: {} }, 'invalid_request', /either next/],
  ['POST', '/projects/main/script', { steps: [] }, 'invalid_request', /knows no steps; it takes when, next, always/],
  ['POST', '/projects/main/script', { next: {} }, 'invalid_request', /next must be an array of steps/],
  ['POST', '/projects/main/script', { next: [null] }, 'invalid_request', /next\[0\]: a step must be an object/],
  ['POST', '/projects/main/script', { next: [{}] }, 'invalid_request', /A step is one of reply, stream/],
  ['POST', '/projects/main/script', { next: [{ reply: 'a', fail: 500 }] }, 'invalid_request', /A step is one of/],
  ['POST', '/projects/main/script', { next: [{ reply: 1 }] }, 'invalid_request', /of type number; write a text/],
  [
    'POST',
    '/projects/main/script',
    { next: [{ reply: 'a', options: [] }] },
    'invalid_request',
    /options must be an object/,
  ],
  [
    'POST',
    '/projects/main/script',
    { next: [{ reply: 'a', options: { usage: null } }] },
    'invalid_request',
    /usage is/,
  ],
  [
    'POST',
    '/projects/main/script',
    { next: [{ reply: 'a', options: { usage: {} } }] },
    'invalid_request',
    /usage\.prompt/,
  ],
  ['POST', '/projects/main/script', { next: [{ reply: 'a', times: 0 }] }, 'invalid_request', /number of times/],
  ['POST', '/projects/main/script', { next: [{ reply: 'a', fault: 'none' }] }, 'invalid_request', /no fault called/],
  ['POST', '/projects/main/script', { next: [{ reply: 'a', fault: 1 }] }, 'invalid_request', /fault must be a text/],
  ['POST', '/projects/main/script', { next: [{ stream: 5 }] }, 'invalid_request', /stream must be a list/],
  ['POST', '/projects/main/script', { next: [{ stream: ['a', 5] }] }, 'invalid_request', /Text 2 of a stream/],
  ['POST', '/projects/main/script', { next: [{ stream: [{ pause: 'x' }] }] }, 'invalid_request', /not a duration/],
  ['POST', '/projects/main/script', { next: [{ stream: [{ wait: 1 }] }] }, 'invalid_request', /knows no wait/],
  ['POST', '/projects/main/script', { next: [{ fail: 418 }] }, 'invalid_request', /The error is 418; write one of/],
  ['POST', '/projects/main/script', { next: [{ limit: 1 }] }, 'invalid_request', /limit must be an object/],
  [
    'POST',
    '/projects/main/script',
    { next: [{ limit: {}, options: { code: 'x' } }] },
    'invalid_request',
    /Write limit/,
  ],
  ['POST', '/projects/main/script', { next: [{ reply: 'a', with: {} }] }, 'invalid_request', /with must be a list/],
  ['POST', '/projects/main/script', { next: [{ reply: 'a', with: [null] }] }, 'invalid_request', /must be a mapping/],
  [
    'POST',
    '/projects/main/script',
    { next: [{ reply: 'a', with: [{ name: 'x' }] }] },
    'invalid_request',
    /must be one of/,
  ],
  ['POST', '/projects/main/script', { always: { reply: 'a', times: 2 } }, 'invalid_request', /leave times\(\) out/],
  ['POST', '/projects/main/script', { when: 1, next: [] }, 'invalid_request', /when must be an object/],
  ['POST', '/projects/main/script', { when: { where: 1 }, next: [] }, 'invalid_request', /when knows no where/],
  [
    'POST',
    '/projects/main/script',
    { when: { stream: 'yes' }, next: [] },
    'invalid_request',
    /when\.stream must be a boolean/,
  ],
  ['POST', '/projects/main/script', { when: { operation: 'x' }, next: [] }, 'invalid_request', /operation is "x"/],
  ['POST', '/clock/advance', {}, 'invalid_request', /not a duration/],
  ['POST', '/clock/advance', { by: -1 }, 'invalid_request', /not a duration/],
  ['POST', '/clock/freeze', { at: 'now' }, 'invalid_request', /at must be milliseconds since the epoch/],
  ['POST', '/clock/freeze', { at: -1 }, 'invalid_request', /at must be milliseconds since the epoch/],
  [
    'POST',
    '/clock/freeze',
    { at: 8_640_000_000_000_001 },
    'invalid_request',
    /at must be milliseconds since the epoch/,
  ],
  ['POST', '/clock/resume', { at: 1 }, 'invalid_request', /knows no at/],
  ['POST', '/reload', {}, 'invalid_request', /config must be an object/],
  ['POST', '/reload', { config: {} }, 'invalid_request', /lacks the member models/],
  ['POST', '/projects', ' '.repeat(4 * 1_048_576 + 1), 'body_too_large', /more than 4194304 bytes/],
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

test('of steps of which one cannot be used none is queued', async () => {
  const next = [{ reply: 'good' }, { reply: 'x', fault: 'lets-pass-temperature-minus-one' }]
  const { json } = await ask(open, 'POST', '/projects/main/script', { next })
  assert.match(json.error.message, /decides before a script is asked/)
  assert.deepEqual((await ask(open, 'GET', '/projects/main/script')).json.unused, [])
})

test('an internal error is not shown', () => {
  const error = adminErrorOf(new TypeError('planted'))
  assert.equal(error.status, 500)
  assert.doesNotMatch(JSON.stringify(error), /planted/)
})
