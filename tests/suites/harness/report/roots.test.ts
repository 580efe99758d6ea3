/** Which groups of findings become one cause. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RequirementId, requirement as requirementOf } from '../../../../suites/harness/catalogue/requirements.ts'
import { compact } from '../../../../suites/harness/http/compact.ts'
import {
  type Exchange,
  type Header,
  type HttpResponse,
  identityOf,
  type SentRequest,
} from '../../../../suites/harness/http/exchange.ts'
import { keyVariable } from '../../../../suites/harness/http/key-forms.ts'
import type { Finding } from '../../../../suites/harness/judge/evidence.ts'
import { judgeInvariants } from '../../../../suites/harness/judge/invariants.ts'
import { type Clue, groupsOf } from '../../../../suites/harness/report/cause-groups.ts'
import { causesOf } from '../../../../suites/harness/report/causes.ts'
import { inCommon } from '../../../../suites/harness/report/roots/in-common.ts'
import { unite } from '../../../../suites/harness/report/roots/rules.ts'
import { triggerOf, wholeTriggerOf } from '../../../../suites/harness/report/roots/trigger.ts'
import { sentenceBy } from '../../../../suites/harness/variation/sentences.ts'
import { errorWith } from '../http/bodies.ts'
import { asking, listing, lostBy, exchangeOf as receivedAs, responseOf, streamed } from '../http/exchanges.ts'

const PLAIN = [{ role: 'user', content: sentenceBy('') }]

const exchangeOf = (name: string, messages: readonly object[], response: HttpResponse): Exchange =>
  receivedAs(response, { id: `${name}/1`, request: asking({ model: 'svc/echo-1', messages }) })

function clueOf(id: RequirementId, exchange: Exchange, finding: Partial<Finding>): Clue {
  const whole: Finding = { requirement: id, outcome: 'fail', message: id, exchanges: [exchange.id], ...finding }
  return { finding: whole, requirement: requirementOf(id), verdict: 'fail', exchange }
}

const refused = (message: string): HttpResponse =>
  responseOf(errorWith({ message, type: 'invalid_request_error' }), { status: 400 })

/** The requirements of each cause. */
function causes(clues: readonly Clue[], couldShow = 100): string[][] {
  const united = unite(groupsOf(clues), () => couldShow)
  return united.map((group) => [...group.clues, ...group.also].map((clue) => clue.requirement.id).sort())
}

const onlyWith = (values: string): Partial<Finding> => ({ statuses: [200], only: `conversation: ${values}` })
const system = [{ role: 'system', content: 'Be brief.' }]

test('conversations rejected with the same message are one cause', () => {
  const words = refused('No response for this conversation.')
  const several = clueOf('message-role', exchangeOf('a', system, words), onlyWith('several turns'))
  const many = clueOf('request-messages', exchangeOf('b', system, words), onlyWith('130 messages'))
  const alone = clueOf('message-role-order', exchangeOf('c', system, words), { statuses: [200] })
  assert.equal(causes([several, many, alone]).length, 1)

  const plain = clueOf('completion-json', exchangeOf('d', PLAIN, words), { statuses: [200] })
  const others = clueOf('message-role-order', exchangeOf('e', system, refused('Roles must alternate.')), {
    statuses: [200],
  })
  for (const other of [plain, others]) assert.equal(causes([several, many, other]).length, 2)
})

test('a failure of most invalid requests needs no condition', () => {
  const accepted = { statuses: [400] }
  const clues = ['a', 'b', 'c'].map((name) => clueOf('request-n', exchangeOf(name, PLAIN, responseOf('{}')), accepted))
  const only = 'JSON format: escaped'
  const escaped = clueOf('stream-invalid-request', exchangeOf('d', PLAIN, responseOf('{}')), { ...accepted, only })
  assert.deepEqual([causes([...clues, escaped], 6).length, causes([...clues, escaped], 7).length], [1, 2])
})

test('the failures of a stream without events are one cause, those of one with events are separate', () => {
  const clues = (exchange: Exchange): Clue[] =>
    (['stream-framing', 'stream-final-chunk', 'stream-done'] as const).map((id) => clueOf(id, exchange, {}))
  assert.equal(causes(clues(streamed('lorem ipsum'))).length, 1)
  assert.equal(causes(clues(streamed('data:{"object":"chat.completion.chunk","choices":[]}\n\n'))).length, 3)
})

test('members that the same responses lack are one cause', () => {
  const exchanges = ['a', 'b', 'c'].map((name) => exchangeOf(name, PLAIN, refused('No.')))
  const lacking = (id: RequirementId, from: readonly Exchange[]): Clue[] =>
    from.map((exchange) => clueOf(id, exchange, { rule: id, at: `/error/${id}`, actual: '(absent)' }))
  const type = lacking('error-type', exchanges)
  assert.equal(causes([...type, ...lacking('error-param', exchanges)]).length, 1)
  assert.equal(causes([...type, ...lacking('error-param', exchanges.slice(1))]).length, 2)
  assert.equal(causes([...type, ...lacking('error-param', exchanges)], exchanges.length + 1).length, 2)
})

test('members that one event lacks after others are one cause, which names all of them', () => {
  const exchange = exchangeOf('a', PLAIN, responseOf(''))
  const lacking = (id: RequirementId, at: string): Clue =>
    clueOf(id, exchange, { rule: id, at, actual: '(absent)', expected: 'a string' })
  const [id, model] = [lacking('chunk-id', 'byte 218, /id'), lacking('chunk-model', 'byte 218, /model')]
  assert.equal(causes([id, model]).length, 1)
  // Members that the first event lacks can be separate mistakes, and so can those of different events.
  assert.equal(causes([lacking('chunk-id', 'byte 0, /id'), lacking('chunk-model', 'byte 0, /model')]).length, 2)
  assert.equal(causes([id, lacking('chunk-model', 'byte 300, /model')]).length, 2)
  const judged = [id, model].map(({ requirement, finding }) => {
    return { requirement, verdict: 'fail', findings: [finding], consequences: [] } as const
  })
  const context = {
    baseUrl: 'http://127.0.0.1:1',
    way: {},
    byId: new Map([[exchange.id, exchange]]),
    checks: [],
    evidence: [],
    command: '',
  }
  assert.equal(causesOf(judged, context)[0]?.title, 'missing members: id, model')
})

test('an error with status 200 is one cause with the members that it lacks', () => {
  const hidden = exchangeOf('a', PLAIN, responseOf(errorWith()))
  const status = clueOf('limit-429', hidden, { statuses: [429] })
  const lacking = (exchange: Exchange): Clue => clueOf('completion-id', exchange, { rule: 'id', at: '/id' })
  assert.equal(causes([status, lacking(hidden)]).length, 1)
  assert.equal(causes([status, lacking(hidden), lacking(exchangeOf('b', PLAIN, responseOf('{}')))]).length, 2)
})

test('an error as the first event of a stream with status 200 is not the same cause as a completion', () => {
  const clues = [errorWith(), '{"choices":[]}'].map((payload) =>
    clueOf('request-n', streamed(`data: ${payload}\n\n`), { statuses: [400] }),
  )
  assert.deepEqual(
    groupsOf(clues).map(({ key }) => key.trim()),
    ['400 200 with an error', '400 200'],
  )
})

test('a body limit below 1 MiB is one cause with any response, without small bodies', () => {
  const messages = [{ role: 'user', content: 'x'.repeat(10_000) }]
  const page = responseOf('<html>', { status: 502, headers: [['content-type', 'text/html']] })
  const responded = exchangeOf('a', messages, page)
  for (const broken of [responded, lostBy('ECONNRESET', { id: 'c/1', request: responded.request })]) {
    const valid = clueOf('request-size-accepted', broken, { statuses: [200] })
    const refused = clueOf('request-size-refused', { ...broken, ...identityOf('b/1') }, { statuses: [413] })
    const invalid = clueOf('request-max-tokens', { ...broken, ...identityOf('d/1') }, { statuses: [400] })
    assert.equal(causes([valid, refused, invalid]).length, 1)
    // Only a rejected valid request shows a limit.
    assert.equal(causes([refused, invalid]).length, 2)
  }
  const small = clueOf('request-max-tokens', exchangeOf('e', PLAIN, page), { statuses: [400] })
  const large = clueOf('request-size-accepted', exchangeOf('a', messages, page), { statuses: [200] })
  assert.equal(causes([large, small]).length, 2)
})

test('a wrong value and a wrong order in the same responses are two causes, a stream without its end is one', () => {
  const exchanges = ['a', 'b'].map((name) => exchangeOf(name, PLAIN, responseOf('{}')))
  const clues = (id: RequirementId, actual: string): Clue[] =>
    exchanges.map((exchange) => clueOf(id, exchange, { actual }))
  assert.equal(causes([...clues('chunk-choice-closed', 'null'), ...clues('stream-after-done', 'a chunk')]).length, 2)
  assert.equal(causes([...clues('stream-final-chunk', '3 chunks'), ...clues('stream-done', '')]).length, 1)
})

test('combines the triggers of one cause', () => {
  const exchange = exchangeOf('a', PLAIN, responseOf(''))
  const named = (...names: readonly (string | undefined)[]): string | undefined => {
    const clues = names.map((only) => clueOf('completion-json', exchange, compact({ only })))
    return triggerOf({ kind: 'form', key: '', statuses: [], clues, also: [] })
  }
  const gzip = 'accept-encoding: gzip, deflate'
  const either = "accept-encoding: 'gzip, deflate' or 'gzip, deflate, br'"
  for (const [one, other, together] of [
    [gzip, gzip, gzip],
    [gzip, `${gzip}, br`, either],
    [`${gzip}, br`, either, either],
    ['tracing: traceparent', 'tracing: b3', 'tracing: b3 or traceparent'],
    ['tracing: b3 or traceparent', 'tracing: b3', 'tracing: b3 or traceparent'],
    ['any tracing', 'tracing: b3', 'any tracing'],
    ['accept: */*', 'accept: */* + n: 1', 'accept: */*'],
    [gzip, undefined, undefined],
  ])
    assert.equal(named(one, other), together)
})

test('the title of a cause names values that its requests have without a variation', () => {
  let held: Exchange[] = []
  const titled = (...own: readonly (readonly [members: object, only?: string])[]): string | undefined => {
    const clues = own.map(([members, only]) => {
      const request = asking({ model: 'svc/echo-1', messages: PLAIN, ...members })
      return clueOf('completion-json', receivedAs(responseOf(''), { id: 'a/1', request }), compact({ only }))
    })
    return wholeTriggerOf({ kind: 'status', key: '', statuses: [], clues, also: [] }, held)
  }
  const [zero, half] = ['temperature: 0', 'top_p: above 0, at most 1']
  const both = { temperature: 0, top_p: 0.5 }
  assert.equal(titled([both, `${zero} + ${half}`], [both, half], [both, zero], [both]), `${zero} + ${half}`)
  const several = (...temperatures: number[]) =>
    titled([both, zero], ...temperatures.map((temperature) => [{ temperature }] as const))
  assert.equal(several(1.23), 'temperature: 0 or 1.23')
  assert.equal(several(1.23, 1.5, 1.6), 'any temperature')
  held = [receivedAs(responseOf(''), { request: asking({ messages: PLAIN, temperature: 1.7 }) })]
  assert.equal(several(1.23), 'temperature: 0 or 1.23')
  assert.equal(several(1.23, 1.5, 1.6), 'some values of temperature')
  assert.equal(several(1.7), 'some values of temperature')
  held = []
  assert.equal(titled([both, zero], [both]), zero)
  const [emoji, odd] = ['text: emoji and signs', [{ role: 'user', content: 'A text of no variation: \u2603' }]]
  assert.equal(titled([both, emoji], [{ messages: odd }]), undefined)
  // A request without one of the values has another reason.
  assert.equal(titled([both, `${zero} + ${half}`], [{ temperature: 0 }]), undefined)
  assert.equal(titled([both, zero], [{}]), undefined)
  assert.equal(titled([both]), undefined)
})

test('a wrong status that a rule for every response shows is counted out of all these responses', () => {
  const exchanges = [200, 200, 429].map((status, at) =>
    receivedAs(responseOf('{}', { status }), { id: `list/${at}/1`, request: listing }),
  )
  const requirement = requirementOf('models-not-limited')
  const findings = exchanges.flatMap(judgeInvariants).filter((finding) => finding.requirement === requirement.id)
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const context = { baseUrl: 'http://127.0.0.1:1', way: {}, byId, checks: [], evidence: [], command: '' }
  const [cause] = causesOf([{ requirement, verdict: 'warn', findings, consequences: [] }], context)
  assert.deepEqual([cause?.answers, cause?.of], [1, 3])
})

test('a cause names what its responses have in common, and few of the others', () => {
  const sent = (role: 'valid' | 'second' | undefined, model: string | undefined, more: Partial<SentRequest> = {}) => {
    const headers: Header[] = role === undefined ? [] : [['authorization', `Bearer $${keyVariable(role)}`]]
    return receivedAs(responseOf(''), { request: { ...listing, headers, model, ...more } })
  }
  const [second, mini, other] = [sent('second', 'b'), sent('valid', 'a'), sent('valid', 'b')]
  const many = (exchange: Exchange, count = 20): Exchange[] => Array(count).fill(exchange)
  const commonIn = (shown: readonly Exchange[], others: readonly Exchange[], isOfStatus = false) =>
    inCommon(shown, [...shown, ...others], isOfStatus)
  assert.equal(commonIn([second, second], many(mini, 40)), 'all with the second key')
  assert.equal(commonIn([second, other], many(mini, 40)), 'all for b')
  assert.equal(commonIn([mini, mini], many(second, 40)), 'all for a')
  // Half of all requests have this key, and most are for the usual model.
  assert.equal(commonIn([second, second], [...many(second), ...many(mini)]), undefined)
  assert.equal(commonIn(many(mini), [second]), undefined)
  assert.equal(commonIn([second, mini], many(mini)), undefined)
  const without = sent(undefined, undefined)
  assert.equal(commonIn([without, without], many(mini, 40)), undefined)
  const refused = { ...sent('valid', 'a', { stream: true }), response: responseOf('', { status: 404 }) }
  assert.equal(commonIn(many(refused, 5), many(mini)), 'all with status 404 and streamed')
  assert.equal(commonIn(many(refused, 5), many(mini), true), 'all streamed')
  // Most responses are compressed, and all of them belong to the cause.
  const headers: Header[] = [['content-encoding', 'gzip']]
  const compressed = { ...mini, response: responseOf('', { headers }) }
  assert.equal(commonIn(many(compressed, 40), many(mini, 30)), 'all with content-encoding: gzip')
  assert.equal(commonIn(many(compressed, 20), [...many(compressed, 20), ...many(mini, 30)]), undefined)
})
