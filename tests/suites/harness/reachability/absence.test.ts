/** Whether the first responses of a run are those of a gateway, and the obstacle if they are not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange, Header, HttpResponse } from '../../../../suites/harness/http/exchange.ts'
import { mayBeNearby, mayBePathless, obstacleFor } from '../../../../suites/harness/reachability/absence.ts'
import { nearbyAddresses } from '../../../../suites/harness/reachability/elsewhere.ts'
import { asked, exchangeOf, responseOf } from '../http/exchanges.ts'

type Reply = readonly [status: number, body?: string, ...headers: Header[]]

const HTML: Header = ['content-type', 'text/html']
const JSON_TYPE: Header = ['content-type', 'application/json']
const WHERE = { baseUrl: 'http://gateway.example', key: 'svc_a_0123456789' }

const page = (status: number, title: string): Reply => [status, `<!doctype html><title lang="en">${title}`, HTML]
const to = (status: number, location: string): Reply => [status, '', ['location', location]]
const error = (status: number, type = 'other', message = 'No.', ...headers: Header[]): Reply => [
  status,
  JSON.stringify({ error: { message, type } }),
  JSON_TYPE,
  ...headers,
]
const LIST: Reply = [200, '{"object":"list","data":[]}']
const COMPLETION: Reply = [200, '{"object":"chat.completion","choices":[]}']
const SLOW = error(429, 'limit', 'Slow down.', ['retry-after', '7'])
const BASIC = error(401, 'other', 'No.', ['www-authenticate', 'Basic realm="x"'])
const SIGNED_PAGE: Reply = [403, '<!doctype html><title>Blocked', HTML, ['x-svc-request-id', 'r-1']]
const LIMITED = error(429, 'limit', '')
const WRONG_KEY = error(401, 'other', 'Bad.')
const OTHER_JSON: Reply = [200, '{"status":"ok"}']
const NO_JSON: Reply = [404, '{}']
const TLS: Reply = [400, '<html>The plain HTTP request was sent to HTTPS port', HTML]

function responseTo(operation: 'models' | 'completions', reply: Reply | undefined): Exchange {
  const request = { ...asked, operation, path: operation === 'models' ? '/v1/models' : asked.path }
  const [status = 0, body = '', ...headers] = reply ?? []
  const response: Partial<HttpResponse> = { status, headers: headers.length > 0 ? headers : [JSON_TYPE] }
  return exchangeOf(reply && responseOf(body, response), { id: 'look/1', request })
}

const lookAt = (list?: Reply, completion = list, bare?: Reply) => ({
  list: responseTo('models', list),
  completion: responseTo('completions', completion),
  ...(bare && { bare: responseTo('completions', bare) }),
})

type Case = readonly [title: string, replies: readonly (Reply | undefined)[], found?: RegExp, fix?: RegExp]

/** A single reply is for both requests; a third one is for a completion without any field. */
const cases: readonly Case[] = [
  ['no response at all', [undefined]],
  ['a list, and a web page for completions', [LIST, page(500, 'Oops')]],
  ['a completion, and 404 for the list', [error(404), COMPLETION]],
  ['a redirect', [to(302, '/login')], /302, a redirect to http:\/\/gateway.example\/login$/, /login page/],
  ['a redirect without Location', [[308, '']], /returns 308 without a Location/, /final address/],
  ['a redirect to another host', [to(301, 'https://b.example/v2/v1/models')], /redirect/, / https:\/\/b.example\/v2$/],
  ['a redirect to itself', [to(301, '/v1/models')], /a redirect to/, /login page/],
  ['a redirect with a sign of the contract', [[302, '', ['x-svc-request-id', 'req-1']]]],
  ['plain HTTP to a TLS port', [TLS], /the port speaks TLS/, /base_url: https:\/\/gateway.example$/],
  ['the page of a proxy', [page(503, 'Down')], /an HTML page "Down"/, /check that the gateway is running/],
  ['a proxy that reaches nothing', [[502, '']], /a proxy returns 502/, /Check the proxy/],
  ['a proxy that times out', [[504, '']], /a proxy returns 504/],
  ['a proxy that wants a password', [[407, '']], /its own credentials \(407\)/],
  ['a page with a title', [page(403, ' Blocked ')], /an HTML page "Blocked" with status 403/, /firewall/],
  ['a page with a request id', [SIGNED_PAGE], /page "Blocked"/, /firewall/],
  ['a page with an empty title', [page(403, '')], /an HTML page with status 403/],
  ['a network that wants a login', [page(511, 'Sign in')], /with status 511/, /requires a login/],
  ['a page instead of a list', [page(200, 'Shop')], /an HTML page "Shop" with status 200/, /web site/],
  ['limits', [SLOW, LIMITED], /both operations return 429 to .*: "Slow down"$/, /Wait, or raise.* 7 s\b/],
  ['limits without a message', [LIMITED], /return 429 to valid requests$/, /this key\.$/],
  ['limits and errors', [error(429), error(503)], /both operations return 429 and 503/, /raise the limits/],
  ['errors', [error(500), error(503)], /both operations return 500 and 503/, /has recovered/],
  ['errors of a gateway of the contract', [error(500, 'server_error')], /both operations return 500/],
  ['401 for both', [WRONG_KEY], /rejected with 401 on both operations: "Bad"$/, /complete and valid key/],
  ['401 of a proxy', [BASIC], /asks for other credentials: Basic/],
  ['403 for both', [error(403, 'other', '')], /is disabled \(403, on both operations\)$/, /another project/],
  ['401 only for the list', [error(401), error(404)], /rejected with 401: "No"$/],
  ['401 for the list, with a sign of the contract', [error(401, 'authentication_error'), error(404)]],
  ['404 for both', [error(404)], /neither \/v1\/models nor \/v1\/chat\/completions exists \(404\)/, /Check the path/],
  ['404 and 405', [error(404), error(405)], /exists \(404 and 405\)/],
  ['404 for both, and 400 in JSON without a body', [error(404), error(404), error(400)]],
  ['404 for both, and 400 in HTML without a body', [error(404), error(404), [400, '<p>', HTML]], /exists \(404\)/],
  ['a refused completion in JSON', [error(404), error(422)]],
  ['everything refused with 400', [error(400)], /nothing of this contract \(400\)/, /without \/v1/],
  ['a type of error of the contract', [error(400, 'invalid_request_error')]],
  ['JSON of another service', [OTHER_JSON, NO_JSON], /nothing of this contract \(200 and 404\)/],
]

for (const [title, [list, completion, bare], found, fix = /./] of cases)
  test(`${title}: ${found ? 'not a gateway' : 'judged'}`, () => {
    const obstacle = obstacleFor(lookAt(list, completion, bare), WHERE)
    if (!found) return assert.equal(obstacle, undefined)
    assert.match(obstacle?.found ?? '', found)
    assert.match(obstacle?.fix ?? '', fix)
  })

test('checks for a missing path if completions get 404 or 405 without a page', () => {
  const may = (list: Reply | undefined, completion: Reply) => mayBePathless(lookAt(list, completion))
  assert.deepEqual([may([404], [404]), may(LIST, [405])], [true, true])
  assert.deepEqual([may([404], [400]), may(undefined, [404]), may([404], page(404, 'x'))], [false, false, false])
})

test('looks near the base URL if no other obstacle is known', () => {
  const may = (list: Reply | undefined) => mayBeNearby(lookAt(list), WHERE)
  assert.deepEqual([may([404]), may([200, '{}'])], [true, true])
  for (const list of [[401], [502], [302], undefined] as const) assert.equal(may(list), false)
})

test('looks first at the base URL without its path, or at the part before /v1', () => {
  const urls = (baseUrl: string) => nearbyAddresses(baseUrl).map((each) => `${each.baseUrl} ${each.path}`)
  const below = (baseUrl: string) => [`${baseUrl} /models`, `${baseUrl} /v1/v1/models`]
  for (const [baseUrl, shorter] of [
    ['http://a.example'],
    ['http://a.example/'],
    ['http://a.example/llm', 'http://a.example'],
    ['http://a.example/v1', 'http://a.example'],
    ['http://a.example/llm/v1/', 'http://a.example/llm'],
    ['http://a.example/llm/v1/chat/completions', 'http://a.example/llm'],
    ['http://a.example/v1x', 'http://a.example'],
  ] as const)
    assert.deepEqual(urls(baseUrl), [...(shorter ? [`${shorter} /v1/models`] : []), ...below(baseUrl)], baseUrl)
})
