/** The allowed values of error.param: one rule for all requests. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { seedFor } from '../../../../suites/harness/arbitraries/draws.ts'
import { drawsAt, strangerOf } from '../../../../suites/harness/arbitraries/requests.ts'
import { sites } from '../../../../suites/harness/arbitraries/sites.ts'
import { toJson } from '../../../../suites/harness/http/request.ts'
import { judgeParam } from '../../../../suites/harness/judge/errors/param.ts'
import { askOf, meet } from '../../../../suites/harness/run/generated/two-faults.ts'
import { errorWith } from '../http/bodies.ts'
import { asked, exchangeOf, responseOf } from '../http/exchanges.ts'

/** The requirements that a param breaks. */
function broken(body: string | Uint8Array, fields: readonly string[] | undefined, param: string | null): string[] {
  const response = responseOf(errorWith({ type: 'invalid_request_error', param }), { status: 400 })
  const findings = judgeParam(fields, exchangeOf(response, { request: { ...asked, body: Buffer.from(body) } }))
  return findings.flatMap(({ outcome, requirement }) => (outcome === 'fail' ? [requirement ?? ''] : []))
}

const body = (more: object): string =>
  toJson({ model: 'svc/a', messages: [{ role: 'user', content: 'Hello.' }], ...more })
const robot = body({ messages: [{ role: 'robot', content: 'Hello.' }] })
const noUsage = body({ stream: true, stream_options: { include_usage: 1 } })
const hot = body({ temperature: 9 })
const maxTokens = body({ max_tokens: 0 })

/** Paths of a role in every syntax. */
const ROLES = [
  ...['messages', 'messages[0].role', 'messages.0.role', '/messages/0/role', 'role', 'messages->0->role'],
  ...['body -> messages -> 0 -> role', "$.messages[0]['role']", 'body.messages.0.typed-dict.role.literal'],
  'ChatCompletionRequest.Messages[0].Role',
]
const TEMPERATURES = ['temperature', 'ChatCompletionRequest.temperature', 'input.temperature']

/** A request, the fields of its faults, and params that are right, that name another field, and that name none. */
type Row = readonly [body: string, fields: string, right: string[], other?: string[], word?: string[]]

const PARAMS: readonly Row[] = [
  [robot, 'messages', ROLES, ['content', 'messages[0].content', 'model'], ['validation']],
  [body({ messages: [] }), 'messages', ['messages']],
  [body({ messages: [7] }), 'messages', ['messages[0]', 'messages[0].role']],
  [body({ messages: [{ role: 'user', content: [] }] }), 'messages', ['content']],
  [body({ messages: [{ role: 'user' }] }), 'messages', ['messages[0].content']],
  [noUsage, 'stream_options', ['include_usage', 'stream_options.include_usage'], ['stream']],
  [body({ stream_options: { include_usage: true } }), 'stream_options stream', ['stream']],
  [hot, 'temperature', TEMPERATURES, ['top_p', 'input.top_p'], ['body']],
  [maxTokens, 'max_tokens', ['maxTokens'], ['max_completion_tokens']],
  [body({ stop: ['###', ''] }), 'stop', ['stop.list[str].1']],
  [body({ tools: [] }), 'tools', ['tools'], [], ['tool_choice']],
  [body({ role: 'user' }), 'role', ['role']],
  // Not a schema fault: a model of another project.
  [body({}), 'model', ['model'], ['messages']],
  // Two faults: the param names either field, but no third one.
  [body({ temperature: 9, top_p: 7 }), 'temperature top_p', ['top_p'], ['n']],
]

describe('error.param', () => {
  test(`null for ${robot}`, () => assert.deepEqual(broken(robot, ['messages'], null), []))

  for (const [sent, fields, right, other = [], word = []] of PARAMS)
    for (const [params, expected] of [
      [right, []],
      [other, ['error-param-names-field']],
      [word, ['error-param-path']],
    ] as const)
      for (const param of params)
        test(`${JSON.stringify(param)} for ${sent}`, () =>
          assert.deepEqual(broken(sent, fields.split(' '), param), expected))

  test('is not judged if the fault is not in a field', () => assert.deepEqual(broken(hot, undefined, 'model'), []))
})

test('error.param can name either of two generated faults in any syntax', () => {
  const plain = { model: 'svc/a', messages: [{ role: 'user', content: 'Hello.' }], max_tokens: 16 }
  const control = { body: plain, shows: [], isPlain: true, isBare: true } as const
  const draws = drawsAt(sites, 1, (name) => seedFor(1, name))
  let pairs = 0
  for (const [at, one] of draws.entries()) {
    // A sample of the pairs is enough.
    for (const other of draws.filter((_, index) => (index + at) % 7 === 0)) {
      if (!meet({ one, other, control })) continue
      const { plan, expectation } = askOf({ one, other, control })
      if (expectation.kind !== 'rejected') continue
      pairs += 1
      for (const { site, value } of [one, other]) {
        const member = site.keyword === 'additionalProperties' ? [String((value as [string])[0])] : []
        const steps = [...site.pointer.split('/').slice(1), ...member].map((step) => (step === '-' ? '0' : step))
        const stranger = strangerOf({ site, value } as typeof one)
        const forms = [steps[0], steps.join('.'), `/${steps.join('/')}`, steps.at(-1), `Request.${steps.join('.')}`]
        for (const param of forms)
          if (param !== undefined && !/^\d*$/.test(param))
            assert.deepEqual(broken(plan.body ?? '', expectation.fields, param), [], `${stranger ?? ''} ${param}`)
      }
    }
  }
  assert.ok(pairs > 1000, `${pairs} pairs`)
})
