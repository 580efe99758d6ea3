/** Scenarios in which a client sees the same disturbance over the transport and in process. */
import { DISTURBANCES, type DisturbName, TABLE } from '../../../mock/core/disturbances/table.ts'
import { complete, endingOf, type Observed, observe, pass, type Reached, until } from './observing.ts'
import type { Scenario } from './scenarios.ts'

/** Parameter values by name. */
const VALUES: Readonly<Record<string, string>> = { after: '2', bytes: '9', ms: '60000', where: 'utf8' }

/** The disturbance as the header `x-test-fault` requests it. */
function wishOf(name: DisturbName): string {
  const given = Object.keys(TABLE[name].parameters).flatMap((parameter) => {
    const value = VALUES[parameter]
    return value === undefined ? [] : [`; ${parameter}=${value}`]
  })
  return name + given.join('')
}

/** Observes a stream until it ends, or until it hangs and the client aborts. */
async function seen({ mock, ask }: Reached, name: DisturbName): Promise<Observed> {
  const controller = new AbortController()
  const init = { headers: { 'x-test-fault': wishOf(name) }, signal: controller.signal }
  let over = false
  const observed = complete({ mock, ask }, { stream: true }, init)
    .then((response) =>
      observe(response, (text) => name === 'hang' && text.split('\n\n').length > 2 && controller.abort()),
    )
    .finally(() => {
      over = true
    })
  while (!over) await mock.clock.advance('20s')
  return observed
}

/** The observation without ids and times, which differ between responses. */
function comparable({ status, packets, ending }: Observed): object {
  const text = packets.join('').replace(/"id":"[^"]*"|"created":\d+/g, '')
  return { status, text, ending }
}

export const disturbed: readonly Scenario[] = [
  ...DISTURBANCES.map((name) => ({
    title: `the disturbance ${name}`,
    run: async (reached: Reached) => {
      const [remote, local] = [await seen(reached, name), await seen({ ...reached, ask: reached.mock.fetch }, name)]
      const same = JSON.stringify(comparable(remote)) === JSON.stringify(comparable(local))
      return { ending: remote.ending, same: same || [comparable(remote), comparable(local)] }
    },
    expected: {
      ending: name === 'hang' ? 'aborted' : name === 'cut' || name === 'reset' ? 'broken off' : 'clean',
      same: true,
    },
  })),
  {
    title: 'a client that aborts before the response has begun',
    run: async (reached) => {
      using project = reached.mock.project()
      const controller = new AbortController()
      const init = { key: project.key, headers: { 'x-test-fault': 'hang' }, signal: controller.signal }
      const ending = complete(reached, {}, init).then(() => 'clean', endingOf)
      await until(() => project.ledger().attempts === 1)
      controller.abort()
      const seen = await ending
      // The mock notices the abort within a few turns of the event loop, or never.
      for (let turn = 0; turn < 50 && project.ledger().aborted === 0; turn++) await pass()
      return [seen, project.ledger().aborted]
    },
    expected: ['aborted', 1],
  },
]
