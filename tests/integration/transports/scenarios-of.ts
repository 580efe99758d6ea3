import type { Transport } from './cannot-carry.ts'
import { disturbed } from './disturbed.ts'
import { complete } from './observing.ts'
import { type Scenario, scenarios } from './scenarios.ts'

/** No `fetch` can show an interim response: it is not left out without a word. */
const beyondFetch: Scenario = {
  title: 'a response that needs a socket, which throws',
  run: (reached) =>
    complete(reached, {}, { path: '/variants/interim-103' }).then(
      ({ status }) => status,
      () => 'throws',
    ),
  expected: 'throws',
}

/** The scenarios of a transport, on which they all have to go well but for what it cannot carry. */
export function scenariosOf(transport: Transport): readonly Scenario[] {
  return [...scenarios, ...disturbed, ...(transport === 'server' ? [] : [beyondFetch])]
}
