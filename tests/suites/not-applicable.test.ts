import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo, startMock } from '../../mock/index.ts'
import type { Exchange, Header } from '../../suites/harness/http/exchange.ts'
import { recognise } from '../../suites/harness/http/response.ts'
import { absencesIn } from '../../suites/harness/report/not-applicable.ts'
import { reportOf } from '../../suites/harness/report/report.ts'
import { certify } from '../../suites/harness/run/certify.ts'
import { judgeRun, type Result } from '../../suites/harness/run/result.ts'
import { type AbsenceId, type Absences, absenceIds } from '../../suites/harness/target/declared/not-applicable.ts'
import { describeTarget } from '../../suites/harness/target/target.ts'
import { names } from '../../suites/harness/text/names.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'
import { errorWith, listOf } from './harness/http/bodies.ts'
import { listing, responseOf } from './harness/http/exchanges.ts'
import { membersOf } from './harness/members.ts'
import { absences, runOneProject } from './one-project.ts'
import { idsWith, verdictOn, whyNot } from './runs.ts'

const declared = await runOneProject(absences)

test('full with declared absences is conformant, and the absent requirements do not pass', () => {
  assert.equal(declared.conclusion, 'conformant')
  const absent = names(
    'list-empty model-not-authorized auth-disabled auth-disabled-models auth-project-catalog limit-429',
    'retry-after retry-after-enough retry-after-computed retry-after-given limit-per-project',
  )
  assert.deepEqual([idsWith(declared, 'not-applicable'), idsWith(declared, 'not-evidenced')], [absent, []])
})

test('the report lists each declaration with its requirements', () => {
  const listed = absencesIn(declared)
  assert.deepEqual(Object.fromEntries(listed.map(({ id, reason }) => [id, reason])), absences)
  assert.deepEqual(Object.fromEntries(listed.map(({ id, requirements }) => [id, requirements])), {
    'second-project': names('model-not-authorized auth-project-catalog list-empty limit-per-project'),
    disabled: ['auth-disabled', 'auth-disabled-models'],
    limited: names('limit-429 limit-per-project retry-after-enough retry-after retry-after-computed retry-after-given'),
  })
  assert.deepEqual(membersOf(listed, 'id'), ['second-project', 'disabled', 'limited'])
  assert.ok(listed[0]?.checks.includes('request-size-refused.second'))
})

test('the report gives the declared reasons of an absent requirement, each once', () => {
  const { requirements } = reportOf(declared, {
    target: describeTarget(gatewayTarget({ url: 'http://gateway.test', demo })),
    strict: false,
    command: '',
  })
  const reasonOf = (wanted: string) => requirements.find(({ id }) => id === wanted)?.reason
  assert.equal(reasonOf('auth-disabled'), `declared absent: disabled (${absences.disabled})`)
})

test('the same run without one of the declarations is incomplete', () => {
  for (const id of Object.keys(absences) as AbsenceId[]) {
    const notApplicable: Absences = Object.fromEntries(Object.entries(absences).filter(([name]) => name !== id))
    const { conclusion, judged } = judgeRun({ ...declared, notApplicable }, false)
    assert.equal(conclusion, 'incomplete', id)
    assert.ok(idsWith({ judged }, 'not-evidenced').length > 0, id)
  }
  assert.equal(judgeRun({ ...declared, notApplicable: undefined }, false).conclusion, 'incomplete')
})

/** The run with an additional exchange, derived from an existing one. */
function withOneMore(
  like: Exchange | undefined,
  change: Partial<Exchange>,
  notApplicable: Absences = absences,
): Result {
  const more: Exchange = { ...(like ?? assert.fail('there is none')), id: 'one-more/1', ...change }
  const transcript = { ...declared.transcript, exchanges: [...declared.transcript.exchanges, more] }
  return judgeRun({ ...declared, transcript, notApplicable }, false)
}

/** The run with an additional response. */
function withResponse(status: number, headers: readonly Header[], isSigned = true): Result {
  const { exchanges } = declared.transcript
  const like = exchanges.find(
    ({ request, response }) => request.operation === 'completions' && response?.status === 400,
  )
  const kept = like?.response?.headers.filter(([name]) => name.toLowerCase() !== 'x-svc-request-id') ?? []
  const signature: readonly Header[] = isSigned ? [['x-svc-request-id', 'req_one-more']] : []
  const body = errorWith({ type: TYPES[status] ?? 'server_error' })
  return withOneMore(like, { response: responseOf(body, { status, headers: [...kept, ...headers, ...signature] }) })
}

const TYPES: Readonly<Record<number, string>> = { 403: 'authentication_error', 429: 'rate_limit_error' }

for (const [id, status, open] of [
  ['disabled', 403, 'auth-disabled'],
  ['limited', 429, 'limit-429'],
] as const)
  test(`${id} is not absent if the gateway returns ${status} once`, () => {
    const result = withResponse(status, [])
    assert.deepEqual([result.conclusion, verdictOn(result, open)], ['incomplete', 'not-evidenced'])
    const message = `${id} is declared absent, but a response shows it: ${status} to POST /v1/chat/completions (one-more/1)`
    const absence = absencesIn(result).find((each) => each.id === id)
    assert.deepEqual([absence?.contradicted, absence?.requirements], [message, []])
    const own = result.judged.find(({ requirement }) => requirement.id === open)
    assert.equal(own && whyNot(own), message)
  })

test('a response in a state that is declared absent is judged', () => {
  assert.equal(verdictOn(withResponse(429, [['retry-after', '1']]), 'retry-after'), 'pass')
  assert.equal(verdictOn(withResponse(429, []), 'retry-after-given'), 'observed')
})

test('a status of a proxy contradicts no declaration', () => {
  const { absences: judged } = withResponse(429, [], false)
  assert.ok(judged.every(({ shownBy }) => shownBy === undefined))
})

test('a provoked state contradicts a declaration of its absence', () => {
  const notApplicable = { unavailable: 'Our backends never fail.', internal: 'We make no mistakes.' }
  const { absences: judged } = judgeRun({ ...declared, notApplicable }, false)
  const statuses = judged.map(({ id, shownBy }) => `${id} ${shownBy?.response?.status}`)
  assert.deepEqual(statuses, ['unavailable 503', 'internal 500'])
})

test('a fault in a state that is declared absent is a failure', () => {
  const result = withResponse(429, [['retry-after', '0']])
  assert.deepEqual([verdictOn(result, 'retry-after'), result.conclusion], ['fail', 'nonconformant'])
})

/** The run with an additional list of another key. */
function withList(role: string, ids: readonly string[], notApplicable: Absences): Result {
  const like = declared.transcript.exchanges.find((exchange) => recognise(exchange) === 'list')
  const headers: Header[] = [['Authorization', `Bearer $SVC_CONFORMANCE_KEY${role}`]]
  const response = responseOf(listOf(...ids), { headers: like?.response?.headers ?? [] })
  return withOneMore(like, { request: { ...listing, headers }, response }, notApplicable)
}

const NO = 'There is no such thing here.'
const lists: readonly (readonly [title: string, id: AbsenceId, role: string, ids: readonly string[], is: boolean])[] = [
  ['another key lists another model', 'second-project', '_LIMITED', ['svc/echo-1', 'svc/other'], true],
  ['another key lists another model', 'foreign-model', '_SECOND', ['svc/other'], true],
  ['another key lists fewer models', 'foreign-model', '_SECOND', ['svc/echo-1'], false],
  ['the second key lists nothing', 'empty-project', '_SECOND', [], true],
  ['a disabled key lists nothing', 'empty-project', '_DISABLED', [], false],
  ['the valid key lists another model at another time', 'second-project', '', ['svc/other'], false],
]
for (const [title, id, role, ids, is] of lists)
  test(`${title}: that ${is ? 'contradicts' : 'does not contradict'} ${id}`, () => {
    const [absence] = withList(role, ids, { [id]: NO }).absences
    assert.equal(absence?.shownBy?.id, is ? 'one-more/1' : undefined)
  })

test('a run requests the catalog of the second key even without a foreign model', async () => {
  await using mock = await startMock()
  const target = { ...gatewayTarget(mock), models: {}, notApplicable: { 'foreign-model': NO } }
  const { absences: judged } = await certify({ target, checks: [], profile: 'full' })
  assert.match(judged[0]?.shownBy?.request.path ?? '', /models/)
})

/** A fault in another requirement for each declaration, and a check that detects it. */
const faults: Readonly<Record<AbsenceId, readonly [fault: string, check: string, breaks: string]>> = {
  'second-project': ['unknown-model-as-403', 'model-not-found', 'model-not-found'],
  'foreign-model': ['stream-done-twice', 'stream-started', 'stream-after-done'],
  'empty-project': ['error-404-without-code', 'model-not-found', 'error-code'],
  disabled: ['error-400-with-extra', 'request-temperature.cases', 'error-closed'],
  limited: ['error-404-plain-text', 'model-not-found', 'error-media-type'],
  unavailable: ['error-503-without-code', 'model-listed-callable', 'error-code'],
  internal: ['invalid-as-500', 'request-temperature.cases', 'request-temperature'],
}

for (const id of absenceIds)
  test(`a run that declares ${id} absent finds other faults`, async () => {
    const [fault, check, breaks] = faults[id]
    const result = await runOneProject({ [id]: NO }, { path: `/faults/${fault}`, checkIds: [check] })
    assert.deepEqual([verdictOn(result, breaks), result.conclusion], ['fail', 'nonconformant'])
  })

test('a filtered run has the verdict not-applicable for declared absences', async () => {
  const result = await runOneProject(absences, { checkIds: ['limit-429'] })
  assert.deepEqual([verdictOn(result, 'limit-429'), result.conclusion], ['not-applicable', 'incomplete'])
})
