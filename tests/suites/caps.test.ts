/** Caps of token limits below those of plain requests, which the contract allows (4.2): no run may call one a breach. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certify } from '../../suites/harness/run/certify.ts'
import { allChecks } from '../../suites/index.ts'
import { startLayer } from '../adversary/red-team/index.ts'
import { isChat, second, type When } from '../adversary/red-team/layer/conditions.ts'
import { respond } from '../adversary/red-team/layer/edits.ts'
import { refusal } from '../adversary/red-team/layer/reply.ts'
import { secondTarget } from '../prove/gateway-target.ts'
import { idsWith } from './runs.ts'

const CAP = 8

/** A run of full against a gateway that refuses limits above the cap in the requests that `hits` selects. */
async function runWith(hits: When, maxTokens = 16) {
  const isAbove: When = (ask, reply) => {
    const { max_tokens, max_completion_tokens = max_tokens } = ask.json ?? {}
    return isChat(ask) && [200, 404].includes(reply.status) && max_completion_tokens > CAP && hits(ask, reply)
  }
  await using layer = await startLayer(respond(isAbove, () => refusal(400, 'max_tokens')))
  const target = secondTarget(layer.url, layer.gateway)
  const limits = { ...target.limits, maxTokens }
  return await certify({ target: { ...target, limits }, checks: allChecks, profile: 'full', seed: 1 })
}

const unwanted = (result: Awaited<ReturnType<typeof runWith>>): readonly string[] => idsWith(result, 'fail', 'warn')

test('a run ends before it judges anything if the deployment has a lower cap, and says what to set', async () => {
  const result = await runWith(() => true)
  assert.deepEqual([result.conclusion, unwanted(result)], ['incomplete', []])
  assert.match(result.stop?.reason ?? '', /refuses max_tokens 16 with 400, and accepts 1/)
  assert.match(result.stop?.mend ?? '', /limits\.max_tokens/)
  assert.ok(result.requests < 10)
})

test('a run with a limit within the cap of the deployment is conformant', async () => {
  assert.equal((await runWith(() => true, CAP)).conclusion, 'conformant')
})

const isForeign: When = ({ json, world }) => json.model === world.gateway.models.foreign

test('a listed model with a lower cap is callable', async () => {
  const isOther: When = ({ json, world }) => json.model !== world.gateway.models.chat
  const result = await runWith((ask, reply) => reply.status === 200 && isOther(ask, reply) && !isForeign(ask, reply))
  assert.deepEqual([result.conclusion, unwanted(result)], ['conformant', []])
})

for (const [where, hits] of Object.entries({
  'the second project': second,
  'a model of the second project': isForeign,
}))
  test(`a lower cap of ${where} is not a breach, and the reason names the limit`, async () => {
    const result = await runWith(hits)
    assert.deepEqual([result.conclusion, unwanted(result)], ['incomplete', []])
    const reasons = result.judged.flatMap(({ findings }) => findings.map(({ message }) => message))
    assert.ok(reasons.some((message) => message.includes('a cap may be below limits.max_tokens')))
  })
