/** The options of a curl line for the version, address, path and method of a request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { curlOf } from '../../../../suites/harness/http/curl.ts'
import { listModels, other, postRaw, sentRequest } from '../../../../suites/harness/http/request.ts'

const IP = 'https://192.0.2.1'
const HTTP = 'http://a.example'
const HTTPS = 'https://a.example'
const NAMED = { server_name: 'b.example' }
const none = { form: null }
const list = listModels(none)

for (const [base, plan, way, words] of [
  [HTTP, list, {}, "'http://a.example/v1/models'"],
  [HTTPS, list, {}, "--http1.1 'https://a.example/v1/models'"],
  [HTTPS, { ...list, version: '1.0' }, {}, "--http1.0 'https://a.example/v1/models'"],
  [HTTPS, list, { http2: true }, "--http2 'https://a.example/v1/models'"],
  [HTTP, list, { http2: true }, "--http2-prior-knowledge 'http://a.example/v1/models'"],
  [HTTP, list, { curl: '-x proxy' }, "-x proxy 'http://a.example/v1/models'"],
  [HTTP, list, { headers: { 'x-door': '$DOOR' } }, `'${HTTP}/v1/models' -H "x-door: $DOOR"`],
  [IP, list, { server_name: '192.0.2.1' }, `--http1.1 '${IP}/v1/models'`],
  [IP, list, { server_name: null }, `--http1.1 '${IP}/v1/models'`],
  [
    `${IP}/base/`,
    list,
    NAMED,
    "--http1.1 --connect-to 'b.example:443:192.0.2.1:443' -H 'host: 192.0.2.1' 'https://b.example/base/v1/models'",
  ],
  [
    `${IP}:8443`,
    list,
    NAMED,
    "--http1.1 --connect-to 'b.example:8443:192.0.2.1:8443' -H 'host: 192.0.2.1:8443' 'https://b.example:8443/v1/models'",
  ],
  [HTTP, other('GET', '/v1/../x', none), {}, "--path-as-is 'http://a.example/v1/../x'"],
  [HTTP, other('GET', '/v1/[1-3]', none), {}, "-g 'http://a.example/v1/[1-3]'"],
  [HTTP, other('HEAD', '/v1/models', none), {}, "--head 'http://a.example/v1/models'"],
  [HTTP, other('PUT', '/v1/models', none), {}, "-X 'PUT' 'http://a.example/v1/models'"],
] as const)
  test(`curl -sS -i ${words}`, () => {
    const off = " -H 'user-agent:' -H 'accept:'"
    assert.equal(curlOf(base, sentRequest(plan), way), `curl -sS -i ${words}${off}`)
  })

test("curl's own User-Agent and Accept are turned off, unless the request has them", () => {
  const headers = [['User-Agent', 'x/1'] as const, ['Accept', '*/*'] as const]
  const line = curlOf(HTTP, sentRequest({ ...list, headers }), {})
  assert.equal(line, `curl -sS -i '${HTTP}/v1/models' -H 'User-Agent: x/1' -H 'Accept: */*'`)
})

test("curl's own Expect is turned off for large bodies alone, unless the request has one", () => {
  const isOff = (size: number, ...headers: readonly (readonly [string, string])[]): boolean =>
    curlOf(HTTP, sentRequest(postRaw('x'.repeat(size), { ...none, headers })), {}).includes("-H 'expect:'")
  const MIB = 1024 * 1024
  assert.deepEqual([isOff(MIB), isOff(MIB + 1), isOff(MIB + 1, ['Expect', '100-continue'])], [false, true, false])
})
