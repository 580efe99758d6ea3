/** How gateways could recognize a run, and whether one that does so is certified. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import { certify, type Result } from '../../../suites/harness/run/certify.ts'
import { allChecks } from '../../../suites/index.ts'
import { gatewayTarget } from '../../prove/gateway-target.ts'
import { cheatingGateway, type Rule } from './gateway.ts'

const agentOf: (seen: Parameters<Rule>[0]) => string | undefined = ({ head }) => head.headers['user-agent']

/** One request that a rule takes for one of a test is enough for this time. */
const WINDOW = 60

const caught: Readonly<Record<string, Rule>> = {
  'no user agent': (seen) => agentOf(seen) === undefined,
  'the user agent of the client library': (seen) => /^(?:node|undici)?$/.test(agentOf(seen) ?? ''),
  'the name of the harness': ({ head, body }) => /conformance/i.test(`${head.rawHeaders.join()} ${body}`),
  'the order and spelling of the client library': ({ head }) => head.rawHeaders[0] === 'host',
  'a text of earlier versions': ({ body }) => /Reply with one word|Be terse|Are you there|Ask me anything/.test(body),
}

/** Nothing in one run can show these. */
const notCaught: Readonly<Record<string, Rule>> = {
  'the key': ({ head }) => head.headers.authorization !== undefined,
  'the first requests': ({ number }) => number <= 2000,
}

async function runOn(rule: Rule, seconds: number, seed: number): Promise<Result & { readonly bad: number }> {
  await using mock = await startMock()
  await using cheat = await cheatingGateway(mock.url, rule, seconds)
  const target = { ...gatewayTarget(mock), baseUrl: cheat.url }
  const result = await certify({ target, checks: allChecks, profile: 'smoke', seed })
  return { ...result, bad: cheat.faces.bad }
}

describe('a gateway that behaves only while it is tested', () => {
  for (const [name, rule] of Object.entries(caught))
    it(`is not certified if it recognizes a run by ${name}`, async () => {
      for (const seed of [1, 77, 4242]) assert.equal((await runOn(rule, WINDOW, seed)).conclusion, 'nonconformant')
    })

  it('is not certified if it has the responses of another seed', async () => {
    await using mock = await startMock()
    const { transcript } = await certify({ target: gatewayTarget(mock), checks: allChecks, profile: 'smoke', seed: 1 })
    const bodies = new Set(transcript.exchanges.map(({ request }) => Buffer.from(request.body ?? '').toString()))
    const isRecorded: Rule = ({ body }) => bodies.has(body)
    assert.equal((await runOn(isRecorded, 0, 1)).conclusion, 'conformant')
    for (const seed of [77, 4242]) assert.equal((await runOn(isRecorded, 0, seed)).conclusion, 'nonconformant')
  })

  for (const [name, rule] of Object.entries(notCaught))
    it(`is certified if it recognizes a run by ${name}, as docs/judged.md says`, async () => {
      const { conclusion, bad } = await runOn(rule, WINDOW, 77)
      assert.deepEqual([conclusion, bad], ['conformant', 0])
    })
})
