/** Every disturbance, once over the transport and once without any: a client sees the same. */
import { DISTURBANCES, type DisturbName, TABLE } from '../../../mock/core/disturbances/table.ts'
import { complete, endingOf, type Observed, observe, pass, type Reached, until } from './observing.ts'
import type { Scenario } from './scenarios.ts'

/** Values of parameters, by their names. */
const VALUES: Readonly<Record<string, string>> = { after: '2', bytes: '9', ms: '60000', where: 'utf8' }

/** As the header `x-test-fault` asks for it. */
function wishOf(name: DisturbName): string {
  const given = Object.keys(TABLE[name].parameters).flatMap((parameter) => {
    const value = VALUES[parameter]
    return value === undefined ? [] : [`; ${parameter}=${value}`]
  })
  return name + given.join('')
}

/** What comes of a stream until it ends, or until nothing comes any more and the client leaves. */
async function seen({ mock, ask }: Reached, name: DisturbName): Promise<Observed> {
  const leaving = new AbortController()
  const init = { headers: { 'x-test-fault': wishOf(name) }, signal: leaving.signal }
  let over = false
  const observed = complete({ mock, ask }, { stream: true }, init)
    .then((response) =>
      observe(response, (text) => name === 'hang' && text.split('\n\n').length > 2 && leaving.abort()),
    )
    .finally(() => {
      over = true
    })
  while (!over) await mock.clock.advance('20s')
  return observed
}

/** Without what differs from one response to the next. */
function comparable({ status, packets, ending }: Observed): object {
  const text = packets.join('').replace(/"id":"[^"]*"|"created":\d+/g, '')
  return { status, text, ending }
}

export const disturbed: readonly Scenario[] = [
  ...DISTURBANCES.map((name) => ({
    title: `the disturbance ${name}`,
    run: async (reached: Reached) => {
      const [there, here] = [await seen(reached, name), await seen({ ...reached, ask: reached.mock.fetch }, name)]
      const same = JSON.stringify(comparable(there)) === JSON.stringify(comparable(here))
      return { ending: there.ending, same: same || [comparable(there), comparable(here)] }
    },
    expected: {
      ending: name === 'hang' ? 'aborted' : name === 'cut' || name === 'reset' ? 'broken off' : 'clean',
      same: true,
    },
  })),
  {
    title: 'a client that leaves before the response has begun',
    run: async (reached) => {
      using project = reached.mock.project()
      const leaving = new AbortController()
      const init = { key: project.key, headers: { 'x-test-fault': 'hang' }, signal: leaving.signal }
      const ending = complete(reached, {}, init).then(() => 'clean', endingOf)
      await until(() => project.ledger().attempts === 1)
      leaving.abort()
      const seen = await ending
      // The mock hears of it in one of the next turns of the event loop, or never.
      for (let turn = 0; turn < 50 && project.ledger().aborted === 0; turn++) await pass()
      return [seen, project.ledger().aborted]
    },
    expected: ['aborted', 1],
  },
]
