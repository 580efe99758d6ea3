import assert from 'node:assert/strict'
import { test } from 'node:test'
import { causeLine, causeName } from '../../../reporters/wording/causes.ts'
import { hintOf } from '../../../reporters/wording/fixes.ts'
import type { ReportedCause } from '../../../suites/harness/report/causes.ts'

const cause: ReportedCause = {
  id: 'request-n',
  title: 'got 200 instead of 400',
  verdict: 'fail',
  expected: '400',
  received: '200',
  requirements: ['request-n', 'request-stop'],
  answers: 3,
  of: 4,
  finding: { outcome: 'fail', message: 'n of 2: 200', asked: 'n of 2', exchanges: ['e1'] },
}
const page = '413 text/html <html>\\r\\n<hr><center>nginx/1.22.1</cent…'
const page503 =
  '503 text/html <html>\r\n<head><title>503 Service Temporarily Unavailable</title></head>\r\n<body>\r\n<center><h1>503 Service Tem…'
const haproxyPage =
  '413 text/html <html><body><h1>413 Payload Too Large</h1>\nThe request entity exceeds the maximum allowed.\n</body></html>'
const foreign: ReportedCause = {
  ...cause,
  title: 'got 413 with text/html instead of an error body',
  expected: 'an error body',
  received: '413 with text/html',
  status: 413,
  server: 'nginx/1.22.1',
  finding: { ...cause.finding, actual: page },
}

test('the line of a cause names the request if it is about statuses', () => {
  assert.equal(causeLine(cause), 'got 200 instead of 400 in 3 of 4 responses: n of 2')
  const asked = 'generated 1: /n breaks type, an object, streamed'
  const generated = { ...cause, finding: { ...cause.finding, asked } }
  assert.equal(causeLine(generated), 'got 200 instead of 400 in 3 of 4 responses: /n breaks type')
  const hidden = { ...cause, title: 'got 200 with an error instead of 400' }
  assert.equal(causeLine(hidden), 'got 200 with an error instead of 400 in 3 of 4 responses: n of 2')
  const within = { ...cause, title: 'a list got 200 instead of 400' }
  assert.equal(causeLine(within), 'a list got 200 instead of 400 in 3 of 4 responses')
  assert.equal(causeLine(foreign), 'got 413 with text/html instead of an error body in 3 of 4 responses')
})

test('the name of a cause is a requirement that explain accepts, even if two causes share it', () => {
  const requirements = cause.requirements.map((id) => ({ id, verdict: 'fail' })) as never
  assert.equal(causeName({ ...cause, id: 'request-n-2' }, { requirements }), 'request-n +1')
  assert.equal(causeName({ ...cause, id: 'request-n-2', requirements: ['request-n'] }, { requirements }), 'request-n')
})

for (const [title, given, words] of [
  [
    'validation that returns 422',
    { ...cause, received: '422' },
    /^Return 400 with the error body where validation fails/,
  ],
  ['requests that are not validated', cause, /section 4\.2/],
  ['keys that are not validated', { ...cause, expected: '401' }, /whole key in Authorization/],
  [
    'errors with status 200',
    { ...cause, received: '200 with an error', requirements: ['request-n'] },
    /its own status/,
  ],
  ['a framework that reads Accept', { ...cause, received: '406', expected: '200' }, /whatever the Accept headers say/],
  ['a valid key that is refused', { ...cause, received: '401', expected: '400 or 404' }, /^The key .* is valid/],
  [
    'an error with 200',
    { ...cause, received: '', expected: 'a string', requirements: ['completion-id', 'completion-choices'] },
    /^Return 200 only with a whole chat completion/,
  ],
  ['an internal error', { ...cause, received: '500' }, /its log shows where/],
  ['an nginx page for large bodies', foreign, /^This page is from nginx, .*client_max_body_size 0;/],
  [
    'an nginx limit for bodies',
    { ...foreign, title: 'got 413 instead of 200', expected: '200', received: '413' },
    /^This page is from nginx, .*client_max_body_size 0;/,
  ],
  [
    'a request after another on its connection',
    { ...cause, finding: { ...cause.finding, connection: { after: 'e0', status: 401 } } },
    /^The response depends on the request before it on the same connection\./,
  ],
  [
    'a lost connection, also of one requirement,',
    { ...cause, received: 'no response', expected: '401', requirements: ['auth-malformed-key'] },
    /^The connection ends without a response .*read the rest before you close/,
  ],
  [
    'a head that is too large',
    { ...cause, received: '431', expected: '200' },
    /^The server refuses the head .*ReadBufferSize/,
  ],
  [
    'a body in another coding than its label says',
    { ...cause, finding: { ...cause.finding, actual: "200 application/json (its content-encoding 'gzip' cannot" } },
    /^Compress a body once/,
  ],
  [
    'a request id of a header',
    { ...cause, title: 'the request id is what the caller sent in x-trace-id in 3 of 4 responses' },
    /^Make a new id .*chooses x-trace-id/,
  ],
  ['a refusal of bodies in chunks', { ...cause, received: '411', expected: '200' }, /^Read bodies in chunks too/],
  [
    'a key that is not checked for bodies in chunks',
    { ...cause, received: '200', expected: '401', title: 'got 200 instead of 401, only with framing: chunked' },
    /^Compare the whole key/,
  ],
  [
    'bodies in chunks',
    { ...cause, expected: '200', title: 'got 400 instead of 200, only with framing: chunked, all streamed' },
    /^Read bodies in chunks too/,
  ],
  ['a login page', { ...cause, received: '302', expected: '401' }, /^Return an error, never a redirect/],
  ['another nginx page', { ...foreign, status: 405 }, /^This page is from nginx, .*Let nginx forward such requests/],
  [
    'a rate limit page of nginx that is truncated before its name',
    { ...foreign, status: 503, finding: { ...cause.finding, actual: page503 } },
    /^This page is from nginx, .*Let nginx forward such requests/,
  ],
  [
    'a page of HAProxy',
    { ...foreign, server: '', finding: { ...cause.finding, actual: haproxyPage } },
    /^This page is from HAProxy, .*forward bodies above 1 MiB, so that.*http-error status 503/,
  ],
] as const)
  test(`a cause by ${title} has a specific fix`, () => assert.match(hintOf(given, undefined) ?? '', words))

for (const [title, given] of [
  ['of one of several mistakes', { ...cause, root: 'null' }],
  ['of one requirement', { ...cause, requirements: ['request-n'] }],
  [
    'of the gateway’s own page behind a proxy',
    { ...foreign, finding: { ...cause.finding, actual: '413 text/html <h1>' } },
  ],
  [
    'of a page like nginx’s from a server that is not a proxy',
    { ...foreign, server: 'uvicorn', finding: { ...cause.finding, actual: page503 } },
  ],
  ['of a page from a server that is not a proxy', { ...foreign, server: 'uvicorn' }],
] as const)
  test(`a cause ${title} has the fix of its first requirement`, () => assert.equal(hintOf(given, undefined), undefined))

test('a failure of many valid requests has no fix about one of their fields', () => {
  for (const [received, fix] of [
    ['500', /fails on such a valid request/],
    ['no response', /connection ends without a response/],
  ] as const)
    assert.match(String(hintOf({ ...cause, received, expected: '200' }, undefined)), fix)
})

test('a missing model list below /v1 has a fix about the path, not about the key', () => {
  const absent = { ...cause, received: '404', expected: '200', requirements: ['auth-valid-key', 'version-path'] }
  assert.match(String(hintOf(absent, undefined)), /below \/v1/)
})

test('the fix of a missing request id has the configuration line of a known proxy', () => {
  const lead = { id: 'request-id-present', mend: 'Set the header.' } as never
  const given = { ...cause, expected: 'a value', received: '(absent)', requirements: ['request-id-present'] }
  assert.match(
    hintOf({ ...given, server: 'Caddy' }, lead) ?? '',
    /^Set the header\. In Caddy: header \?x-svc-request-id/,
  )
  assert.equal(hintOf({ ...given, server: 'uvicorn' }, lead), 'Set the header.')
})
