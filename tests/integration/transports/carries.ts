/** Tests a transport in Node with the suites and the scenarios of a client. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certify } from '../../../suites/harness/run/certify.ts'
import { allChecks } from '../../../suites/index.ts'
import { gatewayTarget } from '../../prove/gateway-target.ts'
import { cannotCarry, type Transport } from './cannot-carry.ts'
import type { Reached } from './observing.ts'
import { scenariosOf } from './scenarios-of.ts'

/** The verdicts on a gateway without a fault. */
const FINE = ['pass', 'observed', 'not-observable']

/** @param url the mock behind the transport, for the suites; suites/certify.test.ts runs them on a plain socket */
export function carries(transport: Transport, reached: Reached, url?: string): void {
  const exceptions = cannotCarry[transport]
  const { mock } = reached

  if (url !== undefined)
    test(`${transport}: the suites pass with the profile full`, async () => {
      const target = gatewayTarget({ url, demo: mock.demo })
      const { conclusion, judged } = await certify({ target, checks: allChecks, profile: 'full' })
      const lacking = judged.filter(({ verdict }) => !FINE.includes(verdict)).map(({ requirement }) => requirement.id)
      assert.deepEqual(
        lacking,
        Object.keys(exceptions).filter((id) => judged.some(({ requirement }) => requirement.id === id)),
      )
      assert.ok(lacking.length > 0 || conclusion === 'conformant', conclusion)
    })

  for (const { title, run, expected } of scenariosOf(transport)) {
    const reason = exceptions[title]
    test(`${transport}: ${title}${reason ? ` is not carried: ${reason}` : ''}`, { timeout: 120_000 }, async () => {
      const seen = await run(reached)
      if (reason) assert.notDeepEqual(seen, expected)
      else assert.deepEqual(seen, expected)
    })
  }
}
