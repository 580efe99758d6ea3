/** Section 4: the request id is the gateway's own. That it is there, and unique, is judged on every answer. */

import type { Header } from '../harness/http/exchange.ts'
import { complete, listModels, type Plan, postRaw } from '../harness/http/request.ts'
import { suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'

const JSON_TYPE: Header = ['content-type', 'application/json']

function withOwnId(plan: Plan, id: string): Plan {
  return { ...plan, headers: [...plan.headers, ['x-svc-request-id', id]] }
}

/** Every kind of answer that needs no special state. */
function kinds(context: CheckContext): Record<string, Plan> {
  return {
    'the model list': listModels(),
    'a 401': listModels({ form: null }),
    'a completion': context.plain(),
    'a stream': complete(context.body({ stream: true })),
    'a 400': complete(context.body({ temperature: 9 })),
    'a 404': complete({ ...context.body(), model: 'svc/no-such-model-conformance' }),
    'a 413': postRaw(' '.repeat(1_100_000), { headers: [JSON_TYPE] }),
  }
}

export const requestId = suite('request-id', [
  {
    covers: 'request-id-generated',
    title: 'an id that the caller sends under the same name is not taken over',
    run: async (context) => {
      for (const [index, [title, plan]] of Object.entries(kinds(context)).entries()) {
        const id = `client-made-${context.seed}-${index}`
        await context.try(`${title} with an id of the caller`, withOwnId(plan, id), { kind: 'own-request-id' })
      }
      // A gateway may take over only what looks like an id of its own.
      const uuid = `${context.seed.toString(16).padStart(8, '0').slice(-8)}-5f3a-4c1e-9b7d-2a6e8c0f1d35`
      await context.try('the model list with a UUID of the caller', withOwnId(listModels(), uuid), {
        kind: 'own-request-id',
      })
      // The same value twice: an id that is derived from the caller's would repeat.
      for (const again of [1, 2])
        await context.try(
          `an id sent twice, time ${again}`,
          withOwnId(listModels(), `client-made-${context.seed}-twice`),
          {
            kind: 'own-request-id',
          },
        )
    },
  },
])
