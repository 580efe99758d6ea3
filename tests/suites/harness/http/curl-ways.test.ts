/** How a curl line reaches a target: its version, its address, its path and its method. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CurlWay, curlOf } from '../../../../suites/harness/http/curl.ts'
import { listModels, other, type Plan, sentRequest } from '../../../../suites/harness/http/request.ts'

const IP = 'https://192.0.2.1'
const none = { form: null }
const list = listModels(none)

const rows: readonly (readonly [base: string, plan: Plan, way: CurlWay, words: string])[] = [
  ['http://a.example', list, {}, "-sS -i 'http://a.example/v1/models'"],
  ['https://a.example', list, {}, "-sS -i --http1.1 'https://a.example/v1/models'"],
  ['https://a.example', { ...list, version: '1.0' }, {}, "-sS -i --http1.0 'https://a.example/v1/models'"],
  ['https://a.example', list, { http2: true }, "-sS -i --http2 'https://a.example/v1/models'"],
  ['http://a.example', list, { http2: true }, "-sS -i --http2-prior-knowledge 'http://a.example/v1/models'"],
  ['http://a.example', list, { curl: '-x proxy' }, "-sS -i -x proxy 'http://a.example/v1/models'"],
  [
    'http://a.example',
    list,
    { headers: { 'x-door': '$DOOR' } },
    `-sS -i 'http://a.example/v1/models' -H "x-door: $DOOR"`,
  ],
  [IP, list, { server_name: '192.0.2.1' }, `-sS -i --http1.1 '${IP}/v1/models'`],
  [IP, list, { server_name: null }, `-sS -i --http1.1 '${IP}/v1/models'`],
  [
    `${IP}/base/`,
    list,
    { server_name: 'b.example' },
    "-sS -i --http1.1 --connect-to 'b.example:443:192.0.2.1:443' -H 'host: 192.0.2.1' 'https://b.example/base/v1/models'",
  ],
  [
    `${IP}:8443`,
    list,
    { server_name: 'b.example' },
    "-sS -i --http1.1 --connect-to 'b.example:8443:192.0.2.1:8443' -H 'host: 192.0.2.1:8443' 'https://b.example:8443/v1/models'",
  ],
  ['http://a.example', other('GET', '/v1/../x', none), {}, "-sS -i --path-as-is 'http://a.example/v1/../x'"],
  ['http://a.example', other('GET', '/v1/[1-3]', none), {}, "-sS -i -g 'http://a.example/v1/[1-3]'"],
  ['http://a.example', other('HEAD', '/v1/models', none), {}, "-sS -i --head 'http://a.example/v1/models'"],
  ['http://a.example', other('PUT', '/v1/models', none), {}, "-sS -i -X 'PUT' 'http://a.example/v1/models'"],
]

for (const [base, plan, way, words] of rows)
  test(`curl ${words}`, () => assert.equal(curlOf(base, sentRequest(plan), way), `curl ${words}`))
