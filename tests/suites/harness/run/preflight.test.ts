import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certify } from '../../../../suites/harness/index.ts'
import { allChecks } from '../../../../suites/index.ts'
import { startLayer } from '../../../adversary/red-team/index.ts'
import { refusal } from '../../../adversary/red-team/layer/reply.ts'
import { gatewayTarget } from '../../../prove/gateway-target.ts'

/** Whether plain requests set max_tokens, where the gateway refuses it this number of times. */
async function isCapped(refusals: number): Promise<boolean> {
  let refused = 0
  const layer = await startLayer({
    reply(reply, { json }) {
      const { max_tokens: cap } = (json ?? {}) as { readonly max_tokens?: unknown }
      if (cap !== undefined && reply.status === 200 && refused < refusals) {
        refused += 1
        Object.assign(reply, refusal(400))
      }
    },
  })
  try {
    const { keys, models } = layer.gateway
    const target = gatewayTarget({ url: layer.url, demo: { ...keys, ...models } }, '', 30_000)
    const { preflight } = await certify({ target, checks: allChecks, profile: 'smoke', seed: 1 })
    return preflight.capped
  } finally {
    await layer.close()
  }
}

test('plain requests have no max_tokens where the gateway refuses it', async () =>
  assert.equal(await isCapped(Number.POSITIVE_INFINITY), false))

test('plain requests keep max_tokens where it was refused once, by chance', async () =>
  assert.equal(await isCapped(1), true))
