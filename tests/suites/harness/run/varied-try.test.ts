/** Which status counts if a variation changes a rejection only once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { causeAmong, evidenceOf } from '../../../../suites/harness/explain/variation.ts'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import { complete, listModels, type Plan } from '../../../../suites/harness/http/request.ts'
import type { Evidence } from '../../../../suites/harness/judge/evidence.ts'
import type { Sender } from '../../../../suites/harness/run/context/sender.ts'
import { tryVaried } from '../../../../suites/harness/run/context/varied-try.ts'
import { ExchangeLog } from '../../../../suites/harness/run/session/exchange-log.ts'
import type { Planned, Trial } from '../../../../suites/harness/run/trial.ts'
import { plainRow, type Row } from '../../../../suites/harness/variation/dimensions.ts'
import { sentenceBy } from '../../../../suites/harness/variation/sentences.ts'
import { VariedControls } from '../../../../suites/harness/variation/varied-controls.ts'
import { completionWith } from '../http/bodies.ts'
import { evidenceFor, headersWith, exchangeOf as receivedAs, responseOf } from '../http/exchanges.ts'

const VALID = { model: 'svc/echo-1', messages: [{ role: 'user', content: sentenceBy('a test') }], max_tokens: 16 }

type Reply = readonly [status: number, signed?: boolean, namesAnother?: boolean]

function exchangeOf(id: string, [status, signed = true]: Reply): Exchange {
  const headers = headersWith(signed ? id : undefined)
  return receivedAs(responseOf(status === 200 ? completionWith() : '{}', { status, headers }), { id: `${id}/1` })
}

const planned: Planned = {
  name: 'request-n/n-2',
  title: 'n 2',
  plan: complete({ ...VALID, n: 2 }),
  expectation: { kind: 'rejected', statuses: [400] },
  options: { control: complete(VALID) },
}

const VARIED: Row = { ...plainRow, accept: 'text/event-stream' }

const tried = (...replies: Reply[]): ReturnType<typeof triedIn> => triedIn({ row: VARIED }, () => false, ...replies)

/**
 * The statuses of all sent requests, and of the one that counts.
 *
 * @param how.isMore whether the request repeats one that has counted without a variation
 * @param refuses whether a valid request with this body is rejected
 * @param replies in the order of the requests
 */
async function triedIn(
  {
    row,
    isMore = false,
    request = planned,
  }: { readonly row: Row; readonly isMore?: boolean; readonly request?: Planned },
  refuses: (body: string) => boolean,
  ...replies: Reply[]
): Promise<{ sent: number[]; counts: number | undefined }> {
  const plain = complete(VALID)
  const sent: number[] = []
  const { trial } = await tryVaried(
    {
      check: { id: 'request-n', covers: 'request-n' },
      maxTokens: 16,
      plainControl: () => plain,
      look: async ({ body }: Plan) => exchangeOf('control/1', [refuses(String(body)) ? 400 : 200]),
      session: {
        causes: { askAgain: (_trial: Trial, _named: unknown, work: () => unknown) => work(), confirm: () => {} },
        asksAgain: () => true,
        log: new ExchangeLog(undefined),
        controls: { has: () => false },
        variations: { note: () => {} },
        variedControls: new VariedControls(16),
      },
      send: async ({ name, title, expectation }: Planned): Promise<Trial> => {
        const reply = replies[sent.length] ?? [400]
        const [status, , namesAnother = false] = reply
        sent.push(status)
        const exchange = exchangeOf(`${name}/${sent.length}`, reply)
        const ids = { check: 'request-n', requirement: 'request-n' } as const
        const outcome = status === 400 ? 'pass' : 'fail'
        const evidence = { ...ids, title, exchange: exchange.id, expectation }
        const param = { check: ids.check, requirement: 'error-param-names-field', outcome: 'fail' } as const
        const judged = namesAnother ? [{ ...ids, outcome } as const, param] : [{ ...ids, outcome } as const]
        return { evidence, exchange, findings: judged.map((one) => ({ ...one, message: '', exchanges: [] })) }
      },
    } as unknown as Sender,
    isMore ? { ...request, options: { ...request.options, row } } : request,
    row,
  )
  return { sent, counts: trial.exchange.response?.status }
}

test('another status of the gateway counts, even if the plain request and a repetition do not have it', async () =>
  assert.deepEqual(await tried([404], [400], [400]), { sent: [404, 400, 400], counts: 404 }))

test('a single transient error or status of a proxy does not count', async () => {
  for (const reply of [[503], [404, false]] as const)
    assert.deepEqual(await tried(reply, [400], [400]), { sent: [reply[0], 400, 400], counts: 400 })
})

test('a repeated status counts, a failure of the plain request counts, and an acceptance counts at once', async () => {
  assert.deepEqual(await tried([503], [400], [503]), { sent: [503, 400, 503], counts: 503 })
  assert.deepEqual(await tried([404], [403]), { sent: [404, 403], counts: 403 })
  assert.deepEqual(await tried([200], [400]), { sent: [200, 400], counts: 200 })
  assert.deepEqual(await tried([400]), { sent: [400], counts: 400 })
})

test('a refusal that names another field counts only if a valid request with the variation is accepted', async () => {
  const more = { row: VARIED, isMore: true }
  const another = [400, true, true] as const
  assert.deepEqual(await triedIn(more, () => true, [400]), { sent: [400], counts: 400 })
  assert.deepEqual(await triedIn(more, () => true, another, [404]), { sent: [400, 404], counts: 404 })
  for (const how of [more, { row: VARIED }])
    assert.deepEqual(await triedIn(how, () => false, another, [400], [400]), { sent: [400, 400, 400], counts: 400 })
})

test('a list that lacks a model is requested until it has the model, before a variation is blamed', async () => {
  const expectation = { kind: 'lists', includes: ['svc/down'] } as const
  const request: Planned = { name: 'list/one', title: 'one', plan: listModels(), expectation, options: {} }
  const [lacks, holds] = [[200], [400]] as const
  const { sent } = await triedIn({ row: VARIED, request }, () => false, lacks, holds, lacks, lacks, holds)
  assert.deepEqual(sent, [200, 400, 200, 200, 400])
})

function trialOf(id: string, status = 400, more: Partial<Evidence> = {}): Trial {
  const evidence = evidenceFor('completion-json', id, { kind: 'accepted' }, more)
  return { evidence, exchange: exchangeOf(id, [status]), findings: [] }
}

test('a failure without the budget to find its value is open, and blames no value', () => {
  const unsent = exchangeOf('without-temperature', [400])
  const row = { ...plainRow, temperature: '0' } as const
  const tested = { plan: complete(VALID), row, plain: trialOf('plain'), again: trialOf('again') }
  const { requirement, exchange, only } = evidenceOf({ unsent: unsent.id }, tested)
  assert.deepEqual([requirement, exchange, only], ['completion-json', unsent.id, undefined])
})

test('a rejection with a variation counts only if a valid request with all its values is accepted', async () => {
  const long: Row = { ...plainRow, text: 'long', conversation: 'several turns' }
  const isLongTalk = (body: string): boolean => body.length > 10_000 && body.includes('"assistant"')
  assert.deepEqual(await triedIn({ row: long }, isLongTalk, [404], [400], [404]), { sent: [404, 400], counts: 400 })
  assert.deepEqual(await triedIn({ row: long }, () => false, [404], [400], [404]), {
    sent: [404, 400, 404],
    counts: 404,
  })
})

test('a list of wrong models blames its own requirement, and a rejected list blames the value', () => {
  const expectation = { kind: 'lists', includes: ['svc/down'] } as const
  const responded = (status: number): Trial =>
    trialOf('list', status, { requirement: 'model-unavailable-listed', expectation })
  const tested = { plan: listModels(), row: VARIED, plain: responded(200) }
  const blamed = (status: number): string =>
    evidenceOf({ found: ['accept'], alone: true }, { ...tested, again: responded(status) }).requirement
  assert.deepEqual([blamed(200), blamed(406)], ['model-unavailable-listed', 'client-headers-tolerated'])
})

test('tests a value alone if no accepted request had it, and otherwise leaves out values in turn', () => {
  const next = (...responses: ['client', number][]): ReturnType<typeof causeAmong> =>
    causeAmong(['accept', 'client'], {
      suspects: ['client'],
      alone: new Map(responses.map(([value, status]) => [value, exchangeOf(value, [status])])),
      without: new Map(),
    })
  assert.deepEqual(next(), { only: 'client' })
  assert.deepEqual(next(['client', 400]), { found: ['client'], alone: true })
  assert.deepEqual(next(['client', 200]), { without: 'accept', left: ['client'] })
})
