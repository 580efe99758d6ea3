/** Section 4: the gateway makes the request id itself. Invariants judge whether each response has a unique id. */
import { requestIdsOf } from '../harness/http/exchange.ts'
import { JSON_TYPE, listModels, type Plan, postRaw } from '../harness/http/request.ts'
import { suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'

/** A request for every kind of response that needs no special state; the checks of the states send others. */
function kinds(context: CheckContext): Record<string, Plan> {
  const stream = context.seed % 2 === 0
  return {
    'a 401': listModels({ form: null }),
    'a completion': context.plain(),
    'a stream': context.complete({ stream: true }),
    'a 400': context.complete({ temperature: 9, ...(stream && { stream }) }),
    'a 404': context.complete({ model: context.unknownModel, ...(!stream && { stream: true }) }),
    'a 413': postRaw(' '.repeat(1_100_000), { headers: [JSON_TYPE] }),
  }
}

/** The minimum length of an id to imitate: a shorter one may be a counter, which reaches any number by itself. */
const RANDOM = 12

/** An id in the form of a received one that no response had. */
function alike(id: string): string {
  // Each letter and digit becomes the next one; hexadecimal digits stay hexadecimal.
  const next: Record<string, string> = { '9': '0', f: 'a', F: 'A', z: 'g', Z: 'G' }
  const moved = id.slice(-8).replaceAll(/[^\W_]/g, (sign) => next[sign] ?? String.fromCharCode(sign.charCodeAt(0) + 1))
  return `${id.slice(0, -8)}${moved}`
}

export const requestId = suite('request-id', [
  {
    covers: 'request-id-generated',
    title: 'an id that the caller sends under the same name is not taken over',
    // Run others first: these requests accept any status, so a breach in the first request of a kind would go unseen.
    alone: true,
    run: async (context) => {
      const digits = context.seed.toString(16).padStart(8, '0').slice(-8)
      // At most 16 characters: a gateway may keep short ids alone.
      const own = `call-${digits}`
      const uuid = `${digits}-5f3a-4c1e-9b7d-2a6e8c0f1d35`
      const issued = requestIdsOf((await context.look(listModels())).response)[0] || own
      // A gateway that repeats its ids does not take them from the caller.
      const times = context.session.exchanges.filter(({ response }) => requestIdsOf(response).includes(issued)).length
      const received = times > 1 ? own : issued
      // A gateway may adopt only ids that look like its own, or that it has issued, as those of retries.
      const like = received.length < RANDOM ? own : alike(received)
      const ids = [like, `${own}-1`, uuid.replaceAll('-', ''), received]
      // The same value twice: an id that is derived from the caller's would repeat.
      for (const again of [1, 2]) await tryWith(context, `the model list, time ${again},`, listModels(), like)
      for (const [index, [title, plan]] of Object.entries(kinds(context)).entries())
        await tryWith(context, title, plan, ids[(index + context.seed) % ids.length] ?? like)
      // Values that a gateway may remove before it makes its own id.
      await tryWith(context, 'a completion, of 240 characters,', context.plain(), `${uuid}-${digits.repeat(25)}abc`)
      await tryWith(context, 'a completion, with other signs,', context.plain(), `${own}; a="b", <c>`)
      await tryWith(context, 'a stream, with a UUID,', context.complete({ stream: true }), uuid)
      const role = context.within('full') && context.target.keys.second !== undefined ? 'second' : 'valid'
      await tryWith(context, 'the model list, with a UUID in capitals,', listModels({ role }), uuid.toUpperCase())
    },
  },
])

function tryWith(context: CheckContext, title: string, plan: Plan, id: string): Promise<unknown> {
  const headers: Plan['headers'] = [...plan.headers, ['x-svc-request-id', id]]
  return context.try(`${title} with an id of the caller`, { ...plan, headers }, { kind: 'own-request-id' })
}
