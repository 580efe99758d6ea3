/** Every disturbance, once over the transport and once without any: a client sees the same. */
import { DISTURBANCES } from '../../../mock/disturbances/table.ts'
import type { DisturbName } from '../../../mock/portable.ts'
import { complete, endingOf, type Observed, observe, pass, type Reached, until } from './observing.ts'
import type { Scenario } from './scenarios.ts'

/** As the header `x-test-fault` asks for it. */
const WISHES: Readonly<Record<DisturbName, string>> = {
  latency: 'latency; ms=60000',
  'first-byte': 'first-byte; ms=60000',
  gap: 'gap; ms=60000',
  stall: 'stall; after=2; ms=60000',
  hang: 'hang; after=2',
  cut: 'cut; after=2; bytes=9',
  reset: 'reset; after=2; bytes=9',
  end: 'end; after=2',
  'end-without-done': 'end-without-done',
  'end-mid-event': 'end-mid-event; after=2; bytes=9',
  'error-event': 'error-event; after=2',
  malformed: 'malformed; after=1',
  linger: 'linger; ms=60000',
  'after-done': 'after-done',
  split: 'split; where=utf8',
}

/** What comes of a stream until it ends, or until nothing comes any more and the client leaves. */
async function seen({ mock, ask }: Reached, name: DisturbName): Promise<Observed> {
  const leaving = new AbortController()
  const init = { headers: { 'x-test-fault': WISHES[name] }, signal: leaving.signal }
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

/** Without what differs from one answer to the next. */
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
    title: 'a client that leaves before the answer has begun',
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
