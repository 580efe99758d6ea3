import type { Transport } from './cannot-carry.ts'
import { disturbed } from './disturbed.ts'
import { complete } from './observing.ts'
import { type Scenario, scenarios } from './scenarios.ts'

/** No `fetch` can show an interim response: it throws instead of ignoring it silently. */
const needsSocket: Scenario = {
  title: 'a response that needs a socket, which throws',
  run: (reached) =>
    complete(reached, {}, { path: '/variants/interim-103' }).then(
      ({ status }) => status,
      () => 'throws',
    ),
  expected: 'throws',
}

/** The scenarios of a transport, which all have to pass except what it cannot carry. */
export function scenariosOf(transport: Transport): readonly Scenario[] {
  return [...scenarios, ...disturbed, ...(transport === 'server' ? [] : [needsSocket])]
}
